// Generated from contracts/control-api.yaml by `npm run generate`. Do not edit.

export interface paths {
    readonly "/openapi.json": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** This description */
        readonly get: operations["readDescription"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/health": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Whether the mock is up */
        readonly get: operations["readHealth"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/scenarios": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** The scenarios that a sandbox can start from */
        readonly get: operations["listScenarios"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/events": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Everything that happens, while it happens
         * @description Server-sent events named `request`, `order`, `sandbox` and `scenario`, with a comment as a heartbeat every 15
         *     seconds. A client that reads too slowly misses events, and is told how many by an event named `dropped`.
         *     An order that ships by the clock makes its event when the clock is moved through this API.
         */
        readonly get: operations["followEvents"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/provider-states": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Reach a state that a contract's interaction starts from
         * @description Pact's state-change protocol; `provider-states.md` lists the states.
         */
        readonly post: operations["changeProviderState"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/sandboxes": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Every sandbox */
        readonly get: operations["listSandboxes"];
        readonly put?: never;
        /** Make a sandbox */
        readonly post: operations["createSandbox"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/sandboxes/{sandbox}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description Its name: `main`, `shipped`, `shipped~worker-3`, or as it was created. A sandbox whose name begins with a
                 *     scenario's is made when it is first used, here as by its key; only reading the sandbox itself does not make it.
                 */
                readonly sandbox: components["parameters"]["sandbox"];
            };
            readonly cookie?: never;
        };
        /** One sandbox */
        readonly get: operations["readSandbox"];
        readonly put?: never;
        readonly post?: never;
        /** Take a sandbox away */
        readonly delete: operations["deleteSandbox"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/sandboxes/{sandbox}/reset": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description Its name: `main`, `shipped`, `shipped~worker-3`, or as it was created. A sandbox whose name begins with a
                 *     scenario's is made when it is first used, here as by its key; only reading the sandbox itself does not make it.
                 */
                readonly sandbox: components["parameters"]["sandbox"];
            };
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Back to its scenario, or to another one
         * @description Orders, clock and faults start again, at the same cost whatever happened before. The journal stays.
         */
        readonly post: operations["resetSandbox"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/sandboxes/{sandbox}/state": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description Its name: `main`, `shipped`, `shipped~worker-3`, or as it was created. A sandbox whose name begins with a
                 *     scenario's is made when it is first used, here as by its key; only reading the sandbox itself does not make it.
                 */
                readonly sandbox: components["parameters"]["sandbox"];
            };
            readonly cookie?: never;
        };
        /** The whole world as a scenario document */
        readonly get: operations["readState"];
        /** Replace the whole world by that of a scenario document */
        readonly put: operations["replaceState"];
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/sandboxes/{sandbox}/orders": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description Its name: `main`, `shipped`, `shipped~worker-3`, or as it was created. A sandbox whose name begins with a
                 *     scenario's is made when it is first used, here as by its key; only reading the sandbox itself does not make it.
                 */
                readonly sandbox: components["parameters"]["sandbox"];
            };
            readonly cookie?: never;
        };
        /** All orders, with their status */
        readonly get: operations["readOrders"];
        readonly put?: never;
        /** Add an order */
        readonly post: operations["addOrder"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/sandboxes/{sandbox}/orders/{id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description Its name: `main`, `shipped`, `shipped~worker-3`, or as it was created. A sandbox whose name begins with a
                 *     scenario's is made when it is first used, here as by its key; only reading the sandbox itself does not make it.
                 */
                readonly sandbox: components["parameters"]["sandbox"];
                /** @description An int64, in decimal digits. */
                readonly id: components["parameters"]["id"];
            };
            readonly cookie?: never;
        };
        /** One order */
        readonly get: operations["readOrder"];
        /** Make an order, or replace it wholly */
        readonly put: operations["putOrder"];
        readonly post?: never;
        /** Take an order away, as if it had never been there */
        readonly delete: operations["removeOrder"];
        readonly options?: never;
        readonly head?: never;
        /**
         * Change members of an order
         * @description A JSON merge patch (RFC 7396): `null` takes a member away.
         */
        readonly patch: operations["patchOrder"];
        readonly trace?: never;
    };
    readonly "/sandboxes/{sandbox}/orders/{id}/ship": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description Its name: `main`, `shipped`, `shipped~worker-3`, or as it was created. A sandbox whose name begins with a
                 *     scenario's is made when it is first used, here as by its key; only reading the sandbox itself does not make it.
                 */
                readonly sandbox: components["parameters"]["sandbox"];
                /** @description An int64, in decimal digits. */
                readonly id: components["parameters"]["id"];
            };
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Ship a pending order */
        readonly post: operations["shipOrder"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/sandboxes/{sandbox}/requests": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description Its name: `main`, `shipped`, `shipped~worker-3`, or as it was created. A sandbox whose name begins with a
                 *     scenario's is made when it is first used, here as by its key; only reading the sandbox itself does not make it.
                 */
                readonly sandbox: components["parameters"]["sandbox"];
            };
            readonly cookie?: never;
        };
        /**
         * The journal, newest last
         * @description It keeps the last 1,000 requests; `requests/count` says how many it let go.
         */
        readonly get: operations["readRequests"];
        readonly put?: never;
        readonly post?: never;
        /** Forget the journal */
        readonly delete: operations["clearRequests"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/sandboxes/{sandbox}/requests/count": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description Its name: `main`, `shipped`, `shipped~worker-3`, or as it was created. A sandbox whose name begins with a
                 *     scenario's is made when it is first used, here as by its key; only reading the sandbox itself does not make it.
                 */
                readonly sandbox: components["parameters"]["sandbox"];
            };
            readonly cookie?: never;
        };
        /** How many requests the journal holds, and how many it let go */
        readonly get: operations["countRequests"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/sandboxes/{sandbox}/faults": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description Its name: `main`, `shipped`, `shipped~worker-3`, or as it was created. A sandbox whose name begins with a
                 *     scenario's is made when it is first used, here as by its key; only reading the sandbox itself does not make it.
                 */
                readonly sandbox: components["parameters"]["sandbox"];
            };
            readonly cookie?: never;
        };
        /** The failures to inject */
        readonly get: operations["readFaults"];
        /** Replace the failures to inject */
        readonly put: operations["replaceFaults"];
        readonly post?: never;
        /** Inject no failure any more */
        readonly delete: operations["clearFaults"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/sandboxes/{sandbox}/clock": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description Its name: `main`, `shipped`, `shipped~worker-3`, or as it was created. A sandbox whose name begins with a
                 *     scenario's is made when it is first used, here as by its key; only reading the sandbox itself does not make it.
                 */
                readonly sandbox: components["parameters"]["sandbox"];
            };
            readonly cookie?: never;
        };
        /** What time it is in the sandbox */
        readonly get: operations["readClock"];
        /** Set, move, freeze the clock, in one step */
        readonly put: operations["changeClock"];
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
        readonly SandboxName: string;
        readonly Health: {
            /** @enum {unknown} */
            readonly status: "ok";
            readonly version: string;
            /** @description Seconds since the start. */
            readonly uptime: number;
            /** @description The scenario of `main`. */
            readonly scenario: string;
            /** @description How many there are. */
            readonly sandboxes: number;
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
             *     method and path.
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
            /** @description Failures to inject. The first one that matches a request decides; delays add up. */
            readonly faults?: readonly components["schemas"]["ScenarioFault"][];
        };
        /** @description The orders in the order in which they are listed. */
        readonly ScenarioOrders: readonly (components["schemas"]["ScenarioSeedOrder"] | components["schemas"]["ScenarioGenerateOrders"])[];
        /** @description Failures to inject. The first one that matches a request decides; delays add up. */
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
            /** @description Many orders, the same ones for the same seed. Ids count up from firstId and leave out those that are taken. */
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
    };
    responses: {
        /** @description What is wrong. */
        readonly Error: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["Error"];
            };
        };
    };
    parameters: {
        /**
         * @description Its name: `main`, `shipped`, `shipped~worker-3`, or as it was created. A sandbox whose name begins with a
         *     scenario's is made when it is first used, here as by its key; only reading the sandbox itself does not make it.
         */
        readonly sandbox: components["schemas"]["SandboxName"];
        /** @description An int64, in decimal digits. */
        readonly id: string;
        /** @description Only requests for this operation: one of the API, or of those that are mocked beside it. */
        readonly operation: string;
        /** @description Only requests that were answered with this status; 0 is no answer at all. */
        readonly status: number;
        /** @description Only requests to cancel this order. */
        readonly orderId: string;
        /** @description An instant (RFC 3339): requests at or after it. Or the id of an entry: requests after it. */
        readonly since: string;
        /** @description Only the most recent so many. */
        readonly limit: number;
    };
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    readonly readDescription: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The description. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": Record<string, never>;
                };
            };
            readonly 403: components["responses"]["Error"];
        };
    };
    readonly readHealth: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description It is. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Health"];
                };
            };
            readonly 403: components["responses"]["Error"];
        };
    };
    readonly listScenarios: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description All scenarios, by name. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": readonly components["schemas"]["ScenarioSummary"][];
                };
            };
            readonly 403: components["responses"]["Error"];
        };
    };
    readonly followEvents: {
        readonly parameters: {
            readonly query?: {
                /** @description Only events of this sandbox. */
                readonly sandbox?: components["schemas"]["SandboxName"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The stream. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "text/event-stream": string;
                };
            };
            readonly 400: components["responses"]["Error"];
        };
    };
    readonly changeProviderState: {
        readonly parameters: {
            readonly query?: {
                /** @description The sandbox to set up. Default: `main`. */
                readonly sandbox?: components["schemas"]["SandboxName"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["StateChange"];
            };
        };
        readonly responses: {
            /** @description The state holds. The values are for building the request with. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": Record<string, never>;
                };
            };
            readonly 400: components["responses"]["Error"];
            readonly 501: components["responses"]["Error"];
        };
    };
    readonly listSandboxes: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description `main` first, then from the least to the most recently used. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["SandboxList"];
                };
            };
            readonly 403: components["responses"]["Error"];
        };
    };
    readonly createSandbox: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": components["schemas"]["NewSandbox"];
            };
        };
        readonly responses: {
            /** @description It is there; its `apiKey` leads to it. */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Sandbox"];
                };
            };
            readonly 409: components["responses"]["Error"];
        };
    };
    readonly readSandbox: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description Its name: `main`, `shipped`, `shipped~worker-3`, or as it was created. A sandbox whose name begins with a
                 *     scenario's is made when it is first used, here as by its key; only reading the sandbox itself does not make it.
                 */
                readonly sandbox: components["parameters"]["sandbox"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The sandbox. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Sandbox"];
                };
            };
            readonly 404: components["responses"]["Error"];
        };
    };
    readonly deleteSandbox: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description Its name: `main`, `shipped`, `shipped~worker-3`, or as it was created. A sandbox whose name begins with a
                 *     scenario's is made when it is first used, here as by its key; only reading the sandbox itself does not make it.
                 */
                readonly sandbox: components["parameters"]["sandbox"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description It is gone. */
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly 404: components["responses"]["Error"];
            readonly 409: components["responses"]["Error"];
        };
    };
    readonly resetSandbox: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description Its name: `main`, `shipped`, `shipped~worker-3`, or as it was created. A sandbox whose name begins with a
                 *     scenario's is made when it is first used, here as by its key; only reading the sandbox itself does not make it.
                 */
                readonly sandbox: components["parameters"]["sandbox"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": components["schemas"]["Reset"];
            };
        };
        readonly responses: {
            /** @description As it is now. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Sandbox"];
                };
            };
            readonly 404: components["responses"]["Error"];
        };
    };
    readonly readState: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description Its name: `main`, `shipped`, `shipped~worker-3`, or as it was created. A sandbox whose name begins with a
                 *     scenario's is made when it is first used, here as by its key; only reading the sandbox itself does not make it.
                 */
                readonly sandbox: components["parameters"]["sandbox"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description What a scenario file holds. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Scenario"];
                };
            };
            readonly 404: components["responses"]["Error"];
        };
    };
    readonly replaceState: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description Its name: `main`, `shipped`, `shipped~worker-3`, or as it was created. A sandbox whose name begins with a
                 *     scenario's is made when it is first used, here as by its key; only reading the sandbox itself does not make it.
                 */
                readonly sandbox: components["parameters"]["sandbox"];
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["Scenario"];
            };
        };
        readonly responses: {
            /** @description As it is now. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Sandbox"];
                };
            };
            readonly 404: components["responses"]["Error"];
        };
    };
    readonly readOrders: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description Its name: `main`, `shipped`, `shipped~worker-3`, or as it was created. A sandbox whose name begins with a
                 *     scenario's is made when it is first used, here as by its key; only reading the sandbox itself does not make it.
                 */
                readonly sandbox: components["parameters"]["sandbox"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description In the order in which the API lists them. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": readonly components["schemas"]["Order"][];
                };
            };
            readonly 404: components["responses"]["Error"];
        };
    };
    readonly addOrder: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description Its name: `main`, `shipped`, `shipped~worker-3`, or as it was created. A sandbox whose name begins with a
                 *     scenario's is made when it is first used, here as by its key; only reading the sandbox itself does not make it.
                 */
                readonly sandbox: components["parameters"]["sandbox"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": components["schemas"]["ScenarioOrder"];
            };
        };
        readonly responses: {
            /** @description The order; without an id it got the next free one, without a status it is pending. */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Order"];
                };
            };
            readonly 404: components["responses"]["Error"];
            readonly 409: components["responses"]["Error"];
        };
    };
    readonly readOrder: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description Its name: `main`, `shipped`, `shipped~worker-3`, or as it was created. A sandbox whose name begins with a
                 *     scenario's is made when it is first used, here as by its key; only reading the sandbox itself does not make it.
                 */
                readonly sandbox: components["parameters"]["sandbox"];
                /** @description An int64, in decimal digits. */
                readonly id: components["parameters"]["id"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The order. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Order"];
                };
            };
            readonly 404: components["responses"]["Error"];
        };
    };
    readonly putOrder: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description Its name: `main`, `shipped`, `shipped~worker-3`, or as it was created. A sandbox whose name begins with a
                 *     scenario's is made when it is first used, here as by its key; only reading the sandbox itself does not make it.
                 */
                readonly sandbox: components["parameters"]["sandbox"];
                /** @description An int64, in decimal digits. */
                readonly id: components["parameters"]["id"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": components["schemas"]["ScenarioOrder"];
            };
        };
        readonly responses: {
            /** @description It replaced an order. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Order"];
                };
            };
            /** @description It is new. */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Order"];
                };
            };
            readonly 404: components["responses"]["Error"];
        };
    };
    readonly removeOrder: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description Its name: `main`, `shipped`, `shipped~worker-3`, or as it was created. A sandbox whose name begins with a
                 *     scenario's is made when it is first used, here as by its key; only reading the sandbox itself does not make it.
                 */
                readonly sandbox: components["parameters"]["sandbox"];
                /** @description An int64, in decimal digits. */
                readonly id: components["parameters"]["id"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description It is gone. */
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly 404: components["responses"]["Error"];
        };
    };
    readonly patchOrder: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description Its name: `main`, `shipped`, `shipped~worker-3`, or as it was created. A sandbox whose name begins with a
                 *     scenario's is made when it is first used, here as by its key; only reading the sandbox itself does not make it.
                 */
                readonly sandbox: components["parameters"]["sandbox"];
                /** @description An int64, in decimal digits. */
                readonly id: components["parameters"]["id"];
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["OrderPatch"];
            };
        };
        readonly responses: {
            /** @description The order. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Order"];
                };
            };
            readonly 404: components["responses"]["Error"];
        };
    };
    readonly shipOrder: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description Its name: `main`, `shipped`, `shipped~worker-3`, or as it was created. A sandbox whose name begins with a
                 *     scenario's is made when it is first used, here as by its key; only reading the sandbox itself does not make it.
                 */
                readonly sandbox: components["parameters"]["sandbox"];
                /** @description An int64, in decimal digits. */
                readonly id: components["parameters"]["id"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The order has shipped. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Order"];
                };
            };
            readonly 404: components["responses"]["Error"];
            readonly 409: components["responses"]["Error"];
        };
    };
    readonly readRequests: {
        readonly parameters: {
            readonly query?: {
                /** @description Only requests for this operation: one of the API, or of those that are mocked beside it. */
                readonly operation?: components["parameters"]["operation"];
                /** @description Only requests that were answered with this status; 0 is no answer at all. */
                readonly status?: components["parameters"]["status"];
                /** @description Only requests to cancel this order. */
                readonly orderId?: components["parameters"]["orderId"];
                /** @description An instant (RFC 3339): requests at or after it. Or the id of an entry: requests after it. */
                readonly since?: components["parameters"]["since"];
                /** @description Only the most recent so many. */
                readonly limit?: components["parameters"]["limit"];
            };
            readonly header?: never;
            readonly path: {
                /**
                 * @description Its name: `main`, `shipped`, `shipped~worker-3`, or as it was created. A sandbox whose name begins with a
                 *     scenario's is made when it is first used, here as by its key; only reading the sandbox itself does not make it.
                 */
                readonly sandbox: components["parameters"]["sandbox"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The requests that every given filter lets pass. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": readonly components["schemas"]["Request"][];
                };
            };
            readonly 404: components["responses"]["Error"];
        };
    };
    readonly clearRequests: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description Its name: `main`, `shipped`, `shipped~worker-3`, or as it was created. A sandbox whose name begins with a
                 *     scenario's is made when it is first used, here as by its key; only reading the sandbox itself does not make it.
                 */
                readonly sandbox: components["parameters"]["sandbox"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description It is empty. */
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly 404: components["responses"]["Error"];
        };
    };
    readonly countRequests: {
        readonly parameters: {
            readonly query?: {
                /** @description Only requests for this operation: one of the API, or of those that are mocked beside it. */
                readonly operation?: components["parameters"]["operation"];
                /** @description Only requests that were answered with this status; 0 is no answer at all. */
                readonly status?: components["parameters"]["status"];
                /** @description Only requests to cancel this order. */
                readonly orderId?: components["parameters"]["orderId"];
                /** @description An instant (RFC 3339): requests at or after it. Or the id of an entry: requests after it. */
                readonly since?: components["parameters"]["since"];
                /** @description Only the most recent so many. */
                readonly limit?: components["parameters"]["limit"];
            };
            readonly header?: never;
            readonly path: {
                /**
                 * @description Its name: `main`, `shipped`, `shipped~worker-3`, or as it was created. A sandbox whose name begins with a
                 *     scenario's is made when it is first used, here as by its key; only reading the sandbox itself does not make it.
                 */
                readonly sandbox: components["parameters"]["sandbox"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The numbers. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["RequestCount"];
                };
            };
            readonly 404: components["responses"]["Error"];
        };
    };
    readonly readFaults: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description Its name: `main`, `shipped`, `shipped~worker-3`, or as it was created. A sandbox whose name begins with a
                 *     scenario's is made when it is first used, here as by its key; only reading the sandbox itself does not make it.
                 */
                readonly sandbox: components["parameters"]["sandbox"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description In the order in which they are tried; `fired` says how often. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Faults"];
                };
            };
            readonly 404: components["responses"]["Error"];
        };
    };
    readonly replaceFaults: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description Its name: `main`, `shipped`, `shipped~worker-3`, or as it was created. A sandbox whose name begins with a
                 *     scenario's is made when it is first used, here as by its key; only reading the sandbox itself does not make it.
                 */
                readonly sandbox: components["parameters"]["sandbox"];
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["Faults"];
            };
        };
        readonly responses: {
            /** @description The list as it is now. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Faults"];
                };
            };
            readonly 404: components["responses"]["Error"];
        };
    };
    readonly clearFaults: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description Its name: `main`, `shipped`, `shipped~worker-3`, or as it was created. A sandbox whose name begins with a
                 *     scenario's is made when it is first used, here as by its key; only reading the sandbox itself does not make it.
                 */
                readonly sandbox: components["parameters"]["sandbox"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description There is none. */
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly 404: components["responses"]["Error"];
        };
    };
    readonly readClock: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description Its name: `main`, `shipped`, `shipped~worker-3`, or as it was created. A sandbox whose name begins with a
                 *     scenario's is made when it is first used, here as by its key; only reading the sandbox itself does not make it.
                 */
                readonly sandbox: components["parameters"]["sandbox"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The clock. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Clock"];
                };
            };
            readonly 404: components["responses"]["Error"];
        };
    };
    readonly changeClock: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description Its name: `main`, `shipped`, `shipped~worker-3`, or as it was created. A sandbox whose name begins with a
                 *     scenario's is made when it is first used, here as by its key; only reading the sandbox itself does not make it.
                 */
                readonly sandbox: components["parameters"]["sandbox"];
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["ClockChange"];
            };
        };
        readonly responses: {
            /** @description The clock as it is now. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Clock"];
                };
            };
            readonly 404: components["responses"]["Error"];
        };
    };
}
