/**
 * Cleaning and validation of parameters by a route's JSON Schema, as in WordPress: text is converted to the schema's
 * number, boolean or list. Values that still do not fit are refused, with a fault for each parameter.
 */
import type { TSchema } from 'typebox';
import { readJson } from '../../../shared/http/body.ts';
import { withoutNull } from '../../../shared/openapi/nullable.ts';
import { createFaultCompiler } from '../../../shared/validate.ts';
import { restError } from './errors.ts';
import { cleanUrl, formats } from './formats.ts';
import { isNumbered, readIdList } from './id-list.ts';
import { describeFault, type SchemaFault } from './schema-fault.ts';

type Shape = TSchema & {
  type?: string;
  format?: string;
  items?: Shape;
  anyOf?: Shape[];
  oneOf?: Shape[];
  properties?: Record<string, Shape>;
  default?: unknown;
  [withoutNull]?: Shape;
};
type Params = Record<string, unknown>;
/** The parts of an object schema that are used here. */
type Args = { properties: object; required?: readonly string[] };
/** See `Namespace.forgiving`. */
type Options = { forgiving?: boolean };

const compileFault = createFaultCompiler(formats);

/**
 * Returns the function that turns raw parameters into a route's `params`. It takes the sources in order of
 * precedence, and checks overridden values too. It throws WordPress's two errors for missing and invalid parameters.
 * @throws with the name of the argument whose schema is invalid
 */
export function compileArgs(args: Args, { forgiving = false }: Options = {}): (...sources: Params[]) => Params {
  const properties = Object.entries(args.properties as Record<string, Shape>);
  const checks = new Map(properties.map(([name, schema]) => [name, compileArg(name, schema)]));
  const required: readonly string[] = args.required ?? [];
  const clean = createCleaner(forgiving);
  const isAbsent = (value: unknown) => (forgiving ? isBlank(value) : value === undefined || value === null);
  return (...sources) => {
    const params: Params = {};
    const faults = new Map<string, SchemaFault>();
    const from = forgiving ? [mergeAll(sources)] : sources;
    for (const [name, schema] of properties) {
      const given = from.filter((source) => isGiven(source, name, schema, forgiving));
      const values = given.map((source) => clean(source[name], schema));
      // A required value that is sent as null counts as missing. The parameter's default does not replace it.
      const isSentEmpty = forgiving && required.includes(name) && from.some((source) => Object.hasOwn(source, name));
      const value = values.find((one) => one !== null) ?? (isSentEmpty ? undefined : schema.default) ?? values[0];
      if (value !== undefined) params[name] = value;
      const check = checks.get(name);
      const found = (values.length > 0 ? values : [value])
        .map((one) => one !== undefined && !(forgiving && isBlankOf(schema, one)) && check?.(one))
        .findLast(Boolean);
      if (found) faults.set(name, describeFault(name, found));
    }
    const missing = required.filter((name) => isAbsent(params[name]));
    if (missing.length > 0) throw missingParams(missing);
    if (faults.size > 0) throw invalidParams([...faults]);
    return params;
  };
}

/** Merges the sources. If several have a parameter, the first one's value is used. */
const mergeAll = (sources: Params[]): Params => Object.fromEntries(sources.toReversed().flatMap(Object.entries));

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

/**
 * Checks whether a source has the parameter. If `forgiving`, an empty number such as `page=` does not count, nor does
 * null unless the schema allows it.
 */
const isGiven = (source: Params, name: string, schema: Shape, forgiving: boolean) =>
  Object.hasOwn(source, name) &&
  (!forgiving || (source[name] === null ? withoutNull in schema : !(isNumeric(schema) && source[name] === '')));

/** Checks for an empty text in a nullable parameter. The route decides whether this clears the value. */
const isBlankOf = (schema: Shape, value: unknown) => value === '' && withoutNull in schema;

/** Checks for a missing or blank value. */
const isBlank = (value: unknown) =>
  value === undefined || (typeof value === 'string' && value.trim() === '') || (Array.isArray(value) && !value.length);

function createCleaner(forgiving: boolean) {
  return function clean(value: unknown, given: Shape): unknown {
    const schema = given[withoutNull] ?? given;
    if (value === null && schema !== given) return null;
    if (typeof value === 'string' && isUrl(schema)) return cleanUrl(value);
    switch (schema.type) {
      case 'integer':
      case 'number':
        return cleanNumber(value, schema.type, forgiving);
      case 'boolean':
        return cleanBoolean(value, forgiving);
      case 'string':
        return forgiving && (typeof value === 'number' || typeof value === 'boolean') ? String(value) : value;
      case 'array': {
        const { items } = schema;
        if (forgiving && items?.type === 'integer') return readIdList(value);
        const list = listOf(value, forgiving && !(items && isNumeric(items)));
        if (!Array.isArray(list)) return list;
        return items ? list.map((item) => clean(item, items)) : list;
      }
      case 'object':
        return cleanObject(forgiving ? readObjectText(value) : value, schema.properties ?? {}, clean);
      default:
        return value;
    }
  };
}

/** Parses text that is a JSON object or list. */
const readObjectText = (value: unknown) =>
  typeof value === 'string' && /^\s*[[{]/.test(value) ? (readJson(value) ?? value) : value;

/** Cleans an object's fields. An empty text and PHP's empty list count as an empty object. */
function cleanObject(value: unknown, shapes: Record<string, Shape>, clean: (value: unknown, shape: Shape) => unknown) {
  if (value === '' || (Array.isArray(value) && value.length === 0)) return {};
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const fields = Object.entries(value).map(([name, field]): [string, unknown] => {
    const shape = Object.hasOwn(shapes, name) ? shapes[name] : undefined;
    return [name, shape ? clean(field, shape) : field];
  });
  return Object.fromEntries(fields);
}

const isUrl = ({ format, anyOf, oneOf }: Shape): boolean => format === 'uri' || (anyOf ?? oneOf ?? []).some(isUrl);

const numeric = /^\s*[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?\s*$/i;

const digitsAlone = /^\s*[+-]?\d{1,15}(\.0*)?\s*$/;

/** Converts text to a number. `3.0` is an integer. So is `1e2`, as in WordPress, unless the namespace is forgiving. */
function cleanNumber(value: unknown, type: 'integer' | 'number', forgiving: boolean): unknown {
  const form = forgiving && type === 'integer' ? digitsAlone : numeric;
  if (typeof value !== 'string' || value.length > 100 || !form.test(value)) return value;
  const number = Number(value);
  const fits = type === 'integer' ? Number.isSafeInteger(number) : Number.isFinite(number);
  return fits ? number : value;
}

function cleanBoolean(value: unknown, forgiving: boolean): unknown {
  const text = typeof value === 'string' ? value.toLowerCase() : value;
  if (text === 1 || text === '1' || text === 'true') return true;
  if (text === 0 || text === '0' || text === 'false' || (forgiving && text === '')) return false;
  return value;
}

/** Reads a list as WordPress does, from brackets in a query or from `1,2`. If `ofTexts`, a text is a single item. */
function listOf(value: unknown, ofTexts: boolean): unknown {
  if (Array.isArray(value)) return value;
  if (isNumbered(value)) return Object.values(value);
  if (ofTexts) return value === '' ? [] : [value];
  return typeof value === 'object'
    ? value
    : String(value === false ? '' : value === true ? 1 : value)
        .split(blanks)
        .filter(Boolean);
}

const blanks = /[ \t\n\v\f\r,]+/;
