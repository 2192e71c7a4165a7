import type { SeenWorld } from './seen-world.js';
/** Where a recorded scenario comes from. */
export interface Recording {
    readonly baseUrl: string;
    /** When it was made. */
    readonly at: Date;
}
/** Writes what has shown of a provider as a scenario file, which `orders-mock serve` can take. */
export declare function scenarioText(world: SeenWorld, { baseUrl, at }: Recording): string;
