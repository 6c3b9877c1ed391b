/** How often a password may be tried and a mail be asked for, over all processes. */
import type { Redis } from 'ioredis';
import type { Config } from '../../../../../shared/config/config.ts';
import { createLimiter } from '../../../../../shared/limits/limiter.ts';
import { createSignInTries, spendAll, type Try } from '../../../../../shared/limits/tries.ts';
import { networkOf } from '../../../../../shared/net/address.ts';
import type { KeyedHash } from '../../../../../shared/secrets/installation-secret.ts';
import type { Db } from '../../core/tables.ts';
import { isKnownNetwork } from '../../people/session-queries.ts';

export type AdminTries = ReturnType<typeof createAdminTries>;

type Tools = { redis: Redis; config: Config; hash: KeyedHash; db: Db };

const hour = 3_600;
const mailTestsPerHour = 20;

export function createAdminTries({ redis, config, hash, db }: Tools) {
  const limiterOf = (name: string, points: number, seconds = 60) =>
    createLimiter(redis, `${config.redisPrefix}:${name}`, { points, seconds });
  const keyOf = (text: string) => hash(text).toString('base64url');
  const byAddress = limiterOf('admin-tokens', config.signupsPerMinute);
  const mailTests = limiterOf('admin-mail-tests', mailTestsPerHour, hour);
  const mails = limiterOf('admin-mails', config.accountMailsPerHour, hour);
  return {
    ...createSignInTries({
      hash,
      limiterOf,
      perMinute: config.loginTriesPerMinute,
      accounts: 'admin',
      knows: (email, network) => isKnownNetwork(db, email, hash(network)),
    }),
    /** One try at a mailed token from an address. @throws `rate_limited` */
    spendOnAddress: (address: string): Promise<Try> => spendAll([[byAddress, keyOf(networkOf(address))]]),
    /** One mail to a person, each kind apart. @throws `rate_limited` */
    spendOnMail: (kind: 'reset' | 'invite' | 'notice', email: string): Promise<Try> =>
      spendAll([[mails, keyOf(`${kind} ${email}`)]]),
    /** A mail by which a person tries whether mails arrive. @throws `rate_limited` */
    spendOnMailTest: (adminId: number): Promise<Try> => spendAll([[mailTests, String(adminId)]]),
  };
}
