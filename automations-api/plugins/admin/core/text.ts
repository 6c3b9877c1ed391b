import { parseAddress } from '../../../../shared/mail/email-address.ts';

/** Returns the normal form of an email address, for comparison. Returns other text unchanged. */
export function keyOfEmail(email: string): string {
  const text = email.trim();
  const parsed = parseAddress(text);
  return 'address' in parsed ? parsed.address : text;
}
