/** Answer schemas of API keys. */
import Type, { type Static } from 'typebox';
import { answerWith, closed } from '../../../host/envelope.ts';
import { id, named, text, time, timeOrNull } from '../../../host/shapes.ts';
import { permissions } from './queries.ts';

const key = {
  ID: id(),
  permission: Type.Enum([...permissions]),
  description: text('Purpose.', 'Website'),
  active: Type.Boolean({ description: 'false: it was revoked.', examples: [true] }),
  created_at: time('Creation time.'),
  last_used_at: timeOrNull('Last use.'),
};

export const ApiKey = named('ApiKey', key);
export type ApiKey = Static<typeof ApiKey>;

export const MadeApiKey = named('MadeApiKey', {
  ...key,
  key: text('The key, shown once.', '0123456789abcdef0123456789abcdef'),
});
export type MadeApiKey = Static<typeof MadeApiKey>;

export const KeysAnswer = answerWith({ keys: Type.Array(ApiKey) });
export const MadeKeyAnswer = answerWith({ keys: MadeApiKey });
export const RevokedAnswer = answerWith({
  keys: Type.Object({ ID: key.ID, active: Type.Literal(false) }, closed),
});
