/** Detached minisign signatures over a file's BLAKE2b hash, as created by `minisign -S`. */
import { createHash, createPublicKey, type KeyObject, verify } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';

export const signatureSuffix = '.minisig';
export const mostSignatureBytes = 4_096;

const idBytes = 8;
/** The DER bytes before an Ed25519 public key, which Node.js requires. */
const keyHead = Buffer.from('302a300506032b6570032100', 'hex');

type Key = { id: string; key: KeyObject };

/** Parses the last line of a public key file. @throws if it is not a minisign key */
export function readKey(text: string): Key {
  const bytes = Buffer.from(text.trim(), 'base64');
  if (bytes.length !== 2 + idBytes + 32 || bytes.toString('latin1', 0, 2) !== 'Ed')
    throw new Error('RELEASES_KEY is not a minisign public key: use the line of the .pub file that starts with RW');
  const key = createPublicKey({
    key: Buffer.concat([keyHead, bytes.subarray(2 + idBytes)]),
    format: 'der',
    type: 'spki',
  });
  return { id: nameOf(bytes.subarray(2, 2 + idBytes)), key };
}

/** Formats an id as minisign does, which reads its bytes as a little-endian number. */
const nameOf = (id: Buffer) => Buffer.from(id).reverse().toString('hex').toUpperCase();

const commentHead = 'trusted comment: ';

/**
 * Checks a file's signature and resolves to its signed comment. @throws with a message that continues a sentence
 * about the file
 */
export async function checkSignature(file: string, signature: string, { id, key }: Key): Promise<string> {
  const [, line = '', trusted = '', outer = ''] = signature.split('\n').map((one) => one.trimEnd());
  const comment = trusted.slice(commentHead.length);
  const bytes = Buffer.from(line, 'base64');
  if (bytes.length !== 2 + idBytes + 64 || !trusted.startsWith(commentHead) || outer === '')
    throw new Error('has an unreadable signature');
  if (bytes.toString('latin1', 0, 2) !== 'ED')
    throw new Error('has a signature in an old format: sign it with minisign -S -H');
  const signer = nameOf(bytes.subarray(2, 2 + idBytes));
  if (signer !== id) throw new Error(`is signed with the key ${signer} instead of RELEASES_KEY, ${id}`);
  const own = bytes.subarray(2 + idBytes);
  const isOfFile = verify(null, await hashOf(file), key, own);
  const isWhole = verify(null, Buffer.concat([own, Buffer.from(comment)]), key, Buffer.from(outer, 'base64'));
  if (!isOfFile || !isWhole) throw new Error('was altered: its signature does not match');
  return comment;
}

async function hashOf(file: string): Promise<Buffer> {
  const hash = createHash('blake2b512');
  await pipeline(createReadStream(file), hash);
  return hash.digest();
}
