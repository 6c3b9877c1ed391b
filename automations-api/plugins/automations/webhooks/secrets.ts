/** Secrets that an earlier release stored readable. */
import type { Secrets } from '../../../../shared/webhooks/secrets.ts';
import type { Db } from '../core/tables.ts';
import { listPlainSecrets, replaceSecret } from './queries.ts';

const atOnce = 200;

/** Encrypts them. Several processes may do it at once. */
export async function sealPlainSecrets(db: Db, secrets: Secrets): Promise<void> {
  for (;;) {
    const rows = await listPlainSecrets(db, atOnce);
    for (const { id, secret } of rows) await replaceSecret(db, id, secret, secrets.seal(secret));
    if (rows.length < atOnce) return;
  }
}
