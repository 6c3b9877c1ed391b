/**
 * Cleans and checks parameters against a route's JSON Schema: text becomes the number, boolean or list that the
 * schema asks for, as WordPress does it; what then does not fit is refused.
 */
import type { TObject, TSchema } from 'typebox';
import { compile } from '../../shared/validate.ts';
import { restError } from './errors.ts';

type Shape = TSchema & { type?: string; items?: Shape; default?: unknown };
type Params = Record<string, unknown>;

/** The function that turns raw parameters into a route's `params`. It throws the two errors WordPress has for it. */
export function compileArgs(args: TObject): (raw: Params) => Params {
  const check = compile(args);
  const properties = Object.entries(args.properties as Record<string, Shape>);
  const required: readonly string[] = args.required ?? [];
  return (raw) => {
    const params: Params = {};
    for (const [name, schema] of properties) {
      const given = isGiven(raw, name, schema) ? raw[name] : undefined;
      if (given !== undefined) params[name] = clean(given, schema);
      else if (schema.default !== undefined) params[name] = schema.default;
    }
    const missing = required.filter((name) => isBlank(params[name]));
    if (missing.length > 0) {
      throw restError('rest_missing_callback_param', `Missing parameter(s): ${missing.join(', ')}`, {
        details: { params: missing },
      });
    }
    const checked = check(params, false);
    if (checked.ok) return params;
    const issues = checked.issues.map(({ field, message }) => [field, message]);
    throw restError('rest_invalid_param', `Invalid parameter: ${issues.map((issue) => issue.join(' ')).join('; ')}`, {
      details: { params: Object.fromEntries(issues) },
    });
  };
}

/** An empty text is no number: a client that sends `page=` asks for none. */
const isGiven = (raw: Params, name: string, { type }: Shape) =>
  Object.hasOwn(raw, name) && raw[name] !== null && !(type === 'integer' && raw[name] === '');

/** A required value that is there but says nothing counts as missing. */
const isBlank = (value: unknown) =>
  value === undefined || (typeof value === 'string' && value.trim() === '') || (Array.isArray(value) && !value.length);

function clean(value: unknown, schema: Shape): unknown {
  switch (schema.type) {
    case 'integer':
      return typeof value === 'string' && /^\s*[+-]?\d{1,15}\s*$/.test(value) ? Number(value) : value;
    case 'boolean':
      return cleanBoolean(value);
    case 'string':
      return typeof value === 'number' || typeof value === 'boolean' ? String(value) : value;
    case 'array':
      return cleanArray(value, schema.items);
    case 'object':
      return Array.isArray(value) && value.length === 0 ? {} : value;
    default:
      return value;
  }
}

function cleanBoolean(value: unknown): unknown {
  if (value === 1 || value === '1' || value === 'true') return true;
  if (value === 0 || value === '0' || value === 'false' || value === '') return false;
  return value;
}

/** A bare value is a list of one, an empty text one of none; `1,2` is a list where integers are asked for. */
function cleanArray(value: unknown, items: Shape | undefined): unknown[] {
  if (value === '') return [];
  const wantsIds = items?.type === 'integer';
  if (typeof value === 'string' && wantsIds)
    return value
      .split(/[\s,]+/)
      .filter(Boolean)
      .map(cleanId);
  const list = Array.isArray(value) ? value : isList(value) ? Object.values(value) : [value];
  return wantsIds ? list.map(cleanId) : items ? list.map((item) => clean(item, items)) : list;
}

/** What brackets in a query make: `tag[0]=a` is `{ 0: 'a' }`. */
const isList = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && Object.keys(value).every((key) => /^\d+$/.test(key));

/** An id in a list; what cannot be one is 0, which nothing has, as WordPress's `wp_parse_id_list` does. */
function cleanId(value: unknown): number {
  const id = typeof value === 'string' && /^\s*\d{1,15}\s*$/.test(value) ? Number(value) : value;
  return Number.isSafeInteger(id) && (id as number) > 0 ? (id as number) : 0;
}
