/** Notices from Postmark's webhooks for bounces and spam complaints. Pure. */
import { type BounceKind, type Json, mailNamed, objectOf, type ReadNotices, textOf } from './notice.ts';

/**
 * The name of the metadata that contains the email's Message-ID. Postmark replaces the Message-ID itself with its own.
 */
const metadata = 'email';

/** Returns the header from which Postmark takes the metadata, if emails are sent through Postmark. */
export const postmarkHeaders = (smtpUrl: string, mailId: number): Record<string, string> =>
  /\.postmarkapp\.com(?:[:/?]|$)/.test(smtpUrl) ? { [`X-PM-Metadata-${metadata}`]: `automations-mail.${mailId}@` } : {};

const kinds: Readonly<Record<string, BounceKind>> = {
  HardBounce: 'hard',
  BadEmailAddress: 'hard',
  SoftBounce: 'soft',
  Transient: 'soft',
  DnsError: 'soft',
  Blocked: 'soft',
  SpamNotification: 'soft',
  SpamComplaint: 'complaint',
};

/** Reads a notice. Returns undefined if the body is not from Postmark. */
export function readPostmark(body: Json): ReadNotices | undefined {
  const record = textOf(body.RecordType);
  if (record === undefined) return undefined;
  const type = record === 'Bounce' ? (textOf(body.Type) ?? '') : record;
  const kind = Object.hasOwn(kinds, type) ? kinds[type] : undefined;
  const email = textOf(body.Email);
  if (!kind || email === undefined) return { source: 'postmark', notices: [], ignored: 1 };
  const id = textOf(body.ID) ?? textOf(body.MessageID);
  const named = mailNamed(objectOf(body.Metadata)[metadata]);
  return { source: 'postmark', notices: [{ email, kind, ...(id === undefined ? {} : { id }), ...named }], ignored: 0 };
}
