/** The context of the plugin's routes. */
import type { Kysely } from 'kysely';
import type { Health } from '../../../../shared/check/keep-checks.ts';
import { networkOf } from '../../../../shared/net/address.ts';
import type { PeopleTables } from '../../../../shared/people/tables.ts';
import type { KeyedHash } from '../../../../shared/secrets/installation-secret.ts';
import type { PageCookie } from '../../../../shared/site/page-cookie.ts';
import type { Caller, RequestHead } from '../../../host/core/route.ts';
import type { CardInput } from '../../../host/extensions.ts';
import type { PluginApi } from '../../../host/plugin.ts';
import type { Previews } from '../../../host/previews.ts';
import type { AdminTables } from '../core/tables.ts';
import type { ApplicationPasswords } from '../sessions/core/application-passwords.ts';
import type { KnownSessions } from '../sessions/core/known-sessions.ts';
import type { AdminTries } from '../sessions/core/tries.ts';
import type { WordPress } from '../wordpress/users.ts';

/**
 * A previewed card, or a row of its table. The preview is rendered when its page opens, so that no content is stored.
 */
export type PreviewedCard = { name: string; given: CardInput; by: Pick<Caller, 'type' | 'id'> };

export type Context = PluginApi<AdminTables> & {
  cookie: PageCookie;
  tries: AdminTries;
  /** Replaces email and IP addresses where they must not appear. */
  keyedHash: KeyedHash;
  /** The users' database. It can be on another server. */
  people: Kysely<PeopleTables>;
  /** Resolves to this site's id in the users' database. Registers the site if necessary. */
  siteId: () => Promise<number>;
  sessions: KnownSessions;
  wordPress: WordPress;
  applicationPasswords: ApplicationPasswords;
  /** The health of the site, at most 30 seconds old. */
  health: () => Promise<Health>;
  previews: Previews<PreviewedCard>;
};

/** Identifies the client in the queue of password checks. */
export const queueKeyOf = ({ address, signal }: Pick<RequestHead, 'address' | 'signal'>) => ({
  from: networkOf(address),
  signal,
});
