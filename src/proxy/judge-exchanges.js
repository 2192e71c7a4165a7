import { loadRules } from '../verify/openapi/load-rules.js';
import { SECTION_OF } from '../verify/openapi/rule.js';
import { readExchange } from '../verify/openapi/seen.js';
import { operationOf } from '../verify/operation-of.js';
/** Makes a judge by the rules of the verifier's openapi check. Takes about a second. */
export async function loadJudge() {
    const rules = await loadRules();
    const cancels = new Cancels();
    return {
        begin(request) {
            const called = operationOf(request);
            if (called === undefined)
                return undefined;
            const { operationId: operation } = called.operation;
            const end = operation === 'cancelOrder' && called.id !== undefined ? cancels.begin(called.id) : endNothing;
            return {
                answered: (exchange) => {
                    const isExcused = end(exchange.response.status);
                    const seen = readExchange(exchange);
                    return seen === undefined ? [] : findAll(seen, isExcused ? rules.filter(({ id }) => id !== 'status') : rules);
                },
                silent: (reason) => {
                    end(undefined);
                    return [noAnswer(operation, reason)];
                },
                dropped: () => void end(undefined),
            };
        },
    };
}
function findAll(seen, rules) {
    const { operationId: operation } = seen.operation;
    return rules
        .filter((rule) => rule.operations.includes(operation) && rule.applies(seen))
        .flatMap((rule) => rule.find(seen).map((finding) => ({
        rule: rule.id,
        operation,
        ...finding,
        clause: rule.clause ?? SECTION_OF[operation],
    })));
}
function noAnswer(operation, reason) {
    const message = `There was no whole answer: ${reason}.`;
    return { rule: 'answered', operation, message, expected: 'an HTTP response', clause: SECTION_OF[operation] };
}
function endNothing() {
    return false;
}
/**
 * The specification leaves open how a cancel is refused whose order was cancelled already. So its status is no
 * violation where this proxy has seen the order cancelled, or where two cancels of it met.
 */
class Cancels {
    #underWay = new Map();
    #cancelled = new Set();
    /** @returns a function that takes the status of the answer and says whether the status is excused */
    begin(orderId) {
        const all = this.#underWay.get(orderId) ?? { count: 0, haveMet: false };
        all.count += 1;
        all.haveMet ||= all.count > 1;
        this.#underWay.set(orderId, all);
        return (status) => {
            const isSuccess = status !== undefined && status >= 200 && status <= 299;
            const isExcused = !isSuccess && (all.haveMet || this.#cancelled.has(orderId));
            if (status === 204)
                this.#cancelled.add(orderId);
            all.count -= 1;
            if (all.count === 0)
                this.#underWay.delete(orderId);
            return isExcused;
        };
    }
}
