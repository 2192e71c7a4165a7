import { type Json } from '../spec/index.js';
import type { Exchange } from '../verify/index.js';
/** What has shown of a provider's orders and pets. */
export interface SeenWorld {
    /** As the last list showed them, and those that were only cancelled, or refused as shipped, since then. */
    readonly orders: readonly SeenOrder[];
    readonly pets: readonly SeenPet[];
    /** The last `Sunset` header, as a date-time. */
    readonly sunset?: string;
    /** How many entries of the last list had no usable id, and are left out. */
    readonly nameless: number;
}
export interface SeenOrder {
    readonly id: bigint;
    readonly petId?: bigint;
    readonly quantity?: number | bigint;
    readonly shipDate?: string;
    readonly complete?: boolean;
    readonly status: 'pending' | 'shipped' | 'cancelled';
}
export type SeenPet = Readonly<Record<string, Json>> & {
    readonly id: bigint;
};
/** Learns from exchanges what there is: orders from the list, their statuses from cancels, pets from reads. */
export declare class WorldWatcher {
    #private;
    learn(exchange: Exchange): void;
    world(): SeenWorld;
}
