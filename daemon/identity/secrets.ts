/** The secrets that clients of links hold: API keys and share URLs. */
import { crc32 } from 'node:zlib';
import { customAlphabet } from 'nanoid';
import { base62, randomToken } from '../../shared/secrets/secrets.ts';

const random32 = customAlphabet(base62, 32);

/** An API key: `fks_`, 32 random characters, and a checksum of 6. */
export function newApiKey(): string {
  const random = random32();
  return `fks_${random}${checksum(random)}`;
}

/** Tells whether a text has the form of a key, without a query. */
export function looksLikeApiKey(text: string): boolean {
  const match = /^fks_([0-9A-Za-z]{32})([0-9A-Za-z]{6})$/.exec(text);
  return match !== null && checksum(match[1] as string) === match[2];
}

/** The secret part of a share URL: 43 random characters. */
export const newShareToken = () => randomToken();

/** CRC-32 in six base62 digits. */
function checksum(text: string): string {
  let rest = crc32(text);
  let digits = '';
  for (let place = 0; place < 6; place++) {
    digits = base62[rest % 62] + digits;
    rest = Math.floor(rest / 62);
  }
  return digits;
}
