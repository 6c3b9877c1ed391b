/** The answer schema of the list of contacts. */
import Type, { type Static } from 'typebox';
import { answerWith, closed } from '../../../host/envelope.ts';
import { count } from '../../../host/shapes.ts';
import { ListedContact } from '../contacts/answers.ts';
import { nextCursor } from '../core/answers.ts';

const ContactPage = Type.Object(
  {
    contacts: Type.Array(ListedContact),
    total: count('Number of contacts that match the filter.'),
    next_cursor: Type.Optional(nextCursor),
  },
  closed,
);
export type ContactPage = Static<typeof ContactPage>;

export const ContactsAnswer = answerWith({ contact: ContactPage });
