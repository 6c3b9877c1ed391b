/** Webhooks and their deliveries as answers show them. */
import Type, { type Static } from 'typebox';
import { answerWith, closed } from '../../../host/envelope.ts';
import { count, id, members, named, text, textOrNull, time, timeOrNull } from '../../../host/shapes.ts';
import { nextCursor } from '../core/answers.ts';

const webhook = {
  ID: id(),
  url: text('Where messages go.', 'https://example.com/hooks/contacts'),
  events: Type.Array(Type.String(), { description: 'None: it belongs to a rule.', examples: [['tag.added']] }),
  active: Type.Boolean({ examples: [true] }),
  created_at: time('When it was made.'),
  updated_at: timeOrNull('When it was changed.'),
  attempted_at: timeOrNull('When a message was sent last.'),
  failing_since: timeOrNull('Since then nothing was taken.'),
  former_secret_until: timeOrNull('Until then the former secret signs beside the present one.'),
  pending: count('Messages that wait, counted up to 10,000.', 0),
  dead: count('Messages that were given up, counted up to 10,000.', 0),
};

export const Webhook = named('Webhook', webhook);
export type Webhook = Static<typeof Webhook>;

export const MadeWebhook = named('MadeWebhook', {
  ...webhook,
  secret: text('Signs messages; shown only now.', 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'),
});
export type MadeWebhook = Static<typeof MadeWebhook>;

export const Delivery = named('Delivery', {
  ID: id(),
  webhook_id: id(),
  message_id: text('The webhook-id of the message.', 'msg_2KWPBgLlAfxdpx2AI54pPJ85f4W'),
  event: text('What happened.', 'tag.added'),
  status: Type.Enum(['pending', 'delivered', 'dead']),
  attempts: count('How often it was sent.', 0),
  last_error: textOrNull('Why it was not taken.', 'the answer was 500'),
  payload: members('The message.', { type: 'tag.added', data: { contact_id: 1 } }),
  created_at: time('When it was made.'),
  attempted_at: timeOrNull('When it was sent last.'),
  next_attempt_at: timeOrNull('When it is sent next.'),
});
export type Delivery = Static<typeof Delivery>;

export const WebhooksAnswer = answerWith({ webhooks: Type.Array(Webhook) });
export const WebhookAnswer = answerWith({ webhooks: Webhook });
export const MadeWebhookAnswer = answerWith({ webhooks: MadeWebhook });
export const DeletedAnswer = answerWith({ webhooks: Type.Object({ ID: webhook.ID, url: webhook.url }, closed) });

export const DeliveriesAnswer = answerWith({
  deliveries: Type.Array(Delivery),
  next_cursor: Type.Optional(nextCursor),
});
export const DeliveryAnswer = answerWith({ deliveries: Delivery });
export const RetriedAnswer = answerWith({
  retried: count('How many are sent again.'),
  dead: count('How many dead letters are left.', 0),
});
