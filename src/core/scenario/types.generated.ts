// Generated from fixtures/scenario.schema.json by `npm run generate`. Do not edit.

export interface components {
    schemas: {
        /**
         * Scenario
         * @description A world of the Store Orders Service: its orders and pets, its clock, its sunset and its faults.
         */
        readonly Scenario: {
            /** @description Where this schema is, for editors. */
            readonly $schema?: string;
            /** @description The scenario in a few words. */
            readonly title?: string;
            /** @description What it is good for, in a line. */
            readonly description?: string;
            /** @description The orders in the order in which they are listed. */
            readonly orders?: readonly (components["schemas"]["SeedOrder"] | components["schemas"]["GenerateOrders"])[];
            /** @description The pets that GET /pets/{petId} answers with. A pet that only an order names has just its id. */
            readonly pets?: readonly components["schemas"]["Pet"][];
            /** @description The clock starts here; without it, at the real time. */
            readonly now?: components["schemas"]["Instant"];
            /** @description Whether the clock stands still. Default: false. */
            readonly frozen?: boolean;
            /** @description When deprecated operations are switched off; overrides the API description. */
            readonly sunset?: components["schemas"]["Instant"];
            /**
             * @description What deprecated operations do once the clock has passed the sunset: go on, or answer 410. Default: serve.
             * @enum {unknown}
             */
            readonly afterSunset?: "serve" | "gone";
            /** @description Failures to inject. The first one that matches a request decides; delays add up. 1000 at most. */
            readonly faults?: readonly components["schemas"]["Fault"][];
        };
        /**
         * Format: int64
         * @description An int64: a number, or its decimal digits in quotes.
         */
        readonly Id: bigint | number | string;
        /** @description A date-time with its offset (RFC 3339), or a date: its first moment in UTC. */
        readonly Instant: string;
        /** @description A date-time with its offset (RFC 3339), or relative to the clock: now, now+P3D, now-PT2H. */
        readonly Moment: string;
        /** @description An ISO 8601 duration, such as P3D or PT10M. */
        readonly Duration: string;
        /**
         * @description The status, which the API never shows. Default: pending.
         * @enum {unknown}
         */
        readonly Status: "pending" | "shipped" | "cancelled";
        /** @description An order. Any member may be missing. */
        readonly Order: {
            readonly id?: components["schemas"]["Id"];
            readonly petId?: components["schemas"]["Id"];
            /** @description Number of units ordered. */
            readonly quantity?: number;
            readonly shipDate?: components["schemas"]["Moment"];
            /** @description Whether the order has been fulfilled. */
            readonly complete?: boolean;
            readonly status?: components["schemas"]["Status"];
            /** @description A pending order ships by itself when the clock has moved on by this much. */
            readonly shipAfter?: components["schemas"]["Duration"];
        };
        readonly SeedOrder: components["schemas"]["Order"] & components["schemas"]["WithId"];
        readonly WithId: {
            readonly id: components["schemas"]["Id"];
        };
        readonly GenerateOrders: {
            /** @description Many orders, the same ones for the same seed. Ids count up from firstId and leave out those that are taken. A document generates 1000000 at most, in 100 items at most. */
            readonly generate: {
                /** @description How many. */
                readonly count: number;
                /** @description Default: 1. */
                readonly seed?: number;
                /** @description Default: 1. */
                readonly firstId?: components["schemas"]["Id"];
                /** @description Default: a mixture. */
                readonly status?: components["schemas"]["Status"];
            };
        };
        /** @description A pet: its id, and any further members. */
        readonly Pet: {
            readonly id: components["schemas"]["Id"];
        } & {
            readonly [key: string]: unknown;
        };
        /** @description Milliseconds to wait before the answer or the failure, or a range to draw them from. */
        readonly Delay: number | {
            readonly min: number;
            readonly max: number;
        };
        /** @description A failure to inject. It changes no order. */
        readonly Fault: {
            /**
             * @description Only requests for this operation. Default: any.
             * @enum {unknown}
             */
            readonly operation?: "listOrders" | "cancelOrder" | "getPet";
            /** @description Only requests to cancel this order. */
            readonly orderId?: components["schemas"]["Id"];
            /**
             * @description status: answer with an error; delay: answer late; reset: close the connection without an answer; truncate: cut the body short of its length; hang: never answer.
             * @enum {unknown}
             */
            readonly kind: "status" | "delay" | "reset" | "truncate" | "hang";
            /** @description The HTTP status of kind status. Default: 500. */
            readonly status?: number;
            readonly delayMs?: components["schemas"]["Delay"];
            /** @description How often in all. Default: always. */
            readonly times?: number;
            /** @description How often it was injected so far. */
            readonly fired?: number;
            /** @description Default: 1. */
            readonly probability?: number;
            /** @description Makes probability and delay range draw the same sequence each time. Read back, it is the seed of what is left of the sequence. */
            readonly seed?: number;
            /** @description The message of the Error object. */
            readonly message?: string;
        };
    };
}
