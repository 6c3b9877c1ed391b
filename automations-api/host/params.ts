/** Parameters as PHP and WordPress read them: bracketed names in the query, JSON, form and multipart bodies. */
import { isUtf8 } from 'node:buffer';
import qs from 'qs';
import { readableJson, readJson } from '../../shared/http/body.ts';
import { isWithinBounds } from '../../shared/http/json-bounds.ts';
import { restError } from './core/errors.ts';

type Params = Record<string, unknown>;

/**
 * The maximum number of a request's parameters: PHP's default for forms and queries. It also limits JSON, since
 * larger objects are slow to merge and search.
 */
const mostNames = 1_000;

/** Parses a query with PHP's limits. The last value of a repeated name wins; `a[3]=x` keeps its key. */
export const parseQuery = (text: string): Params =>
  qs.parse(text, {
    decoder: (part, decode, charset, type) => {
      const decoded: string = decode(part, decode, charset);
      // Without this, `a[][]` would equal `a[]`.
      return type === 'key' ? decoded.replaceAll('[][]', '[0][]') : decoded;
    },
    depth: 5,
    parameterLimit: mostNames,
    arrayLimit: 0,
    duplicates: 'last',
    plainObjects: true,
  }) as Params;

/** Checks for a form. Browsers send some scripted forms as `text/plain`. */
const isForm = (contentType: string) => /^(application\/x-www-form-urlencoded|text\/plain)\s*(;|$)/i.test(contentType);
const isMultipart = (contentType: string) => /^multipart\/form-data\s*;/i.test(contentType);
const isJson = (contentType: string) => /^application\/([\w!#$&^.+-]+\+)?json\s*(;|$)/i.test(contentType);

/**
 * Parses a body's parameters. Text that starts like an object is parsed as JSON, since many clients send JSON with a
 * form's content type.
 * @throws rest_invalid_json
 */
export async function parseBody(body: Buffer, contentType: string): Promise<Params> {
  if (body.length === 0) return {};
  if (isMultipart(contentType)) return parseMultipart(body, contentType);
  const text = body.toString();
  if (isJson(contentType) || /^\s*\{/.test(text)) return parseJson(body);
  return isForm(contentType) ? parseQuery(text) : {};
}

function parseJson(body: Buffer): Params {
  const value = body.toString().trim() === '' ? {} : readJson(body, withExactNumbers);
  if (value === undefined) throw invalidJson('Invalid JSON body passed.', ...faultOfJson(body));
  // PHP writes an empty object as an empty list.
  if (Array.isArray(value) && value.length === 0) return {};
  if (value === null || typeof value !== 'object' || Array.isArray(value)) {
    throw invalidJson('The JSON body must be an object.', phpErrors.none, 'No error');
  }
  if (Object.keys(value).length > mostNames) {
    throw invalidJson(`The JSON body has more than ${mostNames} parameters.`, phpErrors.none, 'No error');
  }
  return value as Params;
}

/** PHP's codes for JSON errors. */
const phpErrors = { none: 0, depth: 1, syntax: 4, utf8: 5 } as const;

const invalidJson = (message: string, code: number, cause: string) =>
  restError('rest_invalid_json', message, { details: { json_error_code: code, json_error_message: cause } });

/** Returns PHP's code and message for the fault, if PHP has one. */
function faultOfJson(body: Buffer): [code: number, message: string] {
  if (!isUtf8(body)) return [phpErrors.utf8, 'Malformed UTF-8 characters, possibly incorrectly encoded'];
  if (isWithinBounds(body.toString())) return [phpErrors.syntax, 'Syntax error'];
  return [phpErrors.depth, `The body must be ${readableJson}`];
}

const mayHaveLongNumber = /\d[\d.]{15}/;
/**
 * Matches texts and numbers in JSON. An unterminated text extends to the end of the body. Otherwise the search would
 * restart at each of its quotes.
 */
const textOrNumber = /"[^"\\]*(?:\\.[^"\\]*)*(?:"|\\?$)|-?\d[\d.eE+-]*/gs;
const jsonNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** Turns numbers with more digits than a double can store into text, to keep them exact. */
const withExactNumbers = (json: string): string =>
  mayHaveLongNumber.test(json)
    ? json.replace(textOrNumber, (token) =>
        jsonNumber.test(token) && String(Number(token)) !== token && mayHaveLongNumber.test(token)
          ? `"${token}"`
          : token,
      )
    : json;

async function parseMultipart(body: Buffer, contentType: string): Promise<Params> {
  try {
    const form = await new Response(new Uint8Array(body), { headers: { 'Content-Type': contentType } }).formData();
    const pairs = [...form].filter((pair): pair is [string, string] => typeof pair[1] === 'string');
    return parseQuery(new URLSearchParams(pairs).toString());
  } catch {
    throw restError('rest_invalid_param', 'The multipart body could not be read.');
  }
}
