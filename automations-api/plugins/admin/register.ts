/** Adds the admin plugin's routes and its sign-in to a serving process. */
import { keepChecks } from '../../../shared/check/keep-checks.ts';
import { getNow } from '../../../shared/db/clock-queries.ts';
import { createFactors } from '../../../shared/factors/factors.ts';
import { passkeySite } from '../../../shared/factors/passkeys.ts';
import { openFirstVisitCodes } from '../../../shared/secrets/first-visit-codes.ts';
import { openKeyedHash } from '../../../shared/secrets/installation-secret.ts';
import { openKeyCipher } from '../../../shared/secrets/key-cipher.ts';
import { createPageCookie } from '../../../shared/site/page-cookie.ts';
import type { Caller } from '../../host/core/route.ts';
import type { PluginApi } from '../../host/plugin.ts';
import { followLinkService } from './admins/follow-link-service.ts';
import { adminRoutes } from './admins/routes.ts';
import type { Context } from './context/context.ts';
import type { AdminTables } from './core/tables.ts';
import { passkeyRoutes } from './factors/passkey-routes.ts';
import { factorRoutes } from './factors/routes.ts';
import { openMailer } from './mail/core/mailer.ts';
import { type ChangedKey, tellOfKey } from './mail/mail-texts.ts';
import { oidcRoutes } from './oidc/routes.ts';
import { createAdminTries } from './passwords/core/tries.ts';
import { passwordRoutes } from './passwords/routes.ts';
import { findAdmin } from './people/admin-queries.ts';
import { openLinks } from './people/links-queries.ts';
import { deleteOutdated } from './people/session-queries.ts';
import { profileRoutes } from './profile/routes.ts';
import { createApplicationPasswords } from './sessions/core/application-passwords.ts';
import { createKnownSessions } from './sessions/core/known-sessions.ts';
import { announceFirstVisit, makeFirstBySettings } from './sessions/first-visit.ts';
import { handOverRoutes } from './sessions/hand-over-routes.ts';
import { createFindUser, createIdentify } from './sessions/identify.ts';
import { sessionRoutes } from './sessions/routes.ts';
import { cardRoutes } from './site/card-routes.ts';
import { healthRoutes } from './site/health-routes.ts';
import { mailRoutes } from './site/mail-routes.ts';
import { pluginRoutes } from './site/routes.ts';
import { createWordPress } from './wordpress/users.ts';

const name = 'admin';
/** Accounts that can be joined, or were given a role, are so after this time, or at their first sign-in. */
const followEveryMs = 60_000;
const clearEveryMs = 3_600_000;
const clearedAtOnce = 1_000;

export async function register(api: PluginApi<AdminTables>): Promise<void> {
  const { db, config, log, schedule, openRedis } = api;
  const { siteUrl, sessionDays, tablePrefix } = config;
  const keyedHash = await openKeyedHash(config);
  const wordPress = createWordPress(db, tablePrefix);
  const path = `${new URL(siteUrl).pathname.replace(/\/$/, '')}/wp-json`;
  const redis = openRedis('commands');
  const tries = createAdminTries({ redis, config, hash: keyedHash, db });
  const links = openLinks(config);
  const context: Context = {
    ...api,
    links,
    keyedHash,
    factors: createFactors({
      cipher: await openKeyCipher(config, 'factors'),
      hash: keyedHash,
      site: passkeySite(siteUrl, 'Waypost Contacts'),
      issuer: `Waypost Contacts ${new URL(siteUrl).hostname}`,
    }),
    firstVisits: await openFirstVisitCodes(config),
    wordPress,
    applicationPasswords: createApplicationPasswords({ db, tries, wordPress }),
    cookie: createPageCookie({ url: siteUrl, name: 'waypost-admin', path, days: sessionDays }),
    tries,
    sessions: createKnownSessions({ db, log, sessionDays, wordPress, links }),
    mailer: openMailer(api),
    health: keepChecks(async () => (await import('../../../shared/check/checks.ts')).contactsChecks, {
      config,
      contacts: db,
      redis,
    }),
  };
  await makeFirstBySettings(context);
  await followLinkService(context).catch((err) => log.warn({ err }, 'the link service could not be reached; retrying'));
  await announceFirstVisit(context);
  api.addIdentify(createIdentify(context), createFindUser(context));
  // Emails the user who created or revoked an API key.
  const told = { automations_key_made: 'made', automations_key_revoked: 'revoked' } as const;
  for (const [action, what] of Object.entries(told)) {
    api.hooks.addAction(action, async (key: ChangedKey, by: Caller | undefined) => {
      const person = by?.type === 'user' ? await findAdmin(db, by.id) : undefined;
      if (person) await tellOfKey(context, person, what, key);
    });
  }
  api.addNamespace({
    name: 'waypost-admin/v1',
    forgiving: true,
    takesStrays: true,
    routes: [
      ...sessionRoutes(context),
      ...handOverRoutes(context),
      ...oidcRoutes(context),
      ...passkeyRoutes(context),
      ...factorRoutes(context),
      ...profileRoutes(context),
      ...passwordRoutes(context),
      ...adminRoutes(context),
      ...pluginRoutes(context, name),
      ...mailRoutes(context),
      ...healthRoutes(context),
      ...cardRoutes(context),
    ],
  });
  schedule({ name: 'follow-link-service', everyMs: followEveryMs, run: () => followLinkService(context) });
  schedule({
    name: 'forget-old-sessions',
    everyMs: clearEveryMs,
    run: async () => deleteOutdated(db, await getNow(db), clearedAtOnce),
  });
}
