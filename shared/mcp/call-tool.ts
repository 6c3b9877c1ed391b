/**
 * A tool call: one request to the API, whose answer is the result. Users' data appears only in the JSON text of a
 * result.
 */
import type { HttpAnswer } from '../http/answer.ts';
import type { Json } from '../openapi/publish.ts';
import { cutAnswer, mostBytes, type Place, readPlace } from './cut-answer.ts';
import type { ListedTool, Tool } from './tools.ts';

/** A request to the API. `path` has `{name}` for each of `params`. */
export type ApiCall = Pick<Tool, 'method' | 'path' | 'operation'> & { params: Record<string, string>; args: Json };

type Content = { type: 'text'; text: string } | { type: 'image'; data: string; mimeType: string };
export type CallResult = { content: Content[]; isError?: true };

/** The tools that a caller can use. */
export type Toolbox = {
  /** @throws without a valid key */
  list(): Promise<ListedTool[]>;
  /** Calls a tool. Resolves to `undefined` if there is none with this name. @throws without a valid key */
  call(name: string, args: Json): Promise<CallResult | undefined>;
};

/** Creates the result for a call that failed. The message is for the model. */
export const failed = (message: string): CallResult => ({ content: [{ type: 'text', text: message }], isError: true });

type Prepared = { call: ApiCall; place: Place };

/**
 * Turns arguments into a request, which the API then validates. Returns a message for arguments that are not sent to
 * the API.
 */
export function prepareCall(tool: Tool, { cursor, confirm, ...given }: Json): Prepared | string {
  const { properties } = tool.inputSchema;
  const unknown = Object.keys(given).find((name) => !Object.hasOwn(properties, name));
  if (unknown !== undefined)
    return `There is no argument ${JSON.stringify(unknown.slice(0, 100))}. ${tool.name} takes: ${Object.keys(properties).join(', ') || 'none'}.`;
  if (tool.effect === 'deletes' && confirm !== true)
    return 'This deletes data for good. Ask the user, then call again with the argument confirm: true.';
  if (cursor !== undefined && typeof cursor !== 'string') return 'The argument cursor must be a text.';
  const place = cursor ? readPlace(cursor) : {};
  if (!place || (place.api !== undefined && !tool.hasCursor)) return 'The cursor is damaged. Call without a cursor.';
  const names = [...tool.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const missing = names.find((name) => !isScalar(given[name]) || given[name] === '');
  if (missing !== undefined) return `The argument ${missing} is missing.`;
  const args: Json = { ...given, ...tool.fixed, ...(place.api === undefined ? {} : { cursor: place.api }) };
  const params = Object.fromEntries(names.map((name) => [name, String(args[name])]));
  for (const name of names) delete args[name];
  const { method, path, operation } = tool;
  return { call: { method, path, operation, params, args }, place };
}

const isScalar = (value: unknown) => typeof value === 'string' || typeof value === 'number';

/** Turns the API's answer into a result. */
export function toResult({ status, headers = {}, body = '' }: HttpAnswer, { effect }: Tool, place: Place): CallResult {
  const type = headers['Content-Type'] ?? '';
  if (status < 400 && type.startsWith('image/')) return toImage(Buffer.from(body), type);
  const value = readBody(body);
  const wait = headers['Retry-After'];
  if (status >= 400)
    return failed(
      JSON.stringify({ status, ...(wait ? { retryAfterSeconds: Number(wait) } : {}), error: value }).slice(
        0,
        mostBytes,
      ),
    );
  const text = cutAnswer(value, place);
  if (text === undefined) return failed('The data has changed since the previous part. Call without a cursor.');
  // The rest of an answer needs the same request again, so only tools that change nothing offer it.
  if (effect !== 'reads' && text.startsWith('{"cut":'))
    return failed('The change was made. The answer is too long to show: read the changed object instead.');
  return { content: [{ type: 'text', text }] };
}

function toImage(image: Buffer, mimeType: string): CallResult {
  const data = image.toString('base64');
  if (data.length > mostBytes) return failed('The image is too large. Use a smaller size.');
  return { content: [{ type: 'image', data, mimeType }] };
}

function readBody(body: string | Uint8Array): unknown {
  const text = Buffer.from(body).toString();
  try {
    return text === '' ? {} : JSON.parse(text);
  } catch {
    return text;
  }
}
