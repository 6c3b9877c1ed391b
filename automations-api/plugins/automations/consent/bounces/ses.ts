/** Notices from Amazon SES in both of its formats: feedback notifications and events. Pure. */
import {
  type BounceKind,
  type BounceNotice,
  type Json,
  mailNamed,
  objectOf,
  type ReadNotices,
  textOf,
} from './notice.ts';

/** Reads notices. Returns undefined if the body is not from SES. */
export function readSes(body: Json): ReadNotices | undefined {
  const type = textOf(body.notificationType) ?? textOf(body.eventType);
  if (type === undefined) return undefined;
  const notices = noticesOf(type, body);
  return { source: 'ses', notices, ignored: notices.length === 0 ? 1 : 0 };
}

function noticesOf(type: string, body: Json): BounceNotice[] {
  const mail = objectOf(body.mail);
  const messageId = textOf(mail.messageId);
  // SES gives each email its own id. The original id is only in the headers, which a setting of SES includes.
  const named = mailNamed(objectOf(mail.commonHeaders).messageId);
  if (type === 'Bounce') {
    const bounce = objectOf(body.bounce);
    const kind = bounce.bounceType === 'Permanent' ? 'hard' : 'soft';
    const id = textOf(bounce.feedbackId) ?? messageId;
    return toNotices(bounce.bouncedRecipients, { kind, id, named });
  }
  if (type === 'Complaint') {
    const complaint = objectOf(body.complaint);
    // SES reports `not-spam` when the recipient moves the email out of the spam folder.
    if (complaint.complaintFeedbackType === 'not-spam') return [];
    const id = textOf(complaint.feedbackId) ?? messageId;
    return toNotices(complaint.complainedRecipients, { kind: 'complaint', id, named });
  }
  return [];
}

type Shared = { kind: BounceKind; id: string | undefined; named: { mailId?: number } };

const toNotices = (recipients: unknown, { kind, id, named }: Shared): BounceNotice[] =>
  (Array.isArray(recipients) ? recipients : []).flatMap((recipient) => {
    const email = textOf(objectOf(recipient).emailAddress);
    return email === undefined
      ? []
      : [{ email: bareAddress(email), kind, ...(id === undefined ? {} : { id }), ...named }];
  });

/** Extracts the email address: SES repeats recipients as `Ada <ada@example.com>`. */
const bareAddress = (text: string) => /<([^<>]+)>\s*$/.exec(text)?.[1] ?? text;
