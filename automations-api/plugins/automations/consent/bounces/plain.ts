/**
 * Waypost's own format, for other providers: `email`, `type`, and optional `id` and `message_id`, or a list of these
 * in `bounces`.
 * Pure.
 */
import { fail, unprocessable } from '../../core/errors.ts';
import { type BounceNotice, bounceKinds, type Json, mailNamed, objectOf, type ReadNotices, textOf } from './notice.ts';

/** Reads notices. @throws required_fields_missing or unprocessable_entity */
export function readPlain(body: Json): ReadNotices {
  const items = Array.isArray(body.bounces) ? body.bounces : [body];
  return { source: 'plain', notices: items.map(readItem), ignored: 0 };
}

function readItem(item: unknown, index: number): BounceNotice {
  const { email, type, id, message_id: messageId } = objectOf(item);
  const [address, name] = [textOf(email)?.trim(), textOf(type)?.trim().toLowerCase()];
  if (!address || !name) throw fail('required_fields_missing', `Missing parameter(s): email, type (bounce ${index})`);
  const kind = bounceKinds.find((one) => one === name);
  if (!kind) throw unprocessable(`type must be one of ${bounceKinds.join(', ')} (bounce ${index})`);
  const given = textOf(id);
  return { email: address, kind, ...(given ? { id: given } : {}), ...mailNamed(messageId) };
}
