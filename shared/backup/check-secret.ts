/** The check that this installation can read a backup's encrypted data. */
import type { Config } from '../config/config.ts';
import { writeWhole } from '../whole-file.ts';
import { findKeyId, keyFileOf } from './key-id.ts';
import type { Backup } from './open-backup.ts';

/** `key`: the key to write to LOCAL_DIR. `isLacking`: true if encrypted data will be unreadable. */
export type SecretPlan = { key?: string; isLacking: boolean };

/**
 * Compares the backup's key with this installation's, and plans the restore of the secret. `withoutSecrets`: the
 * operator accepts unreadable data. @throws with a sentence for the operator
 */
export async function planSecret(
  { head, secrets }: Pick<Backup, 'head' | 'secrets'>,
  config: Config,
  withoutSecrets: boolean,
): Promise<SecretPlan> {
  const here = await findKeyId(config);
  if (head.keyId === '' || here === head.keyId) return { isLacking: false };
  if (withoutSecrets || head.secrets === 'left out') return { isLacking: true };
  if (!secrets)
    throw new Error(
      'the key of the encrypted parts of the backup is missing: use --passphrase-file, or --without-secrets to restore without them',
    );
  if (secrets.certificateSecret !== '')
    throw new Error(
      'the backup needs its own CERTIFICATE_SECRET, which differs from this one: copy the line that --settings prints into the settings file, and restore again',
    );
  if (config.certificateSecret !== '')
    throw new Error(
      'CERTIFICATE_SECRET is set here, but the backup has none: remove it from the settings and restore again',
    );
  if (!/^[0-9a-f]{64}$/.test(secrets.key)) return { isLacking: true };
  return { key: secrets.key, isLacking: false };
}

export const putKey = (config: Config, key: string): Promise<void> => writeWhole(keyFileOf(config), key);

/** Returns the settings in the backup, in the format of the settings file. */
export function settingsOf({ secrets }: Pick<Backup, 'secrets'>): string {
  if (!secrets) throw new Error('the settings in the backup are encrypted, or were left out: use --passphrase-file');
  const { settings, certificateSecret } = secrets;
  const isThere = certificateSecret === '' || settings.includes(certificateSecret);
  return isThere ? settings : `${settings}CERTIFICATE_SECRET='${certificateSecret}'\n`;
}
