/** Email addresses: which are taken for one. */
import { fail } from '../errors.ts';
import { keyOf } from '../text.ts';

const local = /^[^\s@"(),:;<>[\\\]\p{C}]{1,64}$/u;
const label = /^[\p{L}\p{N}]([\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?$/u;

function isEmail(text: string): boolean {
  const at = text.lastIndexOf('@');
  const name = text.slice(0, at);
  const labels = text.slice(at + 1).split('.');
  const dotted = !name.startsWith('.') && !name.endsWith('.') && !name.includes('..');
  return (
    at > 0 &&
    Math.max(text.length, keyOf(text).length) <= 254 &&
    dotted &&
    local.test(name) &&
    labels.length > 1 &&
    labels.every((l) => label.test(l))
  );
}

/** The address without space around it. @throws email_invalid */
export function parseEmail(given: string): string {
  const text = given.trim();
  if (!isEmail(text)) throw fail('email_invalid', 'The email address is not valid.');
  return text;
}
