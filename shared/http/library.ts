/**
 * uWebSockets.js, loaded with the limits we want. Everything here takes it from this file. It reads them while it is loaded,
 * and an import would load it before any line of ours runs.
 */
import { createRequire } from 'node:module';

/**
 * Bytes of headers that may come in several segments. In one segment the library takes more, so without this a request
 * would pass or fail (431) by how the network cut it.
 */
process.env.UWS_HTTP_MAX_HEADERS_SIZE ??= '16384';

export const uWS: typeof import('uWebSockets.js') = createRequire(import.meta.url)('uWebSockets.js');
