/** The context of the plugin's routes: the host, the store of people, and WordPress users. */
import type { Kysely } from 'kysely';
import type { Health } from '../../../../shared/check/keep-checks.ts';
import { networkOf } from '../../../../shared/net/address.ts';
import type { PeopleTables } from '../../../../shared/people/tables.ts';
import type { KeyedHash } from '../../../../shared/secrets/installation-secret.ts';
import type { PageCookie } from '../../../../shared/site/page-cookie.ts';
import type { AskedRoute } from '../../../host/core/route.ts';
import type { PluginApi } from '../../../host/plugin.ts';
import type { AdminTables } from '../core/tables.ts';
import type { ApplicationPasswords } from '../sessions/core/application-passwords.ts';
import type { KnownSessions } from '../sessions/core/known-sessions.ts';
import type { AdminTries } from '../sessions/core/tries.ts';
import type { WordPress } from '../wordpress/users.ts';

export type Context = PluginApi<AdminTables> & {
  cookie: PageCookie;
  tries: AdminTries;
  /** Stands for an address of a person or machine where the address itself must not. */
  keyedHash: KeyedHash;
  /** The one store of people. It can be in another database, even on another server. */
  people: Kysely<PeopleTables>;
  /** The number of this site there, which records it at first. */
  siteId: () => Promise<number>;
  sessions: KnownSessions;
  wordPress: WordPress;
  applicationPasswords: ApplicationPasswords;
  /** The health of the site, at most 30 seconds old. */
  health: () => Promise<Health>;
};

type Sender = Pick<AskedRoute, 'address' | 'signal'>;

/** Identifies the client that waits for a password to be checked. */
export const askerOf = ({ address, signal }: Sender) => ({ from: networkOf(address), signal });
