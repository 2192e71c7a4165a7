// Generated from contracts/openapi.yaml by `npm run generate`. Do not edit.

export interface paths {
    readonly "/store/orders": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List all orders
         * @description Answers with every order placed in the store. There is no filtering and no pagination;
         *     both are planned for v2.
         */
        readonly get: operations["listOrders"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/store/orders/{orderId}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post?: never;
        /**
         * Cancel an order
         * @description Cancels an order whose status is `pending`. A shipped order cannot be reversed.
         */
        readonly delete: operations["cancelOrder"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/pets/{petId}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Read a pet
         * @deprecated
         * @description Deprecated. It will be switched off after its sunset date.
         */
        readonly get: operations["getPet"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description An order. It has a status, which the API does not show. */
        readonly Order: {
            /**
             * Format: int64
             * @description Unique order identifier.
             */
            readonly id?: bigint;
            /**
             * Format: int64
             * @description Identifier of the animal in the order.
             */
            readonly petId?: bigint;
            /** @description Number of units ordered. */
            readonly quantity?: number;
            /**
             * Format: date-time
             * @description Expected or actual ship date (ISO 8601).
             */
            readonly shipDate?: string;
            /** @description Whether the order has been fulfilled. */
            readonly complete?: boolean;
        };
        /** @description What went wrong. */
        readonly Error: {
            /** @description Machine-readable error code. */
            readonly code: string;
            /** @description Human-readable description. */
            readonly message: string;
            /** @description The HTTP status code, the same number as that of the response. */
            readonly status: number;
        };
    };
    responses: {
        /** @description The API key is missing or invalid. */
        readonly Unauthorized: {
            headers: {
                readonly "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                readonly [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "code": "invalid_api_key",
                 *       "message": "The API key is not known.",
                 *       "status": 401
                 *     }
                 */
                readonly "application/json": components["schemas"]["Error"];
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: {
        /** @description Since when the operation is deprecated, a structured date such as `@1767225600` (RFC 9745). */
        readonly Deprecation: string;
        /** @description When the operation is switched off, an HTTP date (RFC 8594). */
        readonly Sunset: string;
        /** @description Where to read more; `rel="deprecation"` (RFC 9745) and `rel="sunset"` (RFC 8594). */
        readonly Link: string;
        /** @description The challenge (RFC 9110, section 11.6.1; RFC 6750, section 3). */
        readonly "WWW-Authenticate": string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    readonly listOrders: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description All orders. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": 1,
                     *         "petId": 11,
                     *         "quantity": 2,
                     *         "shipDate": "2026-11-23T12:00:00Z",
                     *         "complete": false
                     *       },
                     *       {
                     *         "id": 2,
                     *         "petId": 12,
                     *         "quantity": 1,
                     *         "shipDate": "2026-11-18T12:00:00Z",
                     *         "complete": true
                     *       },
                     *       {
                     *         "id": 8
                     *       },
                     *       {
                     *         "id": 9007199254740992,
                     *         "petId": 12,
                     *         "quantity": 1,
                     *         "complete": false
                     *       }
                     *     ]
                     */
                    readonly "application/json": readonly components["schemas"]["Order"][];
                };
            };
            readonly 401: components["responses"]["Unauthorized"];
        };
    };
    readonly cancelOrder: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description Identifier of the order to cancel.
                 * @example 1
                 */
                readonly orderId: bigint;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The order is cancelled. */
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly 401: components["responses"]["Unauthorized"];
            /** @description The order cannot be found. */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "order_not_found",
                     *       "message": "There is no order 404.",
                     *       "status": 404
                     *     }
                     */
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The order cannot be cancelled because it has already shipped. */
            readonly 409: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly getPet: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description Identifier of the pet to read.
                 * @example 11
                 */
                readonly petId: bigint;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The pet. Its members are not specified. */
            readonly 200: {
                headers: {
                    readonly Deprecation: components["headers"]["Deprecation"];
                    readonly Sunset: components["headers"]["Sunset"];
                    readonly Link: components["headers"]["Link"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 11,
                     *       "name": "Rex",
                     *       "species": "dog"
                     *     }
                     */
                    readonly "application/json": Record<string, never>;
                };
            };
            readonly 401: components["responses"]["Unauthorized"];
            /** @description The pet cannot be found (assumed). */
            readonly 404: {
                headers: {
                    readonly Deprecation: components["headers"]["Deprecation"];
                    readonly Sunset: components["headers"]["Sunset"];
                    readonly Link: components["headers"]["Link"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "pet_not_found",
                     *       "message": "There is no pet 404.",
                     *       "status": 404
                     *     }
                     */
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The sunset date has passed and the operation is switched off (assumed). */
            readonly 410: {
                headers: {
                    readonly Deprecation: components["headers"]["Deprecation"];
                    readonly Sunset: components["headers"]["Sunset"];
                    readonly Link: components["headers"]["Link"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "gone",
                     *       "message": "This operation was switched off.",
                     *       "status": 410
                     *     }
                     */
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
}
