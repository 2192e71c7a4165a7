// Generated from contracts/control-api.yaml and fixtures/scenario.schema.json by `npm run generate`. Do not edit.

/** The description of the control API (OpenAPI 3.1) in one document. */
export const controlApi: object = {
  "openapi": "3.1.0",
  "info": {
    "title": "orders-mock control API",
    "version": "1.0.0",
    "summary": "Set up, look into and steer the sandboxes of a running mock.",
    "description": "A sandbox is one isolated world: its orders, clock, faults and journal. The API key that a client sends chooses it.\nIds are exact: JSON numbers with all their digits; a client that cannot write large numbers may send strings.\nBodies are JSON whatever their `Content-Type`; a member that is not described is refused with 400.\nA body holds at most 16 MiB and 1,200,000 values; a list 200,000 items, and each of these, or another member of the\nbody, 1,000 values; a string 100,000 characters, and all names and strings together 10,000,000. It is nested at most\n100 levels deep. A scenario has at most 1,000 faults and generates at most 1,000,000 orders, in at most 100 items.\nWhat is more is refused with 400 and the place, a body that is larger with 413.\nAll sandboxes together hold at most 5,000,000 orders of their own: those of documents, and those that were put in\nthe place of a scenario's, whose orders they share. What would add to more is refused with 409 `too_many_orders`, and changes\nnothing; requests to the API are not, and what a data folder restores is not. Deleting sandboxes, or resetting them to\na scenario, makes room.\nWhen the server has a control token, each request needs it as a bearer token, or is refused with 401. Pages of other\norigins are refused with 403.\n",
    "license": {
      "name": "MIT",
      "identifier": "MIT"
    }
  },
  "servers": [
    {
      "url": "/__mock"
    }
  ],
  "security": [
    {},
    {
      "controlToken": []
    }
  ],
  "tags": [
    {
      "name": "server",
      "description": "The mock as a whole."
    },
    {
      "name": "sandboxes",
      "description": "Isolated worlds."
    },
    {
      "name": "orders",
      "description": "Orders with the status that the API does not show."
    },
    {
      "name": "requests",
      "description": "What was asked of the API, and why it was answered as it was."
    },
    {
      "name": "rules",
      "description": "Faults and the clock."
    }
  ],
  "paths": {
    "/": {
      "get": {
        "operationId": "readIndex",
        "tags": [
          "server"
        ],
        "summary": "What there is here",
        "responses": {
          "200": {
            "description": "Links to everything that can be read without naming a sandbox.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Index"
                }
              }
            }
          },
          "403": {
            "$ref": "#/components/responses/Error"
          }
        }
      }
    },
    "/openapi.json": {
      "get": {
        "operationId": "readDescription",
        "tags": [
          "server"
        ],
        "summary": "This description",
        "responses": {
          "200": {
            "description": "The description.",
            "content": {
              "application/json": {
                "schema": {
                  "type": "object"
                }
              }
            }
          },
          "403": {
            "$ref": "#/components/responses/Error"
          }
        }
      }
    },
    "/health": {
      "get": {
        "operationId": "readHealth",
        "tags": [
          "server"
        ],
        "summary": "Whether the mock is up",
        "description": "Without the control token, where one is needed, `status` is all there is in the response.",
        "security": [
          {}
        ],
        "responses": {
          "200": {
            "description": "It is.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Health"
                }
              }
            }
          },
          "403": {
            "$ref": "#/components/responses/Error"
          }
        }
      }
    },
    "/scenarios": {
      "get": {
        "operationId": "listScenarios",
        "tags": [
          "server"
        ],
        "summary": "The scenarios that a sandbox can start from",
        "responses": {
          "200": {
            "description": "All scenarios, by name.",
            "content": {
              "application/json": {
                "schema": {
                  "type": "array",
                  "items": {
                    "$ref": "#/components/schemas/ScenarioSummary"
                  }
                }
              }
            }
          },
          "403": {
            "$ref": "#/components/responses/Error"
          }
        }
      }
    },
    "/events": {
      "get": {
        "operationId": "followEvents",
        "tags": [
          "server"
        ],
        "summary": "Everything that happens, while it happens",
        "description": "Server-sent events named `request`, `order`, `sandbox` and `scenario`, with a comment as a heartbeat every 15\nseconds. A client that reads too slowly misses events, and is told how many by an event named `dropped`.\nAn order that ships by the clock makes its event when the clock is moved through this API.\n",
        "parameters": [
          {
            "name": "sandbox",
            "in": "query",
            "description": "Only events of this sandbox.",
            "schema": {
              "$ref": "#/components/schemas/SandboxName"
            }
          }
        ],
        "responses": {
          "200": {
            "description": "The stream.",
            "content": {
              "text/event-stream": {
                "schema": {
                  "type": "string"
                }
              }
            }
          },
          "400": {
            "$ref": "#/components/responses/Error"
          }
        }
      }
    },
    "/provider-states": {
      "post": {
        "operationId": "changeProviderState",
        "tags": [
          "server"
        ],
        "summary": "Reach a state that a contract's interaction starts from",
        "description": "Pact's state-change protocol; `provider-states.md` lists the states. A state that is not listed there but is the\nname or the title of a scenario resets the sandbox to that scenario.\n",
        "parameters": [
          {
            "name": "sandbox",
            "in": "query",
            "description": "The sandbox to set up, made if there is none of that name. Default: `main`.",
            "schema": {
              "$ref": "#/components/schemas/SandboxName"
            }
          }
        ],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/StateChange"
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "The state holds. The values are for building the request with.",
            "content": {
              "application/json": {
                "schema": {
                  "type": "object"
                }
              }
            }
          },
          "400": {
            "$ref": "#/components/responses/Error"
          },
          "409": {
            "$ref": "#/components/responses/Error"
          },
          "501": {
            "$ref": "#/components/responses/Error"
          }
        }
      }
    },
    "/sandboxes": {
      "get": {
        "operationId": "listSandboxes",
        "tags": [
          "sandboxes"
        ],
        "summary": "Every sandbox",
        "responses": {
          "200": {
            "description": "`main` first, then from the least to the most recently used.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/SandboxList"
                }
              }
            }
          },
          "403": {
            "$ref": "#/components/responses/Error"
          }
        }
      },
      "post": {
        "operationId": "createSandbox",
        "tags": [
          "sandboxes"
        ],
        "summary": "Make a sandbox",
        "requestBody": {
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/NewSandbox"
              }
            }
          }
        },
        "responses": {
          "201": {
            "description": "It is there; its `apiKey` leads to it.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Sandbox"
                }
              }
            }
          },
          "409": {
            "$ref": "#/components/responses/Error"
          }
        }
      }
    },
    "/sandboxes/{sandbox}": {
      "parameters": [
        {
          "$ref": "#/components/parameters/sandbox"
        }
      ],
      "get": {
        "operationId": "readSandbox",
        "tags": [
          "sandboxes"
        ],
        "summary": "One sandbox",
        "responses": {
          "200": {
            "description": "The sandbox.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Sandbox"
                }
              }
            }
          },
          "404": {
            "$ref": "#/components/responses/Error"
          }
        }
      },
      "delete": {
        "operationId": "deleteSandbox",
        "tags": [
          "sandboxes"
        ],
        "summary": "Take a sandbox away",
        "responses": {
          "204": {
            "description": "It is gone."
          },
          "404": {
            "$ref": "#/components/responses/Error"
          },
          "409": {
            "$ref": "#/components/responses/Error"
          }
        }
      }
    },
    "/sandboxes/{sandbox}/reset": {
      "parameters": [
        {
          "$ref": "#/components/parameters/sandbox"
        }
      ],
      "post": {
        "operationId": "resetSandbox",
        "tags": [
          "sandboxes"
        ],
        "summary": "Back to its scenario, or to another one",
        "description": "Orders, clock and faults start again, at the same cost whatever happened before. So does the journal, unless\n`keepRequests` says otherwise.\n",
        "requestBody": {
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/Reset"
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "As it is now.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Sandbox"
                }
              }
            }
          },
          "404": {
            "$ref": "#/components/responses/Error"
          }
        }
      }
    },
    "/sandboxes/{sandbox}/state": {
      "parameters": [
        {
          "$ref": "#/components/parameters/sandbox"
        }
      ],
      "get": {
        "operationId": "readState",
        "tags": [
          "sandboxes"
        ],
        "summary": "The whole world as a scenario document",
        "parameters": [
          {
            "name": "at",
            "in": "query",
            "description": "As it was after this change of the history; 0 is the start.",
            "schema": {
              "type": "integer",
              "minimum": 0
            }
          }
        ],
        "responses": {
          "200": {
            "description": "What a scenario file holds.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Scenario"
                }
              }
            }
          },
          "404": {
            "$ref": "#/components/responses/Error"
          },
          "409": {
            "$ref": "#/components/responses/Error"
          }
        }
      },
      "put": {
        "operationId": "replaceState",
        "tags": [
          "sandboxes"
        ],
        "summary": "Replace the whole world by that of a scenario document",
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/Scenario"
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "As it is now.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Sandbox"
                }
              }
            }
          },
          "404": {
            "$ref": "#/components/responses/Error"
          },
          "409": {
            "$ref": "#/components/responses/Error"
          }
        }
      }
    },
    "/sandboxes/{sandbox}/history": {
      "parameters": [
        {
          "$ref": "#/components/parameters/sandbox"
        }
      ],
      "get": {
        "operationId": "readHistory",
        "tags": [
          "sandboxes"
        ],
        "summary": "The changes that can be taken back",
        "description": "It keeps the last 1,000 changes, or fewer where those of all sandboxes take up too much memory. A fault that was\nused up is no change. The history is not persisted.\n",
        "responses": {
          "200": {
            "description": "The changes, newest last, and how many older ones it let go.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/History"
                }
              }
            }
          },
          "404": {
            "$ref": "#/components/responses/Error"
          }
        }
      }
    },
    "/sandboxes/{sandbox}/undo": {
      "parameters": [
        {
          "$ref": "#/components/parameters/sandbox"
        }
      ],
      "post": {
        "operationId": "undoChange",
        "tags": [
          "sandboxes"
        ],
        "summary": "Take the newest change back",
        "description": "What is undone leaves the history, so undoing twice goes two steps back. What the clock shipped when it was moved\nis taken back together with the move.\n",
        "requestBody": {
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/Undo"
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "The change that was taken back.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Change"
                }
              }
            }
          },
          "404": {
            "$ref": "#/components/responses/Error"
          },
          "409": {
            "$ref": "#/components/responses/Error"
          }
        }
      }
    },
    "/sandboxes/{sandbox}/rewind": {
      "parameters": [
        {
          "$ref": "#/components/parameters/sandbox"
        }
      ],
      "post": {
        "operationId": "rewindSandbox",
        "tags": [
          "sandboxes"
        ],
        "summary": "Back to what it was before a request, or after a change",
        "description": "The journal stays, with an entry that says where the sandbox was rewound to.",
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/Rewind"
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "As it is now.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Sandbox"
                }
              }
            }
          },
          "404": {
            "$ref": "#/components/responses/Error"
          },
          "409": {
            "$ref": "#/components/responses/Error"
          }
        }
      }
    },
    "/sandboxes/{sandbox}/orders": {
      "parameters": [
        {
          "$ref": "#/components/parameters/sandbox"
        }
      ],
      "get": {
        "operationId": "readOrders",
        "tags": [
          "orders"
        ],
        "summary": "All orders, with their status",
        "responses": {
          "200": {
            "description": "In the order in which the API lists them.",
            "content": {
              "application/json": {
                "schema": {
                  "type": "array",
                  "items": {
                    "$ref": "#/components/schemas/Order"
                  }
                }
              }
            }
          },
          "404": {
            "$ref": "#/components/responses/Error"
          }
        }
      },
      "post": {
        "operationId": "addOrder",
        "tags": [
          "orders"
        ],
        "summary": "Add an order",
        "requestBody": {
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/ScenarioOrder"
              }
            }
          }
        },
        "responses": {
          "201": {
            "description": "The order; without an id it got the next free one, without a status it is pending.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Order"
                }
              }
            }
          },
          "404": {
            "$ref": "#/components/responses/Error"
          },
          "409": {
            "$ref": "#/components/responses/Error"
          }
        }
      }
    },
    "/sandboxes/{sandbox}/orders/{id}": {
      "parameters": [
        {
          "$ref": "#/components/parameters/sandbox"
        },
        {
          "$ref": "#/components/parameters/id"
        }
      ],
      "get": {
        "operationId": "readOrder",
        "tags": [
          "orders"
        ],
        "summary": "One order",
        "responses": {
          "200": {
            "description": "The order.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Order"
                }
              }
            }
          },
          "404": {
            "$ref": "#/components/responses/Error"
          }
        }
      },
      "put": {
        "operationId": "putOrder",
        "tags": [
          "orders"
        ],
        "summary": "Make an order, or replace it wholly",
        "requestBody": {
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/ScenarioOrder"
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "It replaced an order.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Order"
                }
              }
            }
          },
          "201": {
            "description": "It is new.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Order"
                }
              }
            }
          },
          "404": {
            "$ref": "#/components/responses/Error"
          },
          "409": {
            "$ref": "#/components/responses/Error"
          }
        }
      },
      "patch": {
        "operationId": "patchOrder",
        "tags": [
          "orders"
        ],
        "summary": "Change members of an order",
        "description": "A JSON merge patch (RFC 7396): `null` takes a member away.",
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/OrderPatch"
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "The order.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Order"
                }
              }
            }
          },
          "404": {
            "$ref": "#/components/responses/Error"
          }
        }
      },
      "delete": {
        "operationId": "removeOrder",
        "tags": [
          "orders"
        ],
        "summary": "Take an order away, as if it had never been there",
        "responses": {
          "204": {
            "description": "It is gone."
          },
          "404": {
            "$ref": "#/components/responses/Error"
          }
        }
      }
    },
    "/sandboxes/{sandbox}/orders/{id}/ship": {
      "parameters": [
        {
          "$ref": "#/components/parameters/sandbox"
        },
        {
          "$ref": "#/components/parameters/id"
        }
      ],
      "post": {
        "operationId": "shipOrder",
        "tags": [
          "orders"
        ],
        "summary": "Ship a pending order",
        "responses": {
          "200": {
            "description": "The order has shipped.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Order"
                }
              }
            }
          },
          "404": {
            "$ref": "#/components/responses/Error"
          },
          "409": {
            "$ref": "#/components/responses/Error"
          }
        }
      }
    },
    "/sandboxes/{sandbox}/requests": {
      "parameters": [
        {
          "$ref": "#/components/parameters/sandbox"
        }
      ],
      "get": {
        "operationId": "readRequests",
        "tags": [
          "requests"
        ],
        "summary": "The journal, newest last",
        "description": "It keeps the last 1,000 requests; `requests/count` says how many it let go.",
        "parameters": [
          {
            "$ref": "#/components/parameters/operation"
          },
          {
            "$ref": "#/components/parameters/status"
          },
          {
            "$ref": "#/components/parameters/orderId"
          },
          {
            "$ref": "#/components/parameters/since"
          },
          {
            "$ref": "#/components/parameters/limit"
          }
        ],
        "responses": {
          "200": {
            "description": "The requests that every given filter lets pass.",
            "content": {
              "application/json": {
                "schema": {
                  "type": "array",
                  "items": {
                    "$ref": "#/components/schemas/Request"
                  }
                }
              }
            }
          },
          "404": {
            "$ref": "#/components/responses/Error"
          }
        }
      },
      "delete": {
        "operationId": "clearRequests",
        "tags": [
          "requests"
        ],
        "summary": "Forget the journal",
        "responses": {
          "204": {
            "description": "It is empty."
          },
          "404": {
            "$ref": "#/components/responses/Error"
          }
        }
      }
    },
    "/sandboxes/{sandbox}/requests/count": {
      "parameters": [
        {
          "$ref": "#/components/parameters/sandbox"
        }
      ],
      "get": {
        "operationId": "countRequests",
        "tags": [
          "requests"
        ],
        "summary": "How many requests the journal holds, and how many it let go",
        "parameters": [
          {
            "$ref": "#/components/parameters/operation"
          },
          {
            "$ref": "#/components/parameters/status"
          },
          {
            "$ref": "#/components/parameters/orderId"
          },
          {
            "$ref": "#/components/parameters/since"
          },
          {
            "$ref": "#/components/parameters/limit"
          }
        ],
        "responses": {
          "200": {
            "description": "The numbers.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/RequestCount"
                }
              }
            }
          },
          "404": {
            "$ref": "#/components/responses/Error"
          }
        }
      }
    },
    "/sandboxes/{sandbox}/faults": {
      "parameters": [
        {
          "$ref": "#/components/parameters/sandbox"
        }
      ],
      "get": {
        "operationId": "readFaults",
        "tags": [
          "rules"
        ],
        "summary": "The failures to inject",
        "responses": {
          "200": {
            "description": "In the order in which they are tried; `fired` says how often.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Faults"
                }
              }
            }
          },
          "404": {
            "$ref": "#/components/responses/Error"
          }
        }
      },
      "put": {
        "operationId": "replaceFaults",
        "tags": [
          "rules"
        ],
        "summary": "Replace the failures to inject",
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/Faults"
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "The list as it is now.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Faults"
                }
              }
            }
          },
          "404": {
            "$ref": "#/components/responses/Error"
          }
        }
      },
      "delete": {
        "operationId": "clearFaults",
        "tags": [
          "rules"
        ],
        "summary": "Inject no failure any more",
        "responses": {
          "204": {
            "description": "There is none."
          },
          "404": {
            "$ref": "#/components/responses/Error"
          }
        }
      }
    },
    "/sandboxes/{sandbox}/clock": {
      "parameters": [
        {
          "$ref": "#/components/parameters/sandbox"
        }
      ],
      "get": {
        "operationId": "readClock",
        "tags": [
          "rules"
        ],
        "summary": "What time it is in the sandbox",
        "responses": {
          "200": {
            "description": "The clock.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Clock"
                }
              }
            }
          },
          "404": {
            "$ref": "#/components/responses/Error"
          }
        }
      },
      "put": {
        "operationId": "changeClock",
        "tags": [
          "rules"
        ],
        "summary": "Set, move, freeze the clock, in one step",
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/ClockChange"
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "The clock as it is now.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Clock"
                }
              }
            }
          },
          "404": {
            "$ref": "#/components/responses/Error"
          }
        }
      }
    }
  },
  "components": {
    "securitySchemes": {
      "controlToken": {
        "type": "http",
        "scheme": "bearer",
        "description": "The control token, if the server has one."
      }
    },
    "parameters": {
      "sandbox": {
        "name": "sandbox",
        "in": "path",
        "required": true,
        "description": "Its name: `main`, `shipped`, `shipped~worker-3`, or as it was created. A sandbox whose name begins with a\nscenario's is made when it is first used, here as by its key; only reading the sandbox itself does not make it.\n",
        "schema": {
          "$ref": "#/components/schemas/SandboxName"
        }
      },
      "id": {
        "name": "id",
        "in": "path",
        "required": true,
        "description": "An int64, in decimal digits.",
        "schema": {
          "type": "string"
        }
      },
      "operation": {
        "name": "operation",
        "in": "query",
        "description": "Only requests for this operation: one of the API, or of those that are mocked beside it.",
        "schema": {
          "type": "string"
        }
      },
      "status": {
        "name": "status",
        "in": "query",
        "description": "Only requests that were answered with this status; 0 is no answer at all.",
        "schema": {
          "type": "integer",
          "minimum": 0,
          "maximum": 599,
          "not": {
            "minimum": 1,
            "maximum": 99
          }
        }
      },
      "orderId": {
        "name": "orderId",
        "in": "query",
        "description": "Only requests to cancel this order: the id as it stood in the path, so `undefined` finds such mistakes.",
        "schema": {
          "type": "string"
        }
      },
      "since": {
        "name": "since",
        "in": "query",
        "description": "An instant (RFC 3339): requests at or after it. Or the id of an entry: requests after it.",
        "schema": {
          "type": "string"
        }
      },
      "limit": {
        "name": "limit",
        "in": "query",
        "description": "Only the most recent so many.",
        "schema": {
          "type": "integer",
          "minimum": 1
        }
      }
    },
    "responses": {
      "Error": {
        "description": "What is wrong.",
        "content": {
          "application/json": {
            "schema": {
              "$ref": "#/components/schemas/Error"
            }
          }
        }
      }
    },
    "schemas": {
      "SandboxName": {
        "type": "string",
        "pattern": "^[A-Za-z0-9._-]{1,100}(~[A-Za-z0-9._-]{1,100})?$"
      },
      "Index": {
        "type": "object",
        "required": [
          "version",
          "baseUrl",
          "links"
        ],
        "properties": {
          "version": {
            "type": "string"
          },
          "baseUrl": {
            "type": "string",
            "description": "Base address of the API."
          },
          "links": {
            "type": "array",
            "items": {
              "type": "object",
              "required": [
                "title",
                "href"
              ],
              "properties": {
                "title": {
                  "type": "string"
                },
                "href": {
                  "type": "string",
                  "format": "uri-reference"
                }
              }
            }
          }
        }
      },
      "Health": {
        "type": "object",
        "required": [
          "status"
        ],
        "properties": {
          "status": {
            "enum": [
              "ok"
            ]
          },
          "version": {
            "type": "string"
          },
          "uptime": {
            "type": "number",
            "description": "Seconds since the start."
          },
          "scenario": {
            "type": "string",
            "description": "The scenario of `main`."
          },
          "sandboxes": {
            "type": "integer",
            "description": "How many there are."
          }
        }
      },
      "Counts": {
        "type": "object",
        "description": "Numbers of orders by status.",
        "required": [
          "pending",
          "shipped",
          "cancelled"
        ],
        "properties": {
          "pending": {
            "type": "integer"
          },
          "shipped": {
            "type": "integer"
          },
          "cancelled": {
            "type": "integer"
          }
        }
      },
      "ScenarioSummary": {
        "type": "object",
        "required": [
          "name",
          "counts"
        ],
        "properties": {
          "name": {
            "type": "string"
          },
          "title": {
            "type": "string"
          },
          "description": {
            "type": "string"
          },
          "counts": {
            "$ref": "#/components/schemas/Counts"
          }
        }
      },
      "Sandbox": {
        "type": "object",
        "required": [
          "name",
          "apiKey",
          "baseUrl",
          "scenario",
          "counts",
          "requests",
          "lastUsed"
        ],
        "properties": {
          "name": {
            "type": "string"
          },
          "apiKey": {
            "type": "string",
            "description": "The API key that leads here."
          },
          "baseUrl": {
            "type": "string",
            "description": "Base address of the API."
          },
          "panelUrl": {
            "type": "string",
            "description": "Where the control panel shows it, if there is one."
          },
          "scenario": {
            "type": "string"
          },
          "counts": {
            "$ref": "#/components/schemas/Counts"
          },
          "requests": {
            "type": "integer",
            "description": "Requests since the journal was last cleared."
          },
          "lastUsed": {
            "type": "string",
            "format": "date-time",
            "description": "When a request last came, real time."
          }
        }
      },
      "SandboxList": {
        "type": "object",
        "required": [
          "sandboxes",
          "evictions"
        ],
        "properties": {
          "sandboxes": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/Sandbox"
            }
          },
          "evictions": {
            "type": "integer",
            "description": "Sandboxes that had to go to make room for others."
          }
        }
      },
      "NewSandbox": {
        "type": "object",
        "additionalProperties": false,
        "properties": {
          "name": {
            "type": "string",
            "pattern": "^[A-Za-z0-9._-]{1,100}$",
            "description": "Default: one that is free."
          },
          "scenario": {
            "type": "string",
            "description": "Default: the one that the server was started with."
          },
          "orders": {
            "$ref": "#/components/schemas/ScenarioOrders",
            "description": "Replaces the orders of the scenario; a reset leads back to them."
          }
        }
      },
      "Reset": {
        "type": "object",
        "additionalProperties": false,
        "properties": {
          "scenario": {
            "type": "string",
            "description": "Default: the one that it came from."
          },
          "keepRequests": {
            "type": "boolean",
            "default": false,
            "description": "Whether the journal of requests is kept."
          }
        }
      },
      "History": {
        "type": "object",
        "required": [
          "changes",
          "evicted"
        ],
        "properties": {
          "changes": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/Change"
            }
          },
          "evicted": {
            "type": "integer",
            "description": "Older changes that can no longer be taken back."
          }
        }
      },
      "Change": {
        "type": "object",
        "required": [
          "id",
          "at",
          "by",
          "change"
        ],
        "properties": {
          "id": {
            "type": "integer",
            "description": "Counts the changes of the sandbox, from 1."
          },
          "at": {
            "type": "string",
            "format": "date-time",
            "description": "Real time."
          },
          "by": {
            "enum": [
              "api",
              "control",
              "clock"
            ],
            "description": "Who made it: a request, the control API, or the clock."
          },
          "requestId": {
            "type": "integer",
            "description": "The request in the journal that made it."
          },
          "change": {
            "enum": [
              "added",
              "replaced",
              "cancelled",
              "shipped",
              "removed",
              "reset",
              "restored",
              "faults",
              "clock"
            ]
          },
          "orderId": {
            "type": "string"
          }
        }
      },
      "Undo": {
        "type": "object",
        "additionalProperties": false,
        "properties": {
          "change": {
            "type": "integer",
            "minimum": 1,
            "description": "Only if this is the newest change; else 409."
          }
        }
      },
      "Rewind": {
        "description": "One of the two.",
        "type": "object",
        "additionalProperties": false,
        "minProperties": 1,
        "maxProperties": 1,
        "properties": {
          "beforeRequest": {
            "type": "integer",
            "minimum": 1,
            "description": "The id of a request in the journal."
          },
          "to": {
            "type": "integer",
            "minimum": 0,
            "description": "The id of a change; 0 is the start."
          }
        }
      },
      "Order": {
        "type": "object",
        "required": [
          "id",
          "status"
        ],
        "properties": {
          "id": {
            "type": "integer",
            "format": "int64"
          },
          "petId": {
            "type": "integer",
            "format": "int64"
          },
          "quantity": {
            "type": "integer"
          },
          "shipDate": {
            "type": "string",
            "format": "date-time"
          },
          "complete": {
            "type": "boolean"
          },
          "status": {
            "$ref": "#/components/schemas/ScenarioStatus"
          },
          "shipAfter": {
            "type": "string",
            "description": "What is left until the clock ships it, an ISO 8601 duration."
          }
        }
      },
      "OrderPatch": {
        "type": "object",
        "additionalProperties": false,
        "properties": {
          "petId": {
            "anyOf": [
              {
                "$ref": "#/components/schemas/ScenarioId"
              },
              {
                "type": "null"
              }
            ]
          },
          "quantity": {
            "type": [
              "integer",
              "null"
            ]
          },
          "shipDate": {
            "anyOf": [
              {
                "$ref": "#/components/schemas/ScenarioMoment"
              },
              {
                "type": "null"
              }
            ]
          },
          "complete": {
            "type": [
              "boolean",
              "null"
            ]
          },
          "status": {
            "$ref": "#/components/schemas/ScenarioStatus"
          },
          "shipAfter": {
            "anyOf": [
              {
                "$ref": "#/components/schemas/ScenarioDuration"
              },
              {
                "type": "null"
              }
            ]
          }
        }
      },
      "Request": {
        "type": "object",
        "required": [
          "id",
          "at",
          "method",
          "path",
          "status",
          "durationMs",
          "reason"
        ],
        "properties": {
          "id": {
            "type": "integer",
            "description": "Counts the requests of the sandbox, from 1."
          },
          "at": {
            "type": "string",
            "format": "date-time",
            "description": "Real time."
          },
          "operation": {
            "type": "string",
            "description": "`listOrders`, `cancelOrder` or `getPet`; or one that is mocked beside the API, by its `operationId` or else its\nmethod and path; or `rewind`, where the sandbox was rewound.\n"
          },
          "method": {
            "type": "string"
          },
          "path": {
            "type": "string",
            "description": "Below the base address."
          },
          "status": {
            "type": "integer",
            "description": "0 if a fault kept the answer back."
          },
          "code": {
            "type": "string"
          },
          "durationMs": {
            "type": "number"
          },
          "orderId": {
            "type": "string"
          },
          "key": {
            "type": "string",
            "description": "Redacted: `test…~shipped`."
          },
          "reason": {
            "type": "string",
            "description": "Why it was answered so."
          },
          "fault": {
            "type": "string",
            "description": "The kind of fault that was injected."
          },
          "violations": {
            "type": "array",
            "items": {
              "type": "string"
            }
          }
        }
      },
      "RequestCount": {
        "type": "object",
        "required": [
          "count",
          "evicted"
        ],
        "properties": {
          "count": {
            "type": "integer"
          },
          "evicted": {
            "type": "integer",
            "description": "Requests that the journal no longer holds."
          }
        }
      },
      "Faults": {
        "$ref": "#/components/schemas/ScenarioFaults"
      },
      "Clock": {
        "type": "object",
        "required": [
          "now",
          "frozen"
        ],
        "properties": {
          "now": {
            "type": "string",
            "format": "date-time"
          },
          "frozen": {
            "type": "boolean"
          }
        }
      },
      "ClockChange": {
        "type": "object",
        "additionalProperties": false,
        "properties": {
          "now": {
            "$ref": "#/components/schemas/ScenarioInstant"
          },
          "frozen": {
            "type": "boolean"
          },
          "advance": {
            "$ref": "#/components/schemas/ScenarioDuration",
            "description": "How far to go forward from `now`; a minus sign goes back."
          }
        }
      },
      "StateChange": {
        "type": "object",
        "required": [
          "state"
        ],
        "properties": {
          "state": {
            "type": "string"
          },
          "params": {
            "type": "object"
          },
          "action": {
            "enum": [
              "setup",
              "teardown"
            ]
          }
        }
      },
      "Error": {
        "type": "object",
        "required": [
          "code",
          "message",
          "status"
        ],
        "properties": {
          "code": {
            "type": "string"
          },
          "message": {
            "type": "string"
          },
          "status": {
            "type": "integer"
          }
        }
      },
      "Scenario": {
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
                "$ref": "#/components/schemas/ScenarioGenerateOrders"
              },
              "else": {
                "$ref": "#/components/schemas/ScenarioSeedOrder"
              }
            }
          },
          "pets": {
            "type": "array",
            "description": "The pets that GET /pets/{petId} answers with. A pet that only an order names has just its id.",
            "items": {
              "$ref": "#/components/schemas/ScenarioPet"
            }
          },
          "now": {
            "$ref": "#/components/schemas/ScenarioInstant",
            "description": "The clock starts here; without it, at the real time."
          },
          "frozen": {
            "type": "boolean",
            "description": "Whether the clock stands still. Default: false."
          },
          "sunset": {
            "$ref": "#/components/schemas/ScenarioInstant",
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
            "description": "Failures to inject. The first one that matches a request decides; delays add up. 1000 at most.",
            "maxItems": 1000,
            "items": {
              "$ref": "#/components/schemas/ScenarioFault"
            }
          }
        }
      },
      "ScenarioOrders": {
        "type": "array",
        "description": "The orders in the order in which they are listed.",
        "items": {
          "if": {
            "required": [
              "generate"
            ]
          },
          "then": {
            "$ref": "#/components/schemas/ScenarioGenerateOrders"
          },
          "else": {
            "$ref": "#/components/schemas/ScenarioSeedOrder"
          }
        }
      },
      "ScenarioFaults": {
        "type": "array",
        "description": "Failures to inject. The first one that matches a request decides; delays add up. 1000 at most.",
        "maxItems": 1000,
        "items": {
          "$ref": "#/components/schemas/ScenarioFault"
        }
      },
      "ScenarioId": {
        "type": [
          "integer",
          "string"
        ],
        "format": "int64",
        "pattern": "^(0|-?[1-9][0-9]{0,18})$",
        "description": "An int64: a number, or its decimal digits in quotes."
      },
      "ScenarioInstant": {
        "type": "string",
        "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}([Tt][0-9]{2}:[0-9]{2}:[0-9]{2}([.][0-9]+)?([Zz]|[+-][0-9]{2}:[0-9]{2}))?$",
        "description": "A date-time with its offset (RFC 3339), or a date: its first moment in UTC."
      },
      "ScenarioMoment": {
        "type": "string",
        "pattern": "^(now([+-]P[0-9A-Z.]+)?|[0-9]{4}-[0-9]{2}-[0-9]{2}[Tt][0-9]{2}:[0-9]{2}:[0-9]{2}([.][0-9]+)?([Zz]|[+-][0-9]{2}:[0-9]{2}))$",
        "description": "A date-time with its offset (RFC 3339), or relative to the clock: now, now+P3D, now-PT2H."
      },
      "ScenarioDuration": {
        "type": "string",
        "pattern": "^-?P[0-9A-Z.]+$",
        "description": "An ISO 8601 duration, such as P3D or PT10M."
      },
      "ScenarioStatus": {
        "enum": [
          "pending",
          "shipped",
          "cancelled"
        ],
        "description": "The status, which the API never shows. Default: pending."
      },
      "ScenarioOrder": {
        "type": "object",
        "additionalProperties": false,
        "description": "An order. Any member may be missing.",
        "properties": {
          "id": {
            "$ref": "#/components/schemas/ScenarioId"
          },
          "petId": {
            "$ref": "#/components/schemas/ScenarioId"
          },
          "quantity": {
            "type": "integer",
            "description": "Number of units ordered."
          },
          "shipDate": {
            "$ref": "#/components/schemas/ScenarioMoment"
          },
          "complete": {
            "type": "boolean",
            "description": "Whether the order has been fulfilled."
          },
          "status": {
            "$ref": "#/components/schemas/ScenarioStatus"
          },
          "shipAfter": {
            "$ref": "#/components/schemas/ScenarioDuration",
            "description": "A pending order ships by itself when the clock has moved on by this much."
          }
        }
      },
      "ScenarioSeedOrder": {
        "allOf": [
          {
            "$ref": "#/components/schemas/ScenarioOrder"
          },
          {
            "$ref": "#/components/schemas/ScenarioWithId"
          }
        ]
      },
      "ScenarioWithId": {
        "type": "object",
        "required": [
          "id"
        ],
        "properties": {
          "id": {
            "$ref": "#/components/schemas/ScenarioId"
          }
        }
      },
      "ScenarioGenerateOrders": {
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
            "description": "Many orders, the same ones for the same seed. Ids count up from firstId and leave out those that are taken. A document generates 1000000 at most, in 100 items at most.",
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
                "$ref": "#/components/schemas/ScenarioId",
                "description": "Default: 1."
              },
              "status": {
                "$ref": "#/components/schemas/ScenarioStatus",
                "description": "Default: a mixture."
              }
            }
          }
        }
      },
      "ScenarioPet": {
        "type": "object",
        "required": [
          "id"
        ],
        "additionalProperties": true,
        "properties": {
          "id": {
            "$ref": "#/components/schemas/ScenarioId"
          }
        },
        "description": "A pet: its id, and any further members."
      },
      "ScenarioDelay": {
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
      "ScenarioFault": {
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
            "$ref": "#/components/schemas/ScenarioId",
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
            "$ref": "#/components/schemas/ScenarioDelay"
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
}
