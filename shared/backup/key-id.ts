/** A backup's id for the secret that encrypts this installation's data. */
import { access } from 'node:fs/promises';
import path from 'node:path';
import type { Config } from '../config/config.ts';
import { keyFile } from '../secrets/installation-secret.ts';
import { openKeyCipher } from '../secrets/key-cipher.ts';

export const keyFileOf = ({ localDir }: Pick<Config, 'localDir'>) => path.join(localDir, keyFile);

/** Resolves to the id; '' if there is no secret yet. Creates none. */
export async function findKeyId(settings: Pick<Config, 'certificateSecret' | 'localDir'>): Promise<string> {
  const isThere = await access(keyFileOf(settings)).then(
    () => true,
    () => false,
  );
  return settings.certificateSecret || isThere ? (await openKeyCipher(settings, 'certificates')).keyId : '';
}
