/** The connection of a workspace's clicks to contacts in the dashboard's API. */
import Type from 'typebox';
import { text } from '../api/schemas.ts';

export const ContactsConnection = Type.Object({
  url: text('https://contacts.example.com', 'The URL of contacts.'),
  state: Type.Enum(['none', 'waiting', 'connected'], {
    description: '`waiting`: contacts connect within seconds.',
    examples: ['connected'],
  }),
  since: Type.Unsafe<string | null>({ type: ['string', 'null'], examples: ['2026-05-04T09:30:00.000Z'] }),
  mayConnect: Type.Boolean({ description: 'Whether the user is also an administrator of contacts.' }),
});
export const ConnectionAnswer = Type.Object({ connection: Type.Union([ContactsConnection, Type.Null()]) });
