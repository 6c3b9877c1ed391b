/** How clicks of a workspace reach contacts, as the dashboard is told. */
import Type from 'typebox';

export const ContactsConnection = Type.Object({
  url: Type.String({ description: 'Where contacts are.' }),
  state: Type.Enum(['none', 'waiting', 'connected'], {
    description: '`waiting`: contacts have not noticed yet; that takes seconds.',
  }),
  since: Type.Unsafe<string | null>({ type: ['string', 'null'] }),
  mayConnect: Type.Boolean({ description: 'Whether the person administers contacts, too.' }),
});
export const ConnectionAnswer = Type.Object({ connection: Type.Union([ContactsConnection, Type.Null()]) });
