// Generated from fixtures/scenario.schema.json by `npm run generate`. Do not edit.

/** The JSON Schema of a scenario. */
export const scenarioSchema = {
  "$schema": "https://json-schema.org/draft/2020-12/schema",
  "$id": "https://unpkg.com/orders-mock/fixtures/scenario.schema.json",
  "title": "Scenario",
  "description": "A world of the Store Orders Service: its orders and pets, its clock, its sunset and its faults.",
  "type": "object",
  "additionalProperties": false,
  "properties": {
    "$schema": {
      "type": "string",
      "description": "Where this schema is, for editors."
    },
    "title": {
      "type": "string",
      "description": "The scenario in a few words."
    },
    "description": {
      "type": "string",
      "description": "What it is good for, in a line."
    },
    "orders": {
      "type": "array",
      "description": "The orders in the order in which they are listed.",
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
      "description": "The pets that GET /pets/{petId} answers with. A pet that only an order names has just its id.",
      "items": {
        "$ref": "#/$defs/Pet"
      }
    },
    "now": {
      "$ref": "#/$defs/Instant",
      "description": "The clock starts here; without it, at the real time."
    },
    "frozen": {
      "type": "boolean",
      "description": "Whether the clock stands still. Default: false."
    },
    "sunset": {
      "$ref": "#/$defs/Instant",
      "description": "When deprecated operations are switched off; overrides the API description."
    },
    "afterSunset": {
      "enum": [
        "serve",
        "gone"
      ],
      "description": "What deprecated operations do once the clock has passed the sunset: go on, or answer 410. Default: serve."
    },
    "faults": {
      "type": "array",
      "description": "Failures to inject. The first one that matches a request decides; delays add up.",
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
      "pattern": "^(0|-?[1-9][0-9]{0,18})$",
      "description": "An int64: a number, or its decimal digits in quotes."
    },
    "Instant": {
      "type": "string",
      "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}([Tt][0-9]{2}:[0-9]{2}:[0-9]{2}([.][0-9]+)?([Zz]|[+-][0-9]{2}:[0-9]{2}))?$",
      "description": "A date-time with its offset (RFC 3339), or a date: its first moment in UTC."
    },
    "Moment": {
      "type": "string",
      "pattern": "^(now([+-]P[0-9A-Z.]+)?|[0-9]{4}-[0-9]{2}-[0-9]{2}[Tt][0-9]{2}:[0-9]{2}:[0-9]{2}([.][0-9]+)?([Zz]|[+-][0-9]{2}:[0-9]{2}))$",
      "description": "A date-time with its offset (RFC 3339), or relative to the clock: now, now+P3D, now-PT2H."
    },
    "Duration": {
      "type": "string",
      "pattern": "^-?P[0-9A-Z.]+$",
      "description": "An ISO 8601 duration, such as P3D or PT10M."
    },
    "Status": {
      "enum": [
        "pending",
        "shipped",
        "cancelled"
      ],
      "description": "The status, which the API never shows. Default: pending."
    },
    "Order": {
      "type": "object",
      "additionalProperties": false,
      "description": "An order. Any member may be missing.",
      "properties": {
        "id": {
          "$ref": "#/$defs/Id"
        },
        "petId": {
          "$ref": "#/$defs/Id"
        },
        "quantity": {
          "type": "integer",
          "description": "Number of units ordered."
        },
        "shipDate": {
          "$ref": "#/$defs/Moment"
        },
        "complete": {
          "type": "boolean",
          "description": "Whether the order has been fulfilled."
        },
        "status": {
          "$ref": "#/$defs/Status"
        },
        "shipAfter": {
          "$ref": "#/$defs/Duration",
          "description": "A pending order ships by itself when the clock has moved on by this much."
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
          "description": "Many orders, the same ones for the same seed. Ids count up from firstId and leave out those that are taken.",
          "properties": {
            "count": {
              "type": "integer",
              "minimum": 0,
              "maximum": 1000000,
              "description": "How many."
            },
            "seed": {
              "type": "integer",
              "minimum": -9007199254740991,
              "maximum": 9007199254740991,
              "description": "Default: 1."
            },
            "firstId": {
              "$ref": "#/$defs/Id",
              "description": "Default: 1."
            },
            "status": {
              "$ref": "#/$defs/Status",
              "description": "Default: a mixture."
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
      },
      "description": "A pet: its id, and any further members."
    },
    "Delay": {
      "description": "Milliseconds to wait before the answer or the failure, or a range to draw them from.",
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
      "description": "A failure to inject. It changes no order.",
      "properties": {
        "operation": {
          "enum": [
            "listOrders",
            "cancelOrder",
            "getPet"
          ],
          "description": "Only requests for this operation. Default: any."
        },
        "orderId": {
          "$ref": "#/$defs/Id",
          "description": "Only requests to cancel this order."
        },
        "kind": {
          "enum": [
            "status",
            "delay",
            "reset",
            "truncate",
            "hang"
          ],
          "description": "status: answer with an error; delay: answer late; reset: close the connection without an answer; truncate: cut the body short of its length; hang: never answer."
        },
        "status": {
          "type": "integer",
          "minimum": 400,
          "maximum": 599,
          "description": "The HTTP status of kind status. Default: 500."
        },
        "delayMs": {
          "$ref": "#/$defs/Delay"
        },
        "times": {
          "type": "integer",
          "minimum": 1,
          "maximum": 9007199254740991,
          "description": "How often in all. Default: always."
        },
        "fired": {
          "type": "integer",
          "minimum": 0,
          "maximum": 9007199254740991,
          "description": "How often it was injected so far."
        },
        "probability": {
          "type": "number",
          "minimum": 0,
          "maximum": 1,
          "description": "Default: 1."
        },
        "seed": {
          "type": "integer",
          "minimum": -9007199254740991,
          "maximum": 9007199254740991,
          "description": "Makes probability and delay range draw the same sequence each time. Read back, it is the seed of what is left of the sequence."
        },
        "message": {
          "type": "string",
          "description": "The message of the Error object."
        }
      }
    }
  }
}
