// Generated from contracts/openapi.yaml by `npm run generate`. Do not edit.

/** The operations of the OpenAPI description by their ids, as Prism makes them of it, which takes long. */
export const prismOperations: Readonly<Record<string, object>> = {
  "listOrders": {
    "id": "536261b79e7fe",
    "method": "get",
    "path": "/store/orders",
    "tags": [
      {
        "id": "04eec308363dd",
        "name": "orders"
      }
    ],
    "extensions": {
      "x-clause": "List orders",
      "x-provider-states": [
        "an order with every field",
        "many orders"
      ],
      "x-hideTryItPanel": true
    },
    "iid": "listOrders",
    "description": "Answers with every order placed in the store. There is no filtering and no pagination;\nboth are planned for v2.\n",
    "summary": "List all orders",
    "securityDeclarationType": "declared",
    "responses": [
      {
        "id": "b30e080615fbd",
        "code": "200",
        "headers": [],
        "contents": [
          {
            "id": "befbc5ca0f7a4",
            "mediaType": "application/json",
            "examples": [
              {
                "id": "47ad27b71429d",
                "value": [
                  {
                    "id": 1,
                    "petId": 11,
                    "quantity": 2,
                    "shipDate": "2026-11-23T12:00:00Z",
                    "complete": false
                  },
                  {
                    "id": 2,
                    "petId": 12,
                    "quantity": 1,
                    "shipDate": "2026-11-18T12:00:00Z",
                    "complete": true
                  },
                  {
                    "id": 8
                  },
                  {
                    "id": 9007199254740992,
                    "petId": 12,
                    "quantity": 1,
                    "complete": false
                  }
                ],
                "key": "default"
              }
            ],
            "encodings": [],
            "schema": {
              "type": "array",
              "items": {
                "type": "object",
                "description": "An order. It has a status, which the API does not show.",
                "properties": {
                  "id": {
                    "type": "integer",
                    "description": "Unique order identifier."
                  },
                  "petId": {
                    "type": "integer",
                    "description": "Identifier of the animal in the order."
                  },
                  "quantity": {
                    "type": "integer",
                    "description": "Number of units ordered."
                  },
                  "shipDate": {
                    "type": "string",
                    "format": "date-time",
                    "description": "Expected or actual ship date (ISO 8601)."
                  },
                  "complete": {
                    "type": "boolean",
                    "description": "Whether the order has been fulfilled."
                  }
                }
              },
              "$schema": "http://json-schema.org/draft-07/schema#",
              "x-stoplight": {
                "id": "baf73cf65d320"
              }
            }
          }
        ],
        "description": "All orders."
      },
      {
        "id": "ed9e075d8c329",
        "code": "401",
        "headers": [
          {
            "id": "304d1b6a215fc",
            "name": "WWW-Authenticate",
            "style": "simple",
            "schema": {
              "type": "string",
              "$schema": "http://json-schema.org/draft-07/schema#",
              "x-stoplight": {
                "id": "01f258f7b8859"
              }
            },
            "description": "The challenge (RFC 9110, section 11.6.1; RFC 6750, section 3).",
            "encodings": [],
            "examples": []
          }
        ],
        "contents": [
          {
            "id": "ece361774c8ec",
            "mediaType": "application/json",
            "examples": [
              {
                "id": "36e48c679dad4",
                "value": {
                  "code": "invalid_api_key",
                  "message": "The API key is not known.",
                  "status": 401
                },
                "key": "default"
              }
            ],
            "encodings": [],
            "schema": {
              "type": "object",
              "description": "What went wrong.",
              "required": [
                "code",
                "message",
                "status"
              ],
              "properties": {
                "code": {
                  "type": "string",
                  "description": "Machine-readable error code."
                },
                "message": {
                  "type": "string",
                  "description": "Human-readable description."
                },
                "status": {
                  "type": "integer",
                  "description": "The HTTP status code, the same number as that of the response."
                }
              },
              "$schema": "http://json-schema.org/draft-07/schema#",
              "x-stoplight": {
                "id": "7c59964e705af"
              }
            }
          }
        ],
        "description": "The API key is missing or invalid."
      }
    ],
    "request": {
      "headers": [],
      "query": [],
      "cookie": [],
      "path": []
    },
    "security": [
      [
        {
          "id": "ad56c2099191c",
          "key": "apiKey",
          "extensions": {},
          "description": "The API key, sent as `Authorization: Bearer <API_KEY>` (RFC 6750).",
          "type": "http",
          "scheme": "bearer"
        }
      ]
    ],
    "servers": [
      {
        "id": "7f5b722f9f9f9",
        "url": "{base_url}",
        "name": "Store Orders Service",
        "description": "Production",
        "variables": {
          "base_url": {
            "default": "https://api.example.com/v1",
            "description": "The base address, with the version prefix `/v1`."
          }
        }
      },
      {
        "id": "b83e4d45e5458",
        "url": "{staging_url}",
        "name": "Store Orders Service",
        "description": "Staging",
        "variables": {
          "staging_url": {
            "default": "https://staging.example.com/v1",
            "description": "The base address, with the version prefix `/v1`."
          }
        }
      }
    ]
  },
  "cancelOrder": {
    "id": "402878d0b8505",
    "method": "delete",
    "path": "/store/orders/{orderId}",
    "tags": [
      {
        "id": "04eec308363dd",
        "name": "orders"
      }
    ],
    "extensions": {
      "x-clause": "Cancel an order",
      "x-provider-states": [
        "an order with a large id",
        "a pending order",
        "a shipped order",
        "an unknown order id"
      ]
    },
    "iid": "cancelOrder",
    "description": "Cancels an order whose status is `pending`. A shipped order cannot be reversed.\n",
    "summary": "Cancel an order",
    "securityDeclarationType": "declared",
    "responses": [
      {
        "id": "abcce205c15d7",
        "code": "204",
        "headers": [],
        "contents": [],
        "description": "The order is cancelled."
      },
      {
        "id": "53fce028ff358",
        "code": "401",
        "headers": [
          {
            "id": "cd283d0c36e21",
            "name": "WWW-Authenticate",
            "style": "simple",
            "schema": {
              "type": "string",
              "$schema": "http://json-schema.org/draft-07/schema#",
              "x-stoplight": {
                "id": "104c70cb39247"
              }
            },
            "description": "The challenge (RFC 9110, section 11.6.1; RFC 6750, section 3).",
            "encodings": [],
            "examples": []
          }
        ],
        "contents": [
          {
            "id": "a92f8df97f2ef",
            "mediaType": "application/json",
            "examples": [
              {
                "id": "5368bb1f43c47",
                "value": {
                  "code": "invalid_api_key",
                  "message": "The API key is not known.",
                  "status": 401
                },
                "key": "default"
              }
            ],
            "encodings": [],
            "schema": {
              "type": "object",
              "description": "What went wrong.",
              "required": [
                "code",
                "message",
                "status"
              ],
              "properties": {
                "code": {
                  "type": "string",
                  "description": "Machine-readable error code."
                },
                "message": {
                  "type": "string",
                  "description": "Human-readable description."
                },
                "status": {
                  "type": "integer",
                  "description": "The HTTP status code, the same number as that of the response."
                }
              },
              "$schema": "http://json-schema.org/draft-07/schema#",
              "x-stoplight": {
                "id": "bdf1d6414ac56"
              }
            }
          }
        ],
        "description": "The API key is missing or invalid."
      },
      {
        "id": "542ce029009b7",
        "code": "404",
        "headers": [],
        "contents": [
          {
            "id": "f3b1e2475eb10",
            "mediaType": "application/json",
            "examples": [
              {
                "id": "f4d4e707efefe",
                "value": {
                  "code": "order_not_found",
                  "message": "There is no order 404.",
                  "status": 404
                },
                "key": "default"
              }
            ],
            "encodings": [],
            "schema": {
              "type": "object",
              "description": "What went wrong.",
              "required": [
                "code",
                "message",
                "status"
              ],
              "properties": {
                "code": {
                  "type": "string",
                  "description": "Machine-readable error code."
                },
                "message": {
                  "type": "string",
                  "description": "Human-readable description."
                },
                "status": {
                  "type": "integer",
                  "description": "The HTTP status code, the same number as that of the response."
                }
              },
              "$schema": "http://json-schema.org/draft-07/schema#",
              "x-stoplight": {
                "id": "889682410bcd0"
              }
            }
          }
        ],
        "description": "The order cannot be found."
      },
      {
        "id": "537ce028fe4e0",
        "code": "409",
        "headers": [],
        "contents": [
          {
            "id": "1420b811a8855",
            "mediaType": "application/json",
            "examples": [
              {
                "id": "ff6dd752b131d",
                "value": {
                  "code": "order_already_shipped",
                  "message": "Order 2 has already shipped.",
                  "status": 409
                },
                "key": "default"
              }
            ],
            "encodings": [],
            "schema": {
              "$schema": "http://json-schema.org/draft-07/schema#",
              "x-stoplight": {
                "id": "6aadbf278f677"
              }
            }
          },
          {
            "id": "1b8cf4571f486",
            "mediaType": "*/*",
            "examples": [
              {
                "id": "0417eeec0b579",
                "value": "{\"code\":\"order_already_shipped\",\"message\":\"Order 2 has already shipped.\",\"status\":409}",
                "key": "default"
              }
            ],
            "encodings": [],
            "schema": {
              "$schema": "http://json-schema.org/draft-07/schema#",
              "x-stoplight": {
                "id": "ad6697c6006cf"
              }
            }
          }
        ],
        "description": "The order cannot be cancelled because it has already shipped. The body is not specified: it may be anything,\nof any media type, and there may be none.\n"
      }
    ],
    "request": {
      "headers": [],
      "query": [],
      "cookie": [],
      "path": [
        {
          "id": "377b0163b7861",
          "name": "orderId",
          "style": "simple",
          "examples": [
            {
              "id": "fe0c1a50158fb",
              "value": 1,
              "key": "default"
            }
          ],
          "description": "Identifier of the order to cancel.",
          "required": true,
          "schema": {
            "type": "integer",
            "examples": [
              1
            ],
            "$schema": "http://json-schema.org/draft-07/schema#",
            "x-stoplight": {
              "id": "f1dd80559b123"
            }
          },
          "explicitProperties": [
            "name",
            "in",
            "required",
            "description",
            "schema",
            "example"
          ]
        }
      ]
    },
    "security": [
      [
        {
          "id": "ad56c2099191c",
          "key": "apiKey",
          "extensions": {},
          "description": "The API key, sent as `Authorization: Bearer <API_KEY>` (RFC 6750).",
          "type": "http",
          "scheme": "bearer"
        }
      ]
    ],
    "servers": [
      {
        "id": "7f5b722f9f9f9",
        "url": "{base_url}",
        "name": "Store Orders Service",
        "description": "Production",
        "variables": {
          "base_url": {
            "default": "https://api.example.com/v1",
            "description": "The base address, with the version prefix `/v1`."
          }
        }
      },
      {
        "id": "b83e4d45e5458",
        "url": "{staging_url}",
        "name": "Store Orders Service",
        "description": "Staging",
        "variables": {
          "staging_url": {
            "default": "https://staging.example.com/v1",
            "description": "The base address, with the version prefix `/v1`."
          }
        }
      }
    ]
  },
  "getPet": {
    "id": "7136843d8156a",
    "method": "get",
    "path": "/pets/{petId}",
    "tags": [
      {
        "id": "126e8b516e6cb",
        "name": "pets"
      }
    ],
    "extensions": {
      "x-clause": "Versioning",
      "x-provider-states": [
        "a pet"
      ],
      "x-deprecated-since": "2026-01-01",
      "x-deprecated-sunset": "2027-06-30"
    },
    "deprecated": true,
    "iid": "getPet",
    "description": "Deprecated. It will be switched off after its sunset date.",
    "summary": "Read a pet",
    "securityDeclarationType": "declared",
    "responses": [
      {
        "id": "68ddc3d95c31e",
        "code": "200",
        "headers": [
          {
            "id": "fb7023e5319c7",
            "name": "Deprecation",
            "style": "simple",
            "schema": {
              "type": "string",
              "$schema": "http://json-schema.org/draft-07/schema#",
              "x-stoplight": {
                "id": "a285d9ccab0c5"
              }
            },
            "description": "Since when the operation is deprecated, a structured date such as `@1767225600` (RFC 9745).",
            "encodings": [],
            "examples": []
          },
          {
            "id": "ce5f233759f8a",
            "name": "Sunset",
            "style": "simple",
            "schema": {
              "type": "string",
              "$schema": "http://json-schema.org/draft-07/schema#",
              "x-stoplight": {
                "id": "88337de18602c"
              }
            },
            "description": "When the operation is switched off, an HTTP date (RFC 8594).",
            "encodings": [],
            "examples": []
          },
          {
            "id": "4784bda44fa3f",
            "name": "Link",
            "style": "simple",
            "schema": {
              "type": "string",
              "$schema": "http://json-schema.org/draft-07/schema#",
              "x-stoplight": {
                "id": "9ace691224551"
              }
            },
            "description": "Where to read more; `rel=\"deprecation\"` (RFC 9745) and `rel=\"sunset\"` (RFC 8594).",
            "encodings": [],
            "examples": []
          }
        ],
        "contents": [
          {
            "id": "c98de78fc31f9",
            "mediaType": "application/json",
            "examples": [
              {
                "id": "27e4aae1bce2e",
                "value": {
                  "id": 11,
                  "name": "Rex",
                  "species": "dog"
                },
                "key": "default"
              }
            ],
            "encodings": [],
            "schema": {
              "type": "object",
              "$schema": "http://json-schema.org/draft-07/schema#",
              "x-stoplight": {
                "id": "7aa3b4bb9a480"
              }
            }
          }
        ],
        "description": "The pet. Its members are not specified."
      },
      {
        "id": "664dc47c264fb",
        "code": "401",
        "headers": [
          {
            "id": "a442ab52df961",
            "name": "WWW-Authenticate",
            "style": "simple",
            "schema": {
              "type": "string",
              "$schema": "http://json-schema.org/draft-07/schema#",
              "x-stoplight": {
                "id": "29d76e0ab9f5a"
              }
            },
            "description": "The challenge (RFC 9110, section 11.6.1; RFC 6750, section 3).",
            "encodings": [],
            "examples": []
          }
        ],
        "contents": [
          {
            "id": "6175ec02b5254",
            "mediaType": "application/json",
            "examples": [
              {
                "id": "4d9cf4e77497a",
                "value": {
                  "code": "invalid_api_key",
                  "message": "The API key is not known.",
                  "status": 401
                },
                "key": "default"
              }
            ],
            "encodings": [],
            "schema": {
              "type": "object",
              "description": "What went wrong.",
              "required": [
                "code",
                "message",
                "status"
              ],
              "properties": {
                "code": {
                  "type": "string",
                  "description": "Machine-readable error code."
                },
                "message": {
                  "type": "string",
                  "description": "Human-readable description."
                },
                "status": {
                  "type": "integer",
                  "description": "The HTTP status code, the same number as that of the response."
                }
              },
              "$schema": "http://json-schema.org/draft-07/schema#",
              "x-stoplight": {
                "id": "f88a1666bb5a8"
              }
            }
          }
        ],
        "description": "The API key is missing or invalid."
      },
      {
        "id": "65fdc47c26c74",
        "code": "404",
        "headers": [
          {
            "id": "63bd44bea507f",
            "name": "Deprecation",
            "style": "simple",
            "schema": {
              "type": "string",
              "$schema": "http://json-schema.org/draft-07/schema#",
              "x-stoplight": {
                "id": "914c406675a79"
              }
            },
            "description": "Since when the operation is deprecated, a structured date such as `@1767225600` (RFC 9745).",
            "encodings": [],
            "examples": []
          },
          {
            "id": "5dedc2f8893ec",
            "name": "Sunset",
            "style": "simple",
            "schema": {
              "type": "string",
              "$schema": "http://json-schema.org/draft-07/schema#",
              "x-stoplight": {
                "id": "70edf6279ed5e"
              }
            },
            "description": "When the operation is switched off, an HTTP date (RFC 8594).",
            "encodings": [],
            "examples": []
          },
          {
            "id": "3234fb00b5c55",
            "name": "Link",
            "style": "simple",
            "schema": {
              "type": "string",
              "$schema": "http://json-schema.org/draft-07/schema#",
              "x-stoplight": {
                "id": "78ed4b61e8ef5"
              }
            },
            "description": "Where to read more; `rel=\"deprecation\"` (RFC 9745) and `rel=\"sunset\"` (RFC 8594).",
            "encodings": [],
            "examples": []
          }
        ],
        "contents": [
          {
            "id": "3d210a9b29581",
            "mediaType": "application/json",
            "examples": [
              {
                "id": "87f2e42c409eb",
                "value": {
                  "code": "pet_not_found",
                  "message": "There is no pet 404.",
                  "status": 404
                },
                "key": "default"
              }
            ],
            "encodings": [],
            "schema": {
              "type": "object",
              "description": "What went wrong.",
              "required": [
                "code",
                "message",
                "status"
              ],
              "properties": {
                "code": {
                  "type": "string",
                  "description": "Machine-readable error code."
                },
                "message": {
                  "type": "string",
                  "description": "Human-readable description."
                },
                "status": {
                  "type": "integer",
                  "description": "The HTTP status code, the same number as that of the response."
                }
              },
              "$schema": "http://json-schema.org/draft-07/schema#",
              "x-stoplight": {
                "id": "ee6a6e32cc82a"
              }
            }
          }
        ],
        "description": "The pet cannot be found (assumed)."
      },
      {
        "id": "9e9dc47c58ca1",
        "code": "410",
        "headers": [
          {
            "id": "5279e7a44b392",
            "name": "Deprecation",
            "style": "simple",
            "schema": {
              "type": "string",
              "$schema": "http://json-schema.org/draft-07/schema#",
              "x-stoplight": {
                "id": "3d9738650febc"
              }
            },
            "description": "Since when the operation is deprecated, a structured date such as `@1767225600` (RFC 9745).",
            "encodings": [],
            "examples": []
          },
          {
            "id": "b8c09ede7cffe",
            "name": "Sunset",
            "style": "simple",
            "schema": {
              "type": "string",
              "$schema": "http://json-schema.org/draft-07/schema#",
              "x-stoplight": {
                "id": "22f5de8e65594"
              }
            },
            "description": "When the operation is switched off, an HTTP date (RFC 8594).",
            "encodings": [],
            "examples": []
          },
          {
            "id": "d5f252f2ca454",
            "name": "Link",
            "style": "simple",
            "schema": {
              "type": "string",
              "$schema": "http://json-schema.org/draft-07/schema#",
              "x-stoplight": {
                "id": "a4dbb6d0a19b8"
              }
            },
            "description": "Where to read more; `rel=\"deprecation\"` (RFC 9745) and `rel=\"sunset\"` (RFC 8594).",
            "encodings": [],
            "examples": []
          }
        ],
        "contents": [
          {
            "id": "d03c922f17989",
            "mediaType": "application/json",
            "examples": [
              {
                "id": "358c2d4ce2e0b",
                "value": {
                  "code": "gone",
                  "message": "This operation was switched off.",
                  "status": 410
                },
                "key": "default"
              }
            ],
            "encodings": [],
            "schema": {
              "type": "object",
              "description": "What went wrong.",
              "required": [
                "code",
                "message",
                "status"
              ],
              "properties": {
                "code": {
                  "type": "string",
                  "description": "Machine-readable error code."
                },
                "message": {
                  "type": "string",
                  "description": "Human-readable description."
                },
                "status": {
                  "type": "integer",
                  "description": "The HTTP status code, the same number as that of the response."
                }
              },
              "$schema": "http://json-schema.org/draft-07/schema#",
              "x-stoplight": {
                "id": "4ff01e83186a6"
              }
            }
          }
        ],
        "description": "The sunset date has passed and the operation is switched off (assumed)."
      }
    ],
    "request": {
      "headers": [],
      "query": [],
      "cookie": [],
      "path": [
        {
          "id": "28fa92ed598d8",
          "name": "petId",
          "style": "simple",
          "examples": [
            {
              "id": "6a8931f745879",
              "value": 11,
              "key": "default"
            }
          ],
          "description": "Identifier of the pet to read.",
          "required": true,
          "schema": {
            "type": "integer",
            "examples": [
              11
            ],
            "$schema": "http://json-schema.org/draft-07/schema#",
            "x-stoplight": {
              "id": "2735a8abc6eb1"
            }
          },
          "explicitProperties": [
            "name",
            "in",
            "required",
            "description",
            "schema",
            "example"
          ]
        }
      ]
    },
    "security": [
      [
        {
          "id": "ad56c2099191c",
          "key": "apiKey",
          "extensions": {},
          "description": "The API key, sent as `Authorization: Bearer <API_KEY>` (RFC 6750).",
          "type": "http",
          "scheme": "bearer"
        }
      ]
    ],
    "servers": [
      {
        "id": "7f5b722f9f9f9",
        "url": "{base_url}",
        "name": "Store Orders Service",
        "description": "Production",
        "variables": {
          "base_url": {
            "default": "https://api.example.com/v1",
            "description": "The base address, with the version prefix `/v1`."
          }
        }
      },
      {
        "id": "b83e4d45e5458",
        "url": "{staging_url}",
        "name": "Store Orders Service",
        "description": "Staging",
        "variables": {
          "staging_url": {
            "default": "https://staging.example.com/v1",
            "description": "The base address, with the version prefix `/v1`."
          }
        }
      }
    ]
  }
}
