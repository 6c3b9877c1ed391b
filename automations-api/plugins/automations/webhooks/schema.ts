/** Parameters of webhooks. */
import Type, { type Static } from 'typebox';
import { longestUrl } from '../../../../shared/limits-of-fields.ts';
import { cursorArgs, pagingArgs } from '../../../host/envelope.ts';
import { dottedNames } from '../core/dotted-names.ts';

const url = Type.String({ maxLength: longestUrl, description: 'An http or https URL.' });
const events = Type.Optional(
  Type.Array(Type.String({ maxLength: 60 }), {
    maxItems: 50,
    description: 'Events to send, as GET /kinds lists them; default: all.',
  }),
);

export const NewWebhook = Type.Object({
  url,
  events,
  secret: Type.Optional(Type.String({ maxLength: 100, description: 'whsec_ and base64; created if omitted.' })),
});

export const WebhookChange = Type.Object({
  url: Type.Optional(url),
  events,
  active: Type.Optional(Type.Boolean()),
});
export type WebhookChange = Static<typeof WebhookChange>;

export const DeliveryArgs = Type.Object({
  ...pagingArgs,
  ...cursorArgs,
  status: Type.Optional(Type.Enum(['pending', 'delivered', 'dead'])),
  event: dottedNames('Only these events, such as tag.added.'),
});
