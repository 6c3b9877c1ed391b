import { parseAddress } from '../../../../shared/mail/email-address.ts';

/** Normal form of an email address, for comparison. A text that is no address only equals itself. */
export function keyOfEmail(email: string): string {
  const text = email.trim();
  const parsed = parseAddress(text);
  return 'address' in parsed ? parsed.address : text;
}
