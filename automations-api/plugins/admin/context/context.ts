/** The context of the plugin's routes: the host, cookies, limits of sign-in attempts, and WordPress users. */

import type { Health } from '../../../../shared/check/keep-checks.ts';
import type { Factors } from '../../../../shared/factors/factors.ts';
import { networkOf } from '../../../../shared/net/address.ts';
import { toDevice } from '../../../../shared/net/device.ts';
import type { FirstVisitCodes } from '../../../../shared/secrets/first-visit-codes.ts';
import type { KeyedHash } from '../../../../shared/secrets/installation-secret.ts';
import type { PageCookie } from '../../../../shared/site/page-cookie.ts';
import type { AskedRoute } from '../../../host/core/route.ts';
import type { PluginApi } from '../../../host/plugin.ts';
import type { AdminTables } from '../core/tables.ts';
import type { Mailer } from '../mail/core/mailer.ts';
import type { AdminTries } from '../passwords/core/tries.ts';
import type { Links } from '../people/links-queries.ts';
import type { SignInDevice } from '../people/session-queries.ts';
import type { ApplicationPasswords } from '../sessions/core/application-passwords.ts';
import type { KnownSessions } from '../sessions/core/known-sessions.ts';
import type { WordPress } from '../wordpress/users.ts';

export type Context = PluginApi<AdminTables> & {
  cookie: PageCookie;
  tries: AdminTries;
  /** Stands for an address of a person or machine where the address itself must not. */
  keyedHash: KeyedHash;
  /** Second factors: what people show besides their password. */
  factors: Factors;
  /** The codes by which the first person is known, while nobody has an account. */
  firstVisits: FirstVisitCodes;
  sessions: KnownSessions;
  wordPress: WordPress;
  /** The link service's database, whose accounts sign in here, too. */
  links: Links;
  applicationPasswords: ApplicationPasswords;
  mailer: Mailer;
  /** The health of the site, at most 30 seconds old. */
  health: () => Promise<Health>;
};

type Sender = Pick<AskedRoute, 'address' | 'signal' | 'headers'>;

/** Identifies the client that waits for a password to be hashed or checked. */
export const askerOf = ({ address, signal }: Sender) => ({ from: networkOf(address), signal });

/** The device a session is started on. */
export const deviceOf = ({ keyedHash }: Pick<Context, 'keyedHash'>, { address, headers }: Sender): SignInDevice => ({
  ...toDevice(address, headers['user-agent']),
  network: keyedHash(networkOf(address)),
});
