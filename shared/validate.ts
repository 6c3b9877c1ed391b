/**
 * Validation with ajv. A TypeBox schema is compiled once. It then gives typed values or a list of readable issues.
 * The same schema is the type and the published description.
 */

import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import type { Static, TSchema } from 'typebox';
import { counted } from './plural.ts';

/** A fault. `field` is a dotted path, such as `utm.source` or `tags.0`; empty for the body itself. */
export type Issue = { field: string; message: string };
export type Checked<T> = { ok: true; value: T } | { ok: false; issues: Issue[] };

/**
 * Schemas are not validated, which would take longer at each start than compiling all of them. Strict compilation
 * finds their faults.
 */
const options = {
  strict: true,
  strictTypes: false,
  verbose: true,
  allowUnionTypes: true,
  meta: false,
  validateSchema: false,
};

const newAjv = (allErrors: boolean) => {
  const ajv = new Ajv({ ...options, allErrors });
  (addFormats as unknown as (to: Ajv) => void)(ajv);
  ajv.addVocabulary(['form', 'shown', 'secret', 'unlimited', 'small', 'control', 'placeholder', 'isClosed']);
  return ajv;
};
const firstIssue = newAjv(false);
const everyIssue = newAjv(true);

/** Adds a named string format that schemas can use. */
export function addFormat(name: string, holds: (value: string) => boolean): void {
  firstIssue.addFormat(name, holds);
  everyIssue.addFormat(name, holds);
}

/**
 * Returns a check for a schema, which is compiled at its first use. The check does not change the value. It checks an
 * invalid value again to find all issues, unless `thorough` is false: a hostile body can contain hundreds of
 * thousands of faults, and listing them would block the event loop for seconds.
 */
export function compile<S extends TSchema>(schema: S): (value: unknown, thorough?: boolean) => Checked<Static<S>> {
  let quick: ValidateFunction | undefined;
  let full: ValidateFunction | undefined;
  return (value, thorough = true) => {
    quick ??= firstIssue.compile(schema);
    if (quick(value)) return { ok: true, value: value as Static<S> };
    const failed = thorough ? (full ??= everyIssue.compile(schema)) : quick;
    if (thorough) failed(value);
    return { ok: false, issues: dedupe((failed.errors ?? []).map(toIssue)) };
  };
}

/**
 * Creates checks like `compile`, but they return the validator's own error, so that callers can word it themselves.
 * For a union this is the outermost error. `formats` replace common formats of the same name.
 */
export function createFaultCompiler(formats: Record<string, (value: string) => boolean>) {
  const ajv = newAjv(false);
  for (const [name, holds] of Object.entries(formats)) ajv.addFormat(name, holds);
  return (schema: TSchema): ((value: unknown) => ErrorObject | undefined) => {
    const check = ajv.compile(schema);
    return (value) => (check(value) ? undefined : check.errors?.at(-1));
  };
}

function toIssue(error: ErrorObject): Issue {
  const at = error.instancePath.slice(1).split('/').filter(Boolean).map(unescapePointer);
  const named = error.params.missingProperty ?? error.params.additionalProperty ?? error.params.propertyName;
  if (typeof named === 'string') at.push(named);
  return { field: at.join('.'), message: inWords(error) };
}

const unescapePointer = (part: string) => part.replaceAll('~1', '/').replaceAll('~0', '~');

function inWords({ keyword, params, parentSchema, message }: ErrorObject): string {
  /** Schemas have a `form` if their description explains the purpose instead of the format. */
  const words = parentSchema?.form ?? parentSchema?.description;
  switch (keyword) {
    case 'required':
      return 'is required';
    case 'additionalProperties':
      return parentSchema?.patternProperties && words ? `must be ${words}` : 'is not a known property';
    case 'minLength':
      return `must have at least ${counted(params.limit, 'character')}`;
    case 'maxLength':
      return `must have at most ${counted(params.limit, 'character')}`;
    case 'minItems':
      return `must have at least ${counted(params.limit, 'item')}`;
    case 'maxItems':
      return `must have at most ${counted(params.limit, 'item')}`;
    case 'enum':
      return `must be one of ${params.allowedValues.map(String).join(', ')}`;
    case 'const':
      return `must be ${JSON.stringify(params.allowedValue)}`;
    case 'pattern':
    case 'format':
      return words ? `must be ${words}` : (message ?? 'is not valid');
    default:
      return message ?? 'is not valid';
  }
}

/** Removes duplicates. A union reports each failed branch, but one line for each field and message is enough. */
function dedupe(issues: Issue[]): Issue[] {
  const seen = new Set<string>();
  return issues.filter(({ field, message }) => {
    const key = `${field}\n${message}`;
    return seen.has(key) ? false : seen.add(key);
  });
}
