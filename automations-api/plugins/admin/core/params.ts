/** Parameters of several routes. */
import Type from 'typebox';
import { longestEmail } from '../../../../shared/limits-of-fields.ts';
import { roles } from '../../../host/core/route.ts';

export const email = Type.String({
  minLength: 3,
  maxLength: longestEmail,
  format: 'email',
  description: 'An email address.',
});
/** The current password. WordPress allows 4,096 bytes. */
export const oldPassword = Type.String({ minLength: 1, maxLength: 4_096, description: 'The current password.' });
export const role = Type.Enum([...roles], {
  description: 'administrator: everything; editor: contacts; viewer: read-only.',
});
