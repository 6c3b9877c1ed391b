/** Parsing of email addresses in the forms that cells contain. Pure. */
import { toText } from '../../../../../../shared/import/values.ts';

/** Reads `Ada <ada@x.example>` or `<mailto:ada@x.example?subject=Hi>` into the address and the name, or ''. */
export function readAddress(cell: unknown): { address: string; name: string } {
  const text = toText(cell)
    .replace(/\p{Cf}/gu, '')
    .trim();
  const start = text.endsWith('>') ? text.lastIndexOf('<') : -1;
  if (start < 0) return { address: plain(text), name: '' };
  return { address: plain(text.slice(start + 1, -1)), name: unquoted(text.slice(0, start).trim()) };
}

function plain(text: string): string {
  const given = unquoted(text.trim());
  if (!/^mailto:/i.test(given)) return given;
  const [address = ''] = given.slice('mailto:'.length).split('?');
  try {
    return decodeURIComponent(address).trim();
  } catch {
    return address.trim();
  }
}

const unquoted = (text: string) => (/^"[^"]*"$|^'[^']*'$/.test(text) ? text.slice(1, -1).trim() : text);
