/**
 * Cleans and checks parameters against a route's JSON Schema: text becomes the number, boolean or list that the
 * schema asks for, as WordPress does it; what then does not fit is refused, every parameter with its fault.
 */
import type { TObject, TSchema } from 'typebox';
import { readJson } from '../../shared/http/body.ts';
import { compileFault } from '../../shared/validate.ts';
import { restError } from './errors.ts';
import { isNumbered, readIdList } from './id-list.ts';
import { describeFault, type SchemaFault } from './schema-fault.ts';

type Shape = TSchema & { type?: string; items?: Shape; properties?: Record<string, Shape>; default?: unknown };
type Params = Record<string, unknown>;
/** See `forgiving` of a namespace. */
type Manner = { forgiving?: boolean };

/**
 * The function that turns raw parameters into a route's `params`. It throws the two errors WordPress has for it.
 * @throws naming the argument whose schema is wrong
 */
export function compileArgs(args: TObject, { forgiving = false }: Manner = {}): (raw: Params) => Params {
  const properties = Object.entries(args.properties as Record<string, Shape>);
  const checks = properties.map(([name, schema]) => [name, compileArg(name, schema)] as const);
  const required: readonly string[] = args.required ?? [];
  const clean = createCleaner(forgiving);
  const isAbsent = (value: unknown) => (forgiving ? isBlank(value) : value === undefined);
  return (raw) => {
    const params: Params = {};
    for (const [name, schema] of properties) {
      const given = isGiven(raw, name, schema, forgiving) ? raw[name] : undefined;
      if (given !== undefined) params[name] = clean(given, schema);
      else if (schema.default !== undefined) params[name] = schema.default;
    }
    const missing = required.filter((name) => isAbsent(params[name]));
    if (missing.length > 0) throw missingParams(missing);
    const faults = checks.flatMap(([name, check]): [string, SchemaFault][] => {
      const found = params[name] === undefined ? undefined : check(params[name]);
      return found ? [[name, describeFault(name, found)]] : [];
    });
    if (faults.length > 0) throw invalidParams(faults);
    return params;
  };
}

function compileArg(name: string, schema: Shape): ReturnType<typeof compileFault> {
  try {
    return compileFault(schema);
  } catch (cause) {
    throw new Error(`the argument ${name} has no schema that can be used: ${(cause as Error).message}`, { cause });
  }
}

const missingParams = (names: string[]) =>
  restError('rest_missing_callback_param', `Missing parameter(s): ${names.join(', ')}`, { details: { params: names } });

function invalidParams(faults: [name: string, SchemaFault][]) {
  const names = faults.map(([name]) => name);
  const params = Object.fromEntries(faults.map(([name, { message }]) => [name, message]));
  const message = `Invalid parameter(s): ${names.join(', ')}`;
  return restError('rest_invalid_param', message, { details: { params, details: Object.fromEntries(faults) } });
}

const isNumeric = ({ type }: Shape) => type === 'integer' || type === 'number';

/** An empty text is no number: a client that sends `page=` may ask for none. */
const isGiven = (raw: Params, name: string, schema: Shape, forgiving: boolean) =>
  Object.hasOwn(raw, name) && raw[name] !== null && !(forgiving && isNumeric(schema) && raw[name] === '');

/** A required value that is there but says nothing. */
const isBlank = (value: unknown) =>
  value === undefined || (typeof value === 'string' && value.trim() === '') || (Array.isArray(value) && !value.length);

function createCleaner(forgiving: boolean) {
  return function clean(value: unknown, schema: Shape): unknown {
    switch (schema.type) {
      case 'integer':
      case 'number':
        return cleanNumber(value, schema.type);
      case 'boolean':
        return cleanBoolean(value);
      case 'string':
        return forgiving && (typeof value === 'number' || typeof value === 'boolean') ? String(value) : value;
      case 'array': {
        const { items } = schema;
        if (forgiving && items?.type === 'integer') return readIdList(value);
        const list = listOf(value, items !== undefined && isNumeric(items));
        return items ? list.map((item) => clean(item, items)) : list;
      }
      case 'object':
        return cleanObject(forgiving ? readObjectText(value) : value, schema.properties ?? {}, clean);
      default:
        return value;
    }
  };
}

/** JSON text stands for what it says, where it says an object or a list. */
const readObjectText = (value: unknown) =>
  typeof value === 'string' && /^\s*[[{]/.test(value) ? (readJson(value) ?? value) : value;

/** An empty text, and an empty list as PHP writes it, is an object without members. */
function cleanObject(value: unknown, shapes: Record<string, Shape>, clean: (value: unknown, shape: Shape) => unknown) {
  if (value === '' || (Array.isArray(value) && value.length === 0)) return {};
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const members = Object.entries(value).map(([name, member]): [string, unknown] => {
    const shape = Object.hasOwn(shapes, name) ? shapes[name] : undefined;
    return [name, shape ? clean(member, shape) : member];
  });
  return Object.fromEntries(members);
}

const texts = {
  integer: /^\s*[+-]?\d{1,15}\s*$/,
  number: /^\s*[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?\s*$/i,
};

function cleanNumber(value: unknown, type: 'integer' | 'number'): unknown {
  if (typeof value !== 'string' || value.length > 100 || !texts[type].test(value)) return value;
  const number = Number(value);
  return Number.isFinite(number) ? number : value;
}

function cleanBoolean(value: unknown): unknown {
  const text = typeof value === 'string' ? value.toLowerCase() : value;
  if (text === 1 || text === '1' || text === 'true') return true;
  if (text === 0 || text === '0' || text === 'false' || text === '') return false;
  return value;
}

/** A bare value is a list of one, an empty text one of none; `1,2` is a list where numbers are asked for. */
function listOf(value: unknown, ofNumbers: boolean): unknown[] {
  if (value === '') return [];
  if (typeof value === 'string' && ofNumbers) return value.split(/[\s,]+/).filter(Boolean);
  return Array.isArray(value) ? value : isNumbered(value) ? Object.values(value) : [value];
}
