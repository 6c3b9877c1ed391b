/** Cleans the members of steps, triggers and forms of plugins by their schemas, as parameters of requests are. */
import { compileArgs } from '../../../host/args.ts';
import type { FormSchema } from '../../../host/extensions.ts';

/** By the schema: that of a plugin goes with the plugin. */
const cleaners = new WeakMap<FormSchema, ReturnType<typeof compileArgs>>();

/** @throws required_fields_missing or unprocessable_entity */
export function cleanMembers(members: FormSchema, given: Record<string, unknown>): Record<string, unknown> {
  const clean = cleaners.get(members) ?? compileArgs(members, { forgiving: true });
  cleaners.set(members, clean);
  return clean(given);
}
