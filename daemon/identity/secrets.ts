/** Secrets of the link service's clients: API keys and share URLs. */
import { crc32 } from 'node:zlib';
import { customAlphabet } from 'nanoid';
import { base62, randomToken } from '../../shared/secrets/secrets.ts';

const random32 = customAlphabet(base62, 32);

/** Creates an API key: `fks_`, 32 random characters, and a checksum of 6 characters. */
export function newApiKey(): string {
  const random = random32();
  return `fks_${random}${checksum(random)}`;
}

/** Returns whether a text has the form and checksum of a key. */
export function looksLikeApiKey(text: string): boolean {
  const match = /^fks_([0-9A-Za-z]{32})([0-9A-Za-z]{6})$/.exec(text);
  return match !== null && checksum(match[1] as string) === match[2];
}

/** Creates the secret part of a share URL: 43 random characters. */
export const newShareToken = () => randomToken();

/** Returns the CRC-32 in six base62 digits. */
function checksum(text: string): string {
  let rest = crc32(text);
  let digits = '';
  for (let place = 0; place < 6; place++) {
    digits = base62[rest % 62] + digits;
    rest = Math.floor(rest / 62);
  }
  return digits;
}
