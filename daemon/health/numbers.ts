/** Metrics of the newest backup and the certificates. */
import { stat } from 'node:fs/promises';
import { readLastBackup } from '../../shared/backup/last-backup.ts';
import type { Config } from '../../shared/config/config.ts';
import type { Readings } from '../../shared/process/metrics.ts';
import type { Db } from '../core/tables.ts';
import { findFirstExpiry } from '../domains/certificate-queries.ts';
import { certificateHosts } from '../domains/hostname.ts';

const dayMs = 86_400_000;

export const healthNumbers = (db: Db, config: Config): Readings => ({
  backup_age_seconds: {
    help: 'Age of the newest backup created on this machine; missing without one, or once its file is deleted.',
    value: () => readBackupAge(config.localDir),
  },
  certificate_days_left: {
    help: 'Days until the first certificate that Waypost renews expires; missing without any.',
    async value() {
      if (config.acmeDirectory === '') return [];
      const expiresAt = await findFirstExpiry(db, certificateHosts(config));
      return expiresAt ? (expiresAt.getTime() - Date.now()) / dayMs : [];
    },
  },
});

async function readBackupAge(localDir: string) {
  const last = readLastBackup(localDir);
  if (!last) return [];
  const exists = last.file === '' || (await stat(last.file).then(() => true, isUnreadable));
  return exists ? (Date.now() - last.at.getTime()) / 1_000 : [];
}

/** Returns whether the file's folder cannot be read by this user. A file in such a folder counts as existing. */
const isUnreadable = ({ code }: NodeJS.ErrnoException) => code === 'EACCES';
