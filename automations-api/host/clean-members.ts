/**
 * Cleaning and validation of the fields of plugins' steps, triggers and forms by their schemas, as for request
 * parameters.
 */
import { compileArgs } from './core/args.ts';
import type { FormMember, FormSchema } from './extensions.ts';

/** Compiled cleaners, keyed by schema. They are released together with the plugin. */
const cleaners = new WeakMap<object, ReturnType<typeof compileArgs>>();

function cleanerOf(key: object, schema: FormSchema) {
  const found = cleaners.get(key) ?? compileArgs(schema, { forgiving: true });
  cleaners.set(key, found);
  return found;
}

/** Cleans all fields of an object. @throws the host's errors for missing and invalid parameters */
export const cleanMembers = (members: FormSchema, given: Record<string, unknown>): Record<string, unknown> =>
  cleanerOf(members, members)(given);

/** Cleans a single value. `name` is the parameter named in errors. */
export const cleanMember = (member: FormMember, name: string, given: unknown): unknown =>
  cleanerOf(member, { properties: { [name]: member } })({ [name]: given })[name];
