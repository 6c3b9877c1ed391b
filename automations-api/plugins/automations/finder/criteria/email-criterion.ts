/** The criterion on the whole email address. Only SQL evaluates it, by the unique key of the email column. */
// biome-ignore-all lint/plugin: contact searches use handwritten SQL.
import { sql } from 'kysely';
import Type from 'typebox';
import { keyOfQueriedEmail } from '../../core/text.ts';
import { criterionKind } from './criterion.ts';

export const emailCriterion = criterionKind({
  name: 'email',
  label: 'Email',
  args: { email: Type.Optional(Type.String({ maxLength: 1_000, description: 'The whole email address.' })) },
  read: ({ email = '' }) =>
    email === '' ? undefined : () => [{ sql: sql`c.email_key = ${keyOfQueriedEmail(email)}` }],
});
