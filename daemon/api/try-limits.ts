/**
 * Limits on password attempts, requested emails and link reports, over all processes. Emails and IP addresses are counted
 * as keyed hashes, IPv6 addresses of one /64 as one.
 */
import type { Redis } from 'ioredis';
import type { Config } from '../../shared/config/config.ts';
import { createLimiter } from '../../shared/limits/limiter.ts';
import { createSignInTries, type Spending, spendAll, type Try } from '../../shared/limits/tries.ts';
import { networkOf } from '../../shared/net/address.ts';
import type { KeyedHash } from '../../shared/secrets/installation-secret.ts';

export type Invitation = {
  workspaceId: number;
  email: string;
  /** Set when the invitation is resent. */
  publicId?: string;
};

export type TryLimits = {
  /**
   * One password attempt for an email from an IP address. Unknown networks and networks that the account knows have
   * separate limits. @throws `rate_limited`
   */
  spendOnEmail(address: string, email: string): Promise<Try>;
  /** One password attempt by a user with a session. Other people cannot use up this limit. @throws `rate_limited` */
  spendOnOwner(userId: number): Promise<Try>;
  /** One code attempt after a correct password. @throws `rate_limited` */
  spendOnCode(userId: number): Promise<Try>;
  /** One sign-in with a passkey from an IP address. @throws `rate_limited` */
  spendOnPasskey(address: string): Promise<Try>;
  /** One new account, or one attempt with an emailed token, from an IP address. @throws `rate_limited` */
  spendOnAddress(address: string): Promise<void>;
  /** One email to a user, each kind separately. @throws `rate_limited` */
  spendOnMail(kind: 'reset' | 'verify' | 'address', email: string): Promise<void>;
  /** One invitation email: by invitation, by workspace, and by recipient over all workspaces. @throws `rate_limited` */
  spendOnInvitation(invitation: Invitation): Promise<Try>;
  /** One report of an unsafe link from an IP address. @throws `rate_limited` */
  spendOnReport(address: string): Promise<void>;
  /** One view of shared analytics from an IP address. @throws `rate_limited` */
  spendOnShare(address: string): Promise<void>;
};

type Settings = Pick<
  Config,
  | 'redisPrefix'
  | 'loginTriesPerMinute'
  | 'signupsPerMinute'
  | 'accountMailsPerHour'
  | 'inviteMailsPerHour'
  | 'inviteMailsToOnePerDay'
  | 'inviteResendsPerDay'
  | 'shareRequestsPerMinute'
  | 'safety'
>;

export type Keying = {
  hash: KeyedHash;
  /** Returns whether an account recently signed in from a network. */
  knows: (email: string, network: string) => Promise<boolean>;
};

const hour = 3_600;
const day = 24 * hour;

export function createTryLimits(redis: Redis, settings: Settings, { hash, knows }: Keying): TryLimits {
  const keyOf = (text: string) => hash(text).toString('base64url');
  const limiterOf = (name: string, points: number, seconds = 60) =>
    createLimiter(redis, `${settings.redisPrefix}:${name}`, { points, seconds });
  const { loginTriesPerMinute: perMinute, safety } = settings;
  const signIns = createSignInTries({ hash, knows, limiterOf, perMinute });
  const signups = limiterOf('signups', settings.signupsPerMinute);
  const mails = limiterOf('account-mails', settings.accountMailsPerHour, hour);
  const byWorkspace = limiterOf('invites-workspace', settings.inviteMailsPerHour, hour);
  const byRecipient = limiterOf('invites-recipient', settings.inviteMailsToOnePerDay, day);
  const resends = limiterOf('invites-again', settings.inviteResendsPerDay, day);
  const shares = limiterOf('shares', settings.shareRequestsPerMinute);
  const reports = limiterOf('reports', safety.reportsPerHour, hour);

  return {
    ...signIns,
    async spendOnAddress(address) {
      await spendAll([[signups, keyOf(networkOf(address))]]);
    },
    async spendOnMail(kind, email) {
      await spendAll([[mails, keyOf(`${kind} ${email}`)]]);
    },
    spendOnInvitation: ({ workspaceId, email, publicId }) =>
      spendAll([
        ...(publicId === undefined ? [] : [[resends, publicId] as Spending]),
        [byRecipient, keyOf(email)],
        [byWorkspace, String(workspaceId)],
      ]),
    async spendOnReport(address) {
      await spendAll([[reports, keyOf(networkOf(address))]]);
    },
    async spendOnShare(address) {
      await spendAll([[shares, keyOf(networkOf(address))]]);
    },
  };
}
