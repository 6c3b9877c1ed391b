/** Detached signatures of minisign, over the BLAKE2b hash of a file, as `minisign -S` makes them. */
import { createHash, createPublicKey, type KeyObject, verify } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';

export const signatureSuffix = '.minisig';
export const mostSignatureBytes = 4_096;

const idBytes = 8;
/** The head of an Ed25519 key in the form that Node.js reads. */
const keyHead = Buffer.from('302a300506032b6570032100', 'hex');

type Key = { id: string; key: KeyObject };

/** `text`: the last line of a public key file. @throws if it is no such key */
export function readKey(text: string): Key {
  const bytes = Buffer.from(text.trim(), 'base64');
  if (bytes.length !== 2 + idBytes + 32 || bytes.toString('latin1', 0, 2) !== 'Ed')
    throw new Error('RELEASES_KEY is no public key of minisign: it is the line that begins with RW in its .pub file');
  const key = createPublicKey({
    key: Buffer.concat([keyHead, bytes.subarray(2 + idBytes)]),
    format: 'der',
    type: 'spki',
  });
  return { id: nameOf(bytes.subarray(2, 2 + idBytes)), key };
}

/** The form in which minisign shows an id: its bytes are a number whose lowest byte comes first. */
const nameOf = (id: Buffer) => Buffer.from(id).reverse().toString('hex').toUpperCase();

const commentHead = 'trusted comment: ';

/** Resolves to the signed comment. @throws with the end of a sentence about the file */
export async function checkSignature(file: string, signature: string, { id, key }: Key): Promise<string> {
  const [, line = '', trusted = '', outer = ''] = signature.split('\n').map((one) => one.trimEnd());
  const comment = trusted.slice(commentHead.length);
  const bytes = Buffer.from(line, 'base64');
  if (bytes.length !== 2 + idBytes + 64 || !trusted.startsWith(commentHead) || outer === '')
    throw new Error('has a signature that cannot be read');
  if (bytes.toString('latin1', 0, 2) !== 'ED')
    throw new Error('has a signature of an old kind: sign it with minisign -S -H');
  const signer = nameOf(bytes.subarray(2, 2 + idBytes));
  if (signer !== id) throw new Error(`is signed with the key ${signer} and not with RELEASES_KEY, ${id}`);
  const own = bytes.subarray(2 + idBytes);
  const isOfFile = verify(null, await hashOf(file), key, own);
  const isWhole = verify(null, Buffer.concat([own, Buffer.from(comment)]), key, Buffer.from(outer, 'base64'));
  if (!isOfFile || !isWhole) throw new Error('was altered: its signature is of other bytes');
  return comment;
}

async function hashOf(file: string): Promise<Buffer> {
  const hash = createHash('blake2b512');
  await pipeline(createReadStream(file), hash);
  return hash.digest();
}
