// Generated from contracts/control-api.yaml by `npm run generate`. Do not edit.

export interface components {
    schemas: {
        readonly SandboxName: string;
        readonly Index: {
            readonly version: string;
            /** @description Base address of the API. */
            readonly baseUrl: string;
            readonly links: readonly {
                readonly title: string;
                /** Format: uri-reference */
                readonly href: string;
            }[];
        };
        readonly Health: {
            /** @enum {unknown} */
            readonly status: "ok";
            readonly version?: string;
            /** @description Seconds since the start. */
            readonly uptime?: number;
            /** @description The scenario of `main`. */
            readonly scenario?: string;
            /** @description How many there are. */
            readonly sandboxes?: number;
        };
        /** @description Numbers of orders by status. */
        readonly Counts: {
            readonly pending: number;
            readonly shipped: number;
            readonly cancelled: number;
        };
        readonly ScenarioSummary: {
            readonly name: string;
            readonly title?: string;
            readonly description?: string;
            readonly counts: components["schemas"]["Counts"];
        };
        readonly Sandbox: {
            readonly name: string;
            /** @description The API key that leads here. */
            readonly apiKey: string;
            /** @description Base address of the API. */
            readonly baseUrl: string;
            /** @description Where the control panel shows it, if there is one. */
            readonly panelUrl?: string;
            readonly scenario: string;
            readonly counts: components["schemas"]["Counts"];
            /** @description Requests since the journal was last cleared. */
            readonly requests: number;
            /**
             * Format: date-time
             * @description When a request last came, real time.
             */
            readonly lastUsed: string;
        };
        readonly SandboxList: {
            readonly sandboxes: readonly components["schemas"]["Sandbox"][];
            /** @description Sandboxes that had to go to make room for others. */
            readonly evictions: number;
        };
        readonly NewSandbox: {
            /** @description Default: one that is free. */
            readonly name?: string;
            /** @description Default: the one that the server was started with. */
            readonly scenario?: string;
            /** @description Replaces the orders of the scenario; a reset leads back to them. */
            readonly orders?: components["schemas"]["ScenarioOrders"];
        };
        readonly Reset: {
            /** @description Default: the one that it came from. */
            readonly scenario?: string;
            /**
             * @description Whether the journal of requests is kept.
             * @default false
             */
            readonly keepRequests: boolean;
        };
        readonly History: {
            readonly changes: readonly components["schemas"]["Change"][];
            /** @description Older changes that can no longer be taken back. */
            readonly evicted: number;
        };
        readonly Change: {
            /** @description Counts the changes of the sandbox, from 1. */
            readonly id: number;
            /**
             * Format: date-time
             * @description Real time.
             */
            readonly at: string;
            /**
             * @description Who made it: a request, the control API, or the clock.
             * @enum {unknown}
             */
            readonly by: "api" | "control" | "clock";
            /** @description The request in the journal that made it. */
            readonly requestId?: number;
            /** @enum {unknown} */
            readonly change: "added" | "replaced" | "cancelled" | "shipped" | "removed" | "reset" | "restored" | "faults" | "clock";
            readonly orderId?: string;
        };
        readonly Undo: {
            /** @description Only if this is the newest change; else 409. */
            readonly change?: number;
        };
        /** @description One of the two. */
        readonly Rewind: {
            /** @description The id of a request in the journal. */
            readonly beforeRequest?: number;
            /** @description The id of a change; 0 is the start. */
            readonly to?: number;
        };
        readonly Order: {
            /** Format: int64 */
            readonly id: bigint | number | string;
            /** Format: int64 */
            readonly petId?: bigint | number | string;
            readonly quantity?: number;
            /** Format: date-time */
            readonly shipDate?: string;
            readonly complete?: boolean;
            readonly status: components["schemas"]["ScenarioStatus"];
            /** @description What is left until the clock ships it, an ISO 8601 duration. */
            readonly shipAfter?: string;
        };
        readonly OrderPatch: {
            readonly petId?: components["schemas"]["ScenarioId"] | null;
            readonly quantity?: number | null;
            readonly shipDate?: components["schemas"]["ScenarioMoment"] | null;
            readonly complete?: boolean | null;
            readonly status?: components["schemas"]["ScenarioStatus"];
            readonly shipAfter?: components["schemas"]["ScenarioDuration"] | null;
        };
        readonly Request: {
            /** @description Counts the requests of the sandbox, from 1. */
            readonly id: number;
            /**
             * Format: date-time
             * @description Real time.
             */
            readonly at: string;
            /**
             * @description `listOrders`, `cancelOrder` or `getPet`; or one that is mocked beside the API, by its `operationId` or else its
             *     method and path; or `rewind`, where the sandbox was rewound.
             */
            readonly operation?: string;
            readonly method: string;
            /** @description Below the base address. */
            readonly path: string;
            /** @description 0 if a fault kept the answer back. */
            readonly status: number;
            readonly code?: string;
            readonly durationMs: number;
            readonly orderId?: string;
            /** @description Redacted: `test…~shipped`. */
            readonly key?: string;
            /** @description Why it was answered so. */
            readonly reason: string;
            /** @description The kind of fault that was injected. */
            readonly fault?: string;
            readonly violations?: readonly string[];
        };
        readonly RequestCount: {
            readonly count: number;
            /** @description Requests that the journal no longer holds. */
            readonly evicted: number;
        };
        readonly Faults: components["schemas"]["ScenarioFaults"];
        readonly Clock: {
            /** Format: date-time */
            readonly now: string;
            readonly frozen: boolean;
        };
        readonly ClockChange: {
            readonly now?: components["schemas"]["ScenarioInstant"];
            readonly frozen?: boolean;
            /** @description How far to go forward from `now`; a minus sign goes back. */
            readonly advance?: components["schemas"]["ScenarioDuration"];
        };
        readonly StateChange: {
            readonly state: string;
            readonly params?: Record<string, never>;
            /** @enum {unknown} */
            readonly action?: "setup" | "teardown";
        };
        readonly Error: {
            readonly code: string;
            readonly message: string;
            readonly status: number;
        };
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
            readonly orders?: readonly (components["schemas"]["ScenarioSeedOrder"] | components["schemas"]["ScenarioGenerateOrders"])[];
            /** @description The pets that GET /pets/{petId} answers with. A pet that only an order names has just its id. */
            readonly pets?: readonly components["schemas"]["ScenarioPet"][];
            /** @description The clock starts here; without it, at the real time. */
            readonly now?: components["schemas"]["ScenarioInstant"];
            /** @description Whether the clock stands still. Default: false. */
            readonly frozen?: boolean;
            /** @description When deprecated operations are switched off; overrides the API description. */
            readonly sunset?: components["schemas"]["ScenarioInstant"];
            /**
             * @description What deprecated operations do once the clock has passed the sunset: go on, or answer 410. Default: serve.
             * @enum {unknown}
             */
            readonly afterSunset?: "serve" | "gone";
            /** @description Failures to inject. The first one that matches a request decides; delays add up. 1000 at most. */
            readonly faults?: readonly components["schemas"]["ScenarioFault"][];
        };
        /** @description The orders in the order in which they are listed. */
        readonly ScenarioOrders: readonly (components["schemas"]["ScenarioSeedOrder"] | components["schemas"]["ScenarioGenerateOrders"])[];
        /** @description Failures to inject. The first one that matches a request decides; delays add up. 1000 at most. */
        readonly ScenarioFaults: readonly components["schemas"]["ScenarioFault"][];
        /**
         * Format: int64
         * @description An int64: a number, or its decimal digits in quotes.
         */
        readonly ScenarioId: bigint | number | string;
        /** @description A date-time with its offset (RFC 3339), or a date: its first moment in UTC. */
        readonly ScenarioInstant: string;
        /** @description A date-time with its offset (RFC 3339), or relative to the clock: now, now+P3D, now-PT2H. */
        readonly ScenarioMoment: string;
        /** @description An ISO 8601 duration, such as P3D or PT10M. */
        readonly ScenarioDuration: string;
        /**
         * @description The status, which the API never shows. Default: pending.
         * @enum {unknown}
         */
        readonly ScenarioStatus: "pending" | "shipped" | "cancelled";
        /** @description An order. Any member may be missing. */
        readonly ScenarioOrder: {
            readonly id?: components["schemas"]["ScenarioId"];
            readonly petId?: components["schemas"]["ScenarioId"];
            /** @description Number of units ordered. */
            readonly quantity?: number;
            readonly shipDate?: components["schemas"]["ScenarioMoment"];
            /** @description Whether the order has been fulfilled. */
            readonly complete?: boolean;
            readonly status?: components["schemas"]["ScenarioStatus"];
            /** @description A pending order ships by itself when the clock has moved on by this much. */
            readonly shipAfter?: components["schemas"]["ScenarioDuration"];
        };
        readonly ScenarioSeedOrder: components["schemas"]["ScenarioOrder"] & components["schemas"]["ScenarioWithId"];
        readonly ScenarioWithId: {
            readonly id: components["schemas"]["ScenarioId"];
        };
        readonly ScenarioGenerateOrders: {
            /** @description Many orders, the same ones for the same seed. Ids count up from firstId and leave out those that are taken. A document generates 1000000 at most, in 100 items at most. */
            readonly generate: {
                /** @description How many. */
                readonly count: number;
                /** @description Default: 1. */
                readonly seed?: number;
                /** @description Default: 1. */
                readonly firstId?: components["schemas"]["ScenarioId"];
                /** @description Default: a mixture. */
                readonly status?: components["schemas"]["ScenarioStatus"];
            };
        };
        /** @description A pet: its id, and any further members. */
        readonly ScenarioPet: {
            readonly id: components["schemas"]["ScenarioId"];
        } & {
            readonly [key: string]: unknown;
        };
        /** @description Milliseconds to wait before the answer or the failure, or a range to draw them from. */
        readonly ScenarioDelay: number | {
            readonly min: number;
            readonly max: number;
        };
        /** @description A failure to inject. It changes no order. */
        readonly ScenarioFault: {
            /**
             * @description Only requests for this operation. Default: any.
             * @enum {unknown}
             */
            readonly operation?: "listOrders" | "cancelOrder" | "getPet";
            /** @description Only requests to cancel this order. */
            readonly orderId?: components["schemas"]["ScenarioId"];
            /**
             * @description status: answer with an error; delay: answer late; reset: close the connection without an answer; truncate: cut the body short of its length; hang: never answer.
             * @enum {unknown}
             */
            readonly kind: "status" | "delay" | "reset" | "truncate" | "hang";
            /** @description The HTTP status of kind status. Default: 500. */
            readonly status?: number;
            readonly delayMs?: components["schemas"]["ScenarioDelay"];
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
        readonly Operations: {
            readonly readIndex: {
                readonly query: Record<string, never>;
            };
            readonly readDescription: {
                readonly query: Record<string, never>;
            };
            readonly readHealth: {
                readonly query: Record<string, never>;
            };
            readonly listScenarios: {
                readonly query: Record<string, never>;
            };
            readonly followEvents: {
                readonly query: {
                    readonly sandbox?: components["schemas"]["SandboxName"];
                };
            };
            readonly changeProviderState: {
                readonly query: {
                    readonly sandbox?: components["schemas"]["SandboxName"];
                };
                readonly body: components["schemas"]["StateChange"];
            };
            readonly listSandboxes: {
                readonly query: Record<string, never>;
            };
            readonly createSandbox: {
                readonly query: Record<string, never>;
                readonly body?: components["schemas"]["NewSandbox"];
            };
            readonly readSandbox: {
                readonly query: Record<string, never>;
            };
            readonly deleteSandbox: {
                readonly query: Record<string, never>;
            };
            readonly resetSandbox: {
                readonly query: Record<string, never>;
                readonly body?: components["schemas"]["Reset"];
            };
            readonly readState: {
                readonly query: {
                    readonly at?: number;
                };
            };
            readonly replaceState: {
                readonly query: Record<string, never>;
                readonly body: components["schemas"]["Scenario"];
            };
            readonly readHistory: {
                readonly query: Record<string, never>;
            };
            readonly undoChange: {
                readonly query: Record<string, never>;
                readonly body?: components["schemas"]["Undo"];
            };
            readonly rewindSandbox: {
                readonly query: Record<string, never>;
                readonly body: components["schemas"]["Rewind"];
            };
            readonly readOrders: {
                readonly query: Record<string, never>;
            };
            readonly addOrder: {
                readonly query: Record<string, never>;
                readonly body?: components["schemas"]["ScenarioOrder"];
            };
            readonly readOrder: {
                readonly query: Record<string, never>;
            };
            readonly putOrder: {
                readonly query: Record<string, never>;
                readonly body?: components["schemas"]["ScenarioOrder"];
            };
            readonly patchOrder: {
                readonly query: Record<string, never>;
                readonly body: components["schemas"]["OrderPatch"];
            };
            readonly removeOrder: {
                readonly query: Record<string, never>;
            };
            readonly shipOrder: {
                readonly query: Record<string, never>;
            };
            readonly readRequests: {
                readonly query: {
                    readonly operation?: string;
                    readonly status?: number;
                    readonly orderId?: string;
                    readonly since?: string;
                    readonly limit?: number;
                };
            };
            readonly clearRequests: {
                readonly query: Record<string, never>;
            };
            readonly countRequests: {
                readonly query: {
                    readonly operation?: string;
                    readonly status?: number;
                    readonly orderId?: string;
                    readonly since?: string;
                    readonly limit?: number;
                };
            };
            readonly readFaults: {
                readonly query: Record<string, never>;
            };
            readonly replaceFaults: {
                readonly query: Record<string, never>;
                readonly body: components["schemas"]["Faults"];
            };
            readonly clearFaults: {
                readonly query: Record<string, never>;
            };
            readonly readClock: {
                readonly query: Record<string, never>;
            };
            readonly changeClock: {
                readonly query: Record<string, never>;
                readonly body: components["schemas"]["ClockChange"];
            };
        };
    };
}
