/**
 * Bytes of headers that may come in several segments. In one segment the library takes more, so without this a request
 * would pass or fail (431) by how the network cut it. Read by the library when it is loaded, hence a file of its own.
 */
process.env.UWS_HTTP_MAX_HEADERS_SIZE ??= '16384';
