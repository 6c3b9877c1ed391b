/**
 * Query strings, validated by a schema. Numbers are parsed, defaults filled in, and unknown parameters ignored and
 * reported.
 */
import type { TObject, TSchema } from 'typebox';
import { ignoredHeader, listIgnored } from '../../shared/http/ignored-parameters.ts';
import type { compile } from '../../shared/validate.ts';
import { invalid } from './errors.ts';

type Shown = TSchema & { type?: string; default?: unknown };

/**
 * Parses a query string. If a parameter is repeated, its last value counts. @throws `validation_failed` with the
 * parameter
 */
export function parseQuery(schema: TObject, check: ReturnType<typeof compile>, text: string): unknown {
  const parameters = new URLSearchParams(text);
  const read = Object.entries(schema.properties as Record<string, Shown>).flatMap(([name, property]) => {
    const value = parameters.getAll(name).at(-1);
    if (value === undefined) return property.default === undefined ? [] : [[name, property.default]];
    return [[name, property.type === 'integer' && /^-?\d{1,15}$/.test(value) ? Number(value) : value]];
  });
  const checked = check(Object.fromEntries(read));
  if (!checked.ok) throw invalid(...(checked.issues as [(typeof checked.issues)[0]]));
  return checked.value;
}

/**
 * Returns the header that lists unknown parameters. @throws `validation_failed` for unknown parameters with
 * `strict=1`
 */
export function reportIgnored(schema: TObject | undefined, text: string): Record<string, string> {
  if (text === '') return {};
  const parameters = new URLSearchParams(text);
  const unknown = [...new Set(parameters.keys())].filter(
    (name) => name !== 'strict' && !Object.hasOwn(schema?.properties ?? {}, name),
  );
  const names = listIgnored(unknown);
  const [first, ...others] = names.map((field) => ({ field, message: 'is not a parameter of this request' }));
  if (first && parameters.get('strict') === '1') throw invalid(first, ...others);
  return ignoredHeader(names);
}
