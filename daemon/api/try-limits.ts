/**
 * Limits on password attempts, requested emails and link reports, across all processes. Email addresses and IP
 * addresses are counted as keyed hashes. IPv6 addresses in the same /64 count as one.
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
  /** The invitation's id, set when the invitation is resent. */
  publicId?: string;
};

export type TryLimits = {
  /**
   * Counts a password attempt for an email address from an IP address. Networks from which the account has signed in
   * have a separate limit. @throws `rate_limited`
   */
  spendOnEmail(address: string, email: string): Promise<Try>;
  /** Counts a password attempt by a user with a session. Nobody else can use up this limit. @throws `rate_limited` */
  spendOnOwner(userId: number): Promise<Try>;
  /** Counts a code attempt after a correct password. @throws `rate_limited` */
  spendOnCode(userId: number): Promise<Try>;
  /** Counts a sign-in with a passkey from an IP address. @throws `rate_limited` */
  spendOnPasskey(address: string): Promise<Try>;
  /** Counts a new account, or an attempt with an emailed token, from an IP address. @throws `rate_limited` */
  spendOnAddress(address: string): Promise<void>;
  /** Counts an email to a user, each kind separately. @throws `rate_limited` */
  spendOnMail(kind: 'reset' | 'verify' | 'address' | 'report', email: string): Promise<void>;
  /**
   * Counts an invitation email: by invitation, by workspace, and by recipient across all workspaces. @throws
   * `rate_limited`
   */
  spendOnInvitation(invitation: Invitation): Promise<Try>;
  /** Counts a report of an unsafe link against its sender's IP address. @throws `rate_limited` */
  spendOnReport(address: string): Promise<void>;
  /** Counts a view of shared analytics from an IP address. @throws `rate_limited` */
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
