/** Answer schemas of webhooks and their deliveries. */
import Type, { type Static } from 'typebox';
import { answerWith, closed } from '../../../host/envelope.ts';
import { count, id, members, named, text, textOrNull, time, timeOrNull } from '../../../host/shapes.ts';
import { nextCursor } from '../core/answers.ts';

const webhook = {
  ID: id(),
  url: text('URL of the receiver.', 'https://example.com/hooks/contacts'),
  events: Type.Array(Type.String(), { description: 'Empty if it belongs to a rule.', examples: [['tag.added']] }),
  active: Type.Boolean({ examples: [true] }),
  created_at: time('Creation time.'),
  updated_at: timeOrNull('Time of the last change.'),
  attempted_at: timeOrNull('Time of the last message.'),
  failing_since: timeOrNull('Start of the current failures.'),
  previous_secret_until: timeOrNull('Time until which the old secret also signs.'),
  pending: count('Pending messages, counted up to 10,000.', 0),
  dead: count('Failed deliveries, counted up to 10,000.', 0),
};

export const Webhook = named('Webhook', webhook);
export type Webhook = Static<typeof Webhook>;

export const MadeWebhook = named('MadeWebhook', {
  ...webhook,
  secret: text('Secret that signs messages; shown once.', 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'),
});
export type MadeWebhook = Static<typeof MadeWebhook>;

export const Delivery = named('Delivery', {
  ID: id(),
  webhook_id: id(),
  message_id: text('The webhook-id of the message.', 'msg_2KWPBgLlAfxdpx2AI54pPJ85f4W'),
  event: text('The event.', 'tag.added'),
  status: Type.Enum(['pending', 'delivered', 'dead']),
  attempts: count('Number of attempts.', 0),
  last_error: textOrNull('Error of the last attempt.', 'the answer was 500'),
  payload: members('The message.', { type: 'tag.added', data: { contact_id: 1 } }),
  created_at: time('Creation time.'),
  attempted_at: timeOrNull('Time of the last attempt.'),
  next_attempt_at: timeOrNull('Time of the next retry.'),
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
  retried: count('Number of messages to retry.'),
  dead: count('Failed deliveries that remain.', 0),
});
