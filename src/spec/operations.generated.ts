// Generated from contracts/openapi.yaml by `npm run generate`. Do not edit.

import type { OperationTable } from './operation.js'

/** The operations of the API, as the OpenAPI description has them. */
export const operations: OperationTable = {
  "listOrders": {
    "operationId": "listOrders",
    "method": "GET",
    "path": "/store/orders",
    "statuses": [
      200,
      401
    ]
  },
  "cancelOrder": {
    "operationId": "cancelOrder",
    "method": "DELETE",
    "path": "/store/orders/{orderId}",
    "statuses": [
      204,
      401,
      404,
      409
    ]
  },
  "getPet": {
    "operationId": "getPet",
    "method": "GET",
    "path": "/pets/{petId}",
    "statuses": [
      200,
      401,
      404,
      410
    ],
    "deprecated": {
      "since": "2026-01-01",
      "sunset": "2027-06-30"
    }
  }
}
