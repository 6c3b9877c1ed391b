import { parseAddress } from '../../../../shared/mail/email-address.ts';

/** What makes two addresses the same: their normal form. What has none is the same as itself alone. */
export function keyOfEmail(email: string): string {
  const text = email.trim();
  const parsed = parseAddress(text);
  return 'address' in parsed ? parsed.address : text;
}
