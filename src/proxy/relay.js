import { decodeBody } from '../verify/http/decode-body.js';
import { bytesAfterHead } from '../verify/http/socket-tap.js';
import { endToEndHeaders } from './end-to-end-headers.js';
import { violationsHeader, VIOLATIONS_HEADER } from './violations-header.js';
const MAX_JUDGED_BYTES = 64 * 2 ** 20;
const LINGER_MS = 150;
/** Passes an answer on as it comes, byte for byte. */
export async function passOn(answer, response) {
    await passRest(answer, response, Buffer.alloc(0));
}
/**
 * Passes an answer on byte for byte once it is whole, since what `judge` finds stands in a header before it. An answer
 * beyond 64 MiB is passed on as it comes, and not judged.
 *
 * @returns what was found; `undefined` if the answer was not judged
 */
export async function passOnJudged(answer, { response, judge }) {
    const { incoming, tap } = answer;
    const { bytes, isWhole } = await readStart(incoming);
    if (!isWhole) {
        await passRest(answer, response, bytes);
        return undefined;
    }
    const late = incoming.statusCode === 204 ? await tap?.rest(LINGER_MS) : undefined;
    tap?.release();
    const violations = judge(readAnswer(incoming, late === undefined ? bytes : bytesAfterHead(late)));
    sendHead(incoming, response, violations);
    response.end(bytes);
    return violations;
}
async function passRest({ incoming, tap }, response, start) {
    sendHead(incoming, response);
    if (start.length > 0)
        await write(response, start);
    try {
        for await (const chunk of incoming)
            await write(response, chunk);
        response.end();
    }
    finally {
        tap?.release();
    }
}
async function readStart(incoming) {
    const chunks = [];
    let length = 0;
    for await (const chunk of incoming.iterator({ destroyOnReturn: false })) {
        chunks.push(chunk);
        length += chunk.length;
        if (length > MAX_JUDGED_BYTES)
            return { bytes: Buffer.concat(chunks), isWhole: false };
    }
    return { bytes: Buffer.concat(chunks), isWhole: true };
}
/** What the verifier's rules want to know of a request. */
export function outgoingRequest(request, path) {
    const headers = Object.fromEntries(endToEndHeaders(request.rawHeaders));
    return { method: request.method ?? 'GET', path, headers };
}
function readAnswer(incoming, bytes) {
    const headers = Object.fromEntries(Object.entries(incoming.headersDistinct).map(([name, values = []]) => [name, values.join(', ')]));
    return { status: incoming.statusCode ?? 0, headers, ...decodeBody(bytes, headers['content-encoding']) };
}
function sendHead(incoming, response, violations = []) {
    const headers = endToEndHeaders(incoming.rawHeaders);
    if (violations.length > 0)
        headers.push([VIOLATIONS_HEADER, violationsHeader(violations)]);
    response.sendDate = false;
    response.writeHead(incoming.statusCode ?? 502, incoming.statusMessage ?? '', headers.flat());
}
async function write(response, chunk) {
    if (response.write(chunk) || response.destroyed)
        return;
    await new Promise((resolve) => {
        response.once('drain', resolve).once('close', resolve);
    });
}
