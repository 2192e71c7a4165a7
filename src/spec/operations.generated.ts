// Generated from contracts/openapi.yaml by `npm run generate`. Do not edit.

import type { DescribedOperation } from './operation.js'

/** The operations of the API, by their `operationId`. */
export type OperationId = 'listOrders' | 'cancelOrder' | 'getPet'

/** What the OpenAPI description says of one operation. */
export type Operation = DescribedOperation<OperationId>

/** All operations of the description. */
export type OperationTable = { readonly [id in OperationId]: Operation }

/** The operations of the API, as the OpenAPI description has them. */
export const operations: OperationTable = {
  "listOrders": {
    "operationId": "listOrders",
    "method": "GET",
    "path": "/store/orders",
    "clause": "List orders",
    "states": [
      "an order with every field",
      "many orders"
    ],
    "statuses": [
      200,
      401
    ],
    "bodies": [
      200,
      401
    ]
  },
  "cancelOrder": {
    "operationId": "cancelOrder",
    "method": "DELETE",
    "path": "/store/orders/{orderId}",
    "parameter": "orderId",
    "clause": "Cancel an order",
    "states": [
      "an order with a large id",
      "a pending order",
      "a shipped order",
      "an unknown order id"
    ],
    "statuses": [
      204,
      401,
      404,
      409
    ],
    "bodies": [
      401,
      404
    ]
  },
  "getPet": {
    "operationId": "getPet",
    "method": "GET",
    "path": "/pets/{petId}",
    "parameter": "petId",
    "clause": "Versioning",
    "states": [
      "a pet"
    ],
    "statuses": [
      200,
      401,
      404,
      410
    ],
    "bodies": [
      200,
      401
    ],
    "deprecated": {
      "since": "2026-01-01",
      "sunset": "2027-06-30"
    }
  }
}
