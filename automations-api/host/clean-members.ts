/** Cleans the members of steps, triggers and forms of plugins by their schemas, as parameters of requests are. */
import { compileArgs } from './core/args.ts';
import type { FormMember, FormSchema } from './extensions.ts';

/** By the schema: that of a plugin goes with the plugin. */
const cleaners = new WeakMap<object, ReturnType<typeof compileArgs>>();

function cleanerOf(key: object, schema: FormSchema) {
  const found = cleaners.get(key) ?? compileArgs(schema, { forgiving: true });
  cleaners.set(key, found);
  return found;
}

/** @throws the host's errors for parameters that are missing or do not fit */
export const cleanMembers = (members: FormSchema, given: Record<string, unknown>): Record<string, unknown> =>
  cleanerOf(members, members)(given);

/** One value alone; `name` is its parameter's, for errors. */
export const cleanMember = (member: FormMember, name: string, given: unknown): unknown =>
  cleanerOf(member, { properties: { [name]: member } })({ [name]: given })[name];
