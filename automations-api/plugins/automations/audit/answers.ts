/** Answer schemas for the audit log. */
import Type, { type Static } from 'typebox';
import { nullable } from '../../../../shared/openapi/nullable.ts';
import { answerWith } from '../../../host/envelope.ts';
import { members, named, text, textOrNull, time } from '../../../host/shapes.ts';
import { By, nextCursor } from '../core/answers.ts';

export const AuditEntry = named('AuditEntry', {
  at: time('When.'),
  action: text('The action.', 'tag.deleted'),
  subject: text('The subject, usually an id.', '2'),
  name: textOrNull(
    "The name of the subject now: a user's name, or the email address of a contact or invitation. Null after its " +
      'deletion.',
    'ada@example.com',
  ),
  by: By,
  data: nullable(members('Details, depending on the action.', { name: 'Trial' })),
});
export type AuditEntry = Static<typeof AuditEntry>;

export const AuditAnswer = answerWith({ audit: Type.Array(AuditEntry), next_cursor: nextCursor });
