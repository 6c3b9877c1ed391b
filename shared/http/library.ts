/**
 * uWebSockets.js, loaded with Waypost's limits. It reads the limits while it is loaded, so all code must import it from
 * this file.
 */
import { createRequire } from 'node:module';

/**
 * Limit for request headers that arrive in several segments. In one segment the library accepts more, so with a lower
 * limit the network's segmentation would decide whether a request passes or fails (431).
 */
process.env.UWS_HTTP_MAX_HEADERS_SIZE ??= '16384';

export const uWS: typeof import('uWebSockets.js') = createRequire(import.meta.url)('uWebSockets.js');
