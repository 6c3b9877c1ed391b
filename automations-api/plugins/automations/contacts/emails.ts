/** Validation of contacts' email addresses. */
import { asciiDomain, foldsIntoAscii } from '../../../../shared/mail/email-address.ts';
import { fail } from '../core/errors.ts';
import { keyOfEmail } from '../core/text.ts';

const local = /^[^\s@"(),:;<>[\\\]\p{C}]{1,64}$/u;

function isEmail(text: string): boolean {
  const at = text.lastIndexOf('@');
  const name = text.slice(0, at);
  const dotted = !name.startsWith('.') && !name.endsWith('.') && !name.includes('..');
  return (
    at > 0 &&
    Math.max(text.length, keyOfEmail(text).length) <= 254 &&
    dotted &&
    local.test(name) &&
    !foldsIntoAscii(name) &&
    asciiDomain(text.slice(at + 1)) !== undefined
  );
}

/** Returns the trimmed email address. @throws email_invalid */
export function parseEmail(given: string): string {
  const text = given.trim();
  if (!isEmail(text)) throw fail('email_invalid', 'The email address is not valid.');
  return text;
}
