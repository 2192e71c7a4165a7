// Generated from contracts/openapi.yaml by `npm run generate`. Do not edit.

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
}
