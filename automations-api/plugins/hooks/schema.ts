/** Parameters and answers of hooks. */
import Type, { type Static } from 'typebox';
import { longestName } from '../../../shared/limits-of-fields.ts';
import { nullable } from '../../../shared/openapi/nullable.ts';
import { answerWith, closed } from '../../host/envelope.ts';
import { count, id, members, named, text, textOrNull, time, timeOrNull } from '../../host/shapes.ts';
import { Mapping } from './core/mapping.ts';
import { defaultHeader, signatureKinds } from './receive/verify.ts';

const signature = {
  kind: Type.Enum([...signatureKinds], { description: 'How messages are signed.', examples: ['github'] }),
  header: Type.Optional(
    Type.String({ pattern: '^[A-Za-z0-9_-]{1,100}$', description: `Header of hmac; default: ${defaultHeader}.` }),
  ),
  encoding: Type.Optional(Type.Enum(['hex', 'base64'], { description: 'Encoding of hmac; default: hex.' })),
};
const SignatureArg = Type.Object(
  {
    ...signature,
    secret: Type.Optional(
      Type.String({ maxLength: 200, description: 'The secret that the sender signs with. Omit it to keep it.' }),
    ),
  },
  { ...closed, description: 'Refuse messages without this signature.' },
);
const autonami = {
  id: Type.String({ pattern: '^\\d{1,20}$', description: 'bwfan_autonami_webhook_id.' }),
  key: Type.String({ minLength: 8, maxLength: 200, description: 'bwfan_autonami_webhook_key.' }),
};
const AutonamiArg = Type.Object(autonami, {
  ...closed,
  description: "Also receive messages at FunnelKit's webhook URL.",
});
const name = Type.String({ minLength: 1, maxLength: longestName, description: 'The name.' });
const active = Type.Optional(Type.Boolean({ description: 'False: the URL answers 404, and messages wait.' }));

export const NewHook = Type.Object({
  name,
  mapping: Mapping,
  signature: Type.Optional(nullable(SignatureArg)),
  autonami: Type.Optional(nullable(AutonamiArg)),
  active,
});
export const HookChange = Type.Partial(NewHook);
export type HookChange = Static<typeof HookChange>;

export const TryArgs = Type.Object({
  body: Type.Unknown({ description: 'The message: a JSON value.' }),
  mapping: Type.Optional(Mapping),
});

const Hook = named('Hook', {
  ID: id(),
  name: text('The name.', 'Shop'),
  url: textOrNull(
    'The URL that receives messages; null in lists and for keys that can only read.',
    'https://crm.example.com/hooks/4fzz…',
  ),
  autonami: nullable(Type.Object({ id: Type.String() }, { ...closed, examples: [null] })),
  mapping: Mapping,
  signature: nullable(Type.Object(signature, { ...closed, title: 'HookSignature' })),
  active: Type.Boolean({ examples: [true] }),
  received: count('Number of messages received.', 3),
  last_at: timeOrNull('Time of the last message.'),
  refused: count('Number of messages with a wrong signature or an unreadable body.', 0),
  refused_at: timeOrNull('Time of the last refused message.'),
  refused_detail: text('Reason for the last refusal.', ''),
  created_at: time('Creation time.'),
  updated_at: timeOrNull('Time of the last change.'),
});
export type Hook = Static<typeof Hook>;

const outcome = Type.Enum(['waiting', 'created', 'changed', 'unchanged', 'ignored', 'failed'], {
  description:
    'waiting: not processed yet; created, changed or unchanged: the contact; ignored: no email address; failed.',
  examples: ['created'],
});
const detail = text('The event, values that were left out, or the reason.', 'Event: order.paid.');
const Message = named('HookMessage', {
  ID: id(),
  at: time('Time of receipt.'),
  outcome,
  detail,
  contact: nullable(id()),
  body: Type.Unknown({ description: 'The body, as JSON.', examples: [{ billing: { email: 'ada@example.com' } }] }),
});
export type HookMessage = Static<typeof Message>;

const Tried = named('HookTry', {
  outcome,
  detail,
  contact: nullable(id()),
  email: textOrNull('The email address.', 'ada@example.com'),
  changes: Type.Array(Type.Object({ name: Type.String(), from: Type.String(), to: Type.String() }, closed), {
    description: 'Columns and fields that would change.',
    examples: [[{ name: 'f_name', from: '', to: 'Ada' }]],
  }),
  tags: Type.Array(Type.Integer(), { description: 'Tags that would be added.', examples: [[1]] }),
  lists: Type.Array(Type.Integer(), { description: 'Lists that would be added.', examples: [[]] }),
  event: nullable(Type.Object({ name: Type.String(), data: members('Its data.') }, { ...closed, examples: [null] })),
});
export type HookTry = Static<typeof Tried>;

export const HooksAnswer = answerWith({ hooks: Type.Array(Hook) });
export const HookAnswer = answerWith({ hook: Hook });
export const DeletedAnswer = answerWith({ hook: Type.Object({ ID: id(), name: Type.String() }, closed) });
export const MessagesAnswer = answerWith({ messages: Type.Array(Message) });
export const TryAnswer = answerWith({ would: Tried });
