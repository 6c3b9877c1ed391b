/** Limits on sign-in tries, invitations and test emails, across all processes. */
import type { Redis } from 'ioredis';
import type { Config } from '../../../../../shared/config/config.ts';
import { createLimiter } from '../../../../../shared/limits/limiter.ts';
import { createSignInTries, spendAll, type Try } from '../../../../../shared/limits/tries.ts';
import { networkOf } from '../../../../../shared/net/address.ts';
import type { KeyedHash } from '../../../../../shared/secrets/installation-secret.ts';
import type { Db } from '../../core/tables.ts';
import { isKnownNetwork } from '../../wordpress/session-queries.ts';

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
  const invitations = limiterOf('admin-mails', config.accountMailsPerHour, hour);
  const { spendOnEmail } = createSignInTries({
    hash,
    limiterOf,
    perMinute: config.loginTriesPerMinute,
    knows: (email, network) => isKnownNetwork(db, email, hash(network)),
  });
  return {
    spendOnEmail,
    /** Counts a started sign-in, or a ticket, from an IP address. @throws `rate_limited` */
    spendOnAddress: (address: string): Promise<Try> => spendAll([[byAddress, keyOf(networkOf(address))]]),
    /** Counts an invitation to an email address. @throws `rate_limited` */
    spendOnInvitation: (email: string): Promise<Try> => spendAll([[invitations, keyOf(`invite ${email}`)]]),
    /** Counts a user's test email. @throws `rate_limited` */
    spendOnMailTest: (user: string): Promise<Try> => spendAll([[mailTests, user]]),
  };
}
