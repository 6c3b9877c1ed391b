/** Bodies of webhooks and their deliveries. */
import Type, { type Static } from 'typebox';
import { longestUrl } from '../../shared/limits-of-fields.ts';
import { id, nextCursor, nullable, number, text, textOrNull } from '../api/schemas.ts';
import { eventNames, testEvent } from './events.ts';

export const WebhookEvent = Type.Enum([...eventNames]);

const url = Type.String({
  minLength: 1,
  maxLength: longestUrl,
  description: 'an http or https URL, to which messages are sent',
  examples: ['https://example.com/hooks/waypost'],
});
const events = Type.Array(WebhookEvent, {
  minItems: 1,
  maxItems: 50,
  description: 'events to receive; default all',
  examples: [['link.created', 'link.clicked']],
});
const active = Type.Boolean({ description: 'whether it receives events' });

export const WebhookInput = Type.Object(
  {
    url,
    events: Type.Optional(events),
    active: Type.Optional(active),
    secret: Type.Optional(
      Type.String({ maxLength: 100, description: '`whsec_` and 24 to 64 bytes in base64; default: a random one' }),
    ),
  },
  { additionalProperties: false },
);

export const WebhookPatch = Type.Object(
  { url: Type.Optional(url), events: Type.Optional(events), active: Type.Optional(active) },
  { additionalProperties: false },
);
export type WebhookPatch = Static<typeof WebhookPatch>;

const timestamp = Type.String({ format: 'date-time' });

const fields = {
  id: id('whk'),
  workspaceId: id('ws'),
  url: text('https://example.com/hooks/waypost'),
  events: Type.Array(WebhookEvent),
  active,
  previousSecretUntil: nullable({
    ...timestamp,
    description: 'Time until which the old secret also signs.',
    examples: [null],
  }),
  failingSince: nullable({
    ...timestamp,
    description: 'Start of the current failures. After 5 days the webhook is turned off.',
    examples: [null],
  }),
  createdAt: timestamp,
  updatedAt: timestamp,
};
export const Webhook = Type.Object(fields, { additionalProperties: false });
export type Webhook = Static<typeof Webhook>;
export const NewWebhook = Type.Object(
  { ...fields, secret: text('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=', 'Signs messages; shown once.') },
  { additionalProperties: false },
);
export const WebhookList = Type.Object({ webhooks: Type.Array(Webhook) }, { additionalProperties: false });

const status = Type.Enum(['pending', 'delivered', 'dead'], {
  description: '`dead`: all retries failed; it can be retried by hand.',
});

export const DeliveryQuery = Type.Object({
  status: Type.Optional(status),
  limit: Type.Integer({ minimum: 1, maximum: 50, default: 25, description: 'deliveries a page' }),
  cursor: Type.Optional(Type.String({ maxLength: 200, description: '`nextCursor` of the previous page' })),
});

export const WebhookMessage = Type.Object(
  {
    type: Type.Enum([...eventNames, testEvent]),
    timestamp: Type.String({ format: 'date-time', description: 'When it happened.' }),
    data: Type.Unsafe<Record<string, unknown>>({
      type: 'object',
      description: 'What happened, by type.',
      examples: [{ id: 'lnk_5ZkQ8sVw2LrTq0YpXb7c', shortUrl: 'https://go.example.com/launch' }],
    }),
  },
  { additionalProperties: false, description: 'The body of a message in the form of Standard Webhooks.' },
);

export const WebhookAnswer = Type.Object(
  {
    status: Type.Integer({ examples: [503] }),
    body: text('Service Unavailable', 'Its first 1,000 bytes.'),
    tookMs: number(41),
  },
  { additionalProperties: false, description: "The receiver's answer to the last attempt." },
);

export const Delivery = Type.Object(
  {
    id: text('msg_0b6f1c2d3e4f5a6b7c8d9e0f1a2b3c4d', "The message's `webhook-id`, the same for all attempts."),
    status,
    attempts: Type.Integer({ minimum: 0 }),
    error: textOrNull('it answered 503', 'Why the last attempt failed.'),
    createdAt: timestamp,
    attemptedAt: nullable(timestamp),
    nextAttemptAt: nullable({ ...timestamp, description: 'Time of the next retry.' }),
    request: WebhookMessage,
    answer: nullable(WebhookAnswer),
  },
  { additionalProperties: false },
);
export type Delivery = Static<typeof Delivery>;

export const DeliveryPage = Type.Object(
  {
    deliveries: Type.Array(Delivery),
    nextCursor: nextCursor(),
  },
  { additionalProperties: false },
);
