/** The parameters that several routes take. */
import Type from 'typebox';
import { longestEmail, people } from '../../../../shared/limits-of-fields.ts';
import { nameSchema } from '../../../../shared/name-schema.ts';
import { roles } from '../../../host/core/route.ts';

export const email = Type.String({
  minLength: 3,
  maxLength: longestEmail,
  format: 'email',
  description: 'An email address.',
});
export const name = nameSchema(people.name);
export const newPassword = Type.String({
  minLength: people.password.shortest,
  maxLength: people.password.longest,
  description: '10 to 200 characters, and none of the most common passwords.',
});
/** WordPress takes up to 4,096 bytes. */
export const oldPassword = Type.String({ minLength: 1, maxLength: 4_096, description: 'The present password.' });
export const code = Type.String({ minLength: 1, maxLength: people.inviteCode, description: 'The code in the log.' });
export const token = Type.String({ minLength: 16, maxLength: 128, description: 'The token in the email.' });
export const role = Type.Enum([...roles], { description: 'administrator may all, editor contacts, viewer looks.' });
