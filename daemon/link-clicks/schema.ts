/** The connection of a workspace's clicks to contacts, as the dashboard sees it. */
import Type from 'typebox';

export const ContactsConnection = Type.Object({
  url: Type.String({ description: 'Where contacts are.' }),
  state: Type.Enum(['none', 'waiting', 'connected'], {
    description: '`waiting`: contacts connect within seconds.',
  }),
  since: Type.Unsafe<string | null>({ type: ['string', 'null'] }),
  mayConnect: Type.Boolean({ description: 'Whether the user is also an administrator of contacts.' }),
});
export const ConnectionAnswer = Type.Object({ connection: Type.Union([ContactsConnection, Type.Null()]) });
