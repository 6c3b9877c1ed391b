/** The sender of a template's emails. Pure. */
import type { Draft } from './save-template.ts';

/** A template's own sender and reply address; empty fields use the defaults. */
type Sender = Pick<Draft, 'from_name' | 'from_email' | 'reply_to'>;

export function senderFields({ from_name: name, from_email: address, reply_to: replyTo }: Sender) {
  const from = { ...(name === '' ? {} : { name }), ...(address === '' ? {} : { address }) };
  return { ...(Object.keys(from).length === 0 ? {} : { from }), ...(replyTo === '' ? {} : { replyTo }) };
}
