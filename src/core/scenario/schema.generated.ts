// Generated from fixtures/scenario.schema.json by `npm run generate`. Do not edit.

/** What the JSON Schema of a scenario demands. */
export const scenarioSchema = {
  "type": "object",
  "additionalProperties": false,
  "properties": {
    "$schema": {
      "type": "string"
    },
    "title": {
      "type": "string"
    },
    "description": {
      "type": "string"
    },
    "orders": {
      "type": "array",
      "items": {
        "if": {
          "required": [
            "generate"
          ]
        },
        "then": {
          "$ref": "#/$defs/GenerateOrders"
        },
        "else": {
          "$ref": "#/$defs/SeedOrder"
        }
      }
    },
    "pets": {
      "type": "array",
      "items": {
        "$ref": "#/$defs/Pet"
      }
    },
    "now": {
      "$ref": "#/$defs/Instant"
    },
    "frozen": {
      "type": "boolean"
    },
    "sunset": {
      "$ref": "#/$defs/Instant"
    },
    "afterSunset": {
      "enum": [
        "serve",
        "gone"
      ]
    },
    "faults": {
      "type": "array",
      "maxItems": 1000,
      "items": {
        "$ref": "#/$defs/Fault"
      }
    }
  },
  "$defs": {
    "Id": {
      "type": [
        "integer",
        "string"
      ],
      "format": "int64",
      "pattern": "^(0|-?[1-9][0-9]{0,18})$"
    },
    "Instant": {
      "type": "string",
      "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}([Tt][0-9]{2}:[0-9]{2}:[0-9]{2}([.][0-9]+)?([Zz]|[+-][0-9]{2}:[0-9]{2}))?$"
    },
    "Moment": {
      "type": "string",
      "pattern": "^(now([+-]P[0-9A-Z.]+)?|[0-9]{4}-[0-9]{2}-[0-9]{2}[Tt][0-9]{2}:[0-9]{2}:[0-9]{2}([.][0-9]+)?([Zz]|[+-][0-9]{2}:[0-9]{2}))$"
    },
    "Duration": {
      "type": "string",
      "pattern": "^-?P[0-9A-Z.]+$"
    },
    "Status": {
      "enum": [
        "pending",
        "shipped",
        "cancelled"
      ]
    },
    "Order": {
      "type": "object",
      "additionalProperties": false,
      "properties": {
        "id": {
          "$ref": "#/$defs/Id"
        },
        "petId": {
          "$ref": "#/$defs/Id"
        },
        "quantity": {
          "type": "integer"
        },
        "shipDate": {
          "$ref": "#/$defs/Moment"
        },
        "complete": {
          "type": "boolean"
        },
        "status": {
          "$ref": "#/$defs/Status"
        },
        "shipAfter": {
          "$ref": "#/$defs/Duration"
        }
      }
    },
    "SeedOrder": {
      "allOf": [
        {
          "$ref": "#/$defs/Order"
        },
        {
          "$ref": "#/$defs/WithId"
        }
      ]
    },
    "WithId": {
      "type": "object",
      "required": [
        "id"
      ],
      "properties": {
        "id": {
          "$ref": "#/$defs/Id"
        }
      }
    },
    "GenerateOrders": {
      "type": "object",
      "additionalProperties": false,
      "required": [
        "generate"
      ],
      "properties": {
        "generate": {
          "type": "object",
          "additionalProperties": false,
          "required": [
            "count"
          ],
          "properties": {
            "count": {
              "type": "integer",
              "minimum": 0,
              "maximum": 1000000
            },
            "seed": {
              "type": "integer",
              "minimum": -9007199254740991,
              "maximum": 9007199254740991
            },
            "firstId": {
              "$ref": "#/$defs/Id"
            },
            "status": {
              "$ref": "#/$defs/Status"
            }
          }
        }
      }
    },
    "Pet": {
      "type": "object",
      "required": [
        "id"
      ],
      "additionalProperties": true,
      "properties": {
        "id": {
          "$ref": "#/$defs/Id"
        }
      }
    },
    "Delay": {
      "anyOf": [
        {
          "type": "number",
          "minimum": 0,
          "maximum": 600000
        },
        {
          "type": "object",
          "additionalProperties": false,
          "required": [
            "min",
            "max"
          ],
          "properties": {
            "min": {
              "type": "number",
              "minimum": 0,
              "maximum": 600000
            },
            "max": {
              "type": "number",
              "minimum": 0,
              "maximum": 600000
            }
          }
        }
      ]
    },
    "Fault": {
      "type": "object",
      "additionalProperties": false,
      "required": [
        "kind"
      ],
      "properties": {
        "operation": {
          "enum": [
            "listOrders",
            "cancelOrder",
            "getPet"
          ]
        },
        "orderId": {
          "$ref": "#/$defs/Id"
        },
        "kind": {
          "enum": [
            "status",
            "delay",
            "reset",
            "truncate",
            "hang"
          ]
        },
        "status": {
          "type": "integer",
          "minimum": 400,
          "maximum": 599
        },
        "delayMs": {
          "$ref": "#/$defs/Delay"
        },
        "times": {
          "type": "integer",
          "minimum": 1,
          "maximum": 9007199254740991
        },
        "fired": {
          "type": "integer",
          "minimum": 0,
          "maximum": 9007199254740991
        },
        "probability": {
          "type": "number",
          "minimum": 0,
          "maximum": 1
        },
        "seed": {
          "type": "integer",
          "minimum": -9007199254740991,
          "maximum": 9007199254740991
        },
        "message": {
          "type": "string"
        }
      }
    }
  }
}
