/** The registration of the admin plugin's routes and sign-in in a serving process. */
import { keepChecks } from '../../../shared/check/keep-checks.ts';
import { getNow } from '../../../shared/db/clock-queries.ts';
import { openKeyedHash } from '../../../shared/secrets/installation-secret.ts';
import { createPageCookie } from '../../../shared/site/page-cookie.ts';
import type { PluginApi } from '../../host/plugin.ts';
import { openPreviews } from '../../host/previews.ts';
import { adminRoutes } from './admins/routes.ts';
import type { Context } from './context/context.ts';
import type { AdminTables } from './core/tables.ts';
import { emailAboutKeys } from './people/notify-of-keys.ts';
import { openSiteId } from './people/site.ts';
import { createApplicationPasswords } from './sessions/core/application-passwords.ts';
import { createKnownSessions } from './sessions/core/known-sessions.ts';
import { createAdminTries } from './sessions/core/tries.ts';
import { enterRoutes } from './sessions/enter-routes.ts';
import { createFindUser, createIdentify } from './sessions/identify.ts';
import { sessionRoutes } from './sessions/routes.ts';
import { cardPage, cardRoutes } from './site/card-routes.ts';
import { healthRoutes } from './site/health-routes.ts';
import { mailRoutes } from './site/mail-routes.ts';
import { pluginRoutes } from './site/routes.ts';
import { deleteOutdated } from './wordpress/session-queries.ts';
import { createWordPress } from './wordpress/users.ts';

const name = 'admin';
const clearEveryMs = 3_600_000;
const clearedAtOnce = 1_000;
const previewSeconds = 600;

export async function register(api: PluginApi<AdminTables>): Promise<void> {
  const { db, config, log, schedule, openRedis } = api;
  const keyedHash = await openKeyedHash(config);
  const wordPress = createWordPress(db, config.tablePrefix);
  const redis = openRedis('commands');
  const tries = createAdminTries({ redis, config, hash: keyedHash, db });
  const people = api.openPeople();
  const siteId = openSiteId({ ...api, people });
  const context: Context = {
    ...api,
    keyedHash,
    people,
    siteId,
    wordPress,
    applicationPasswords: createApplicationPasswords({ tries, wordPress }),
    cookie: createPageCookie({
      url: config.siteUrl,
      name: 'waypost-admin',
      path: `${new URL(config.siteUrl).pathname.replace(/\/$/, '')}/wp-json`,
      days: config.sessionDays,
    }),
    tries,
    sessions: createKnownSessions({ db, log, config, wordPress, people, siteId }),
    health: keepChecks(async () => (await import('../../../shared/check/checks.ts')).contactsChecks, {
      config,
      contacts: db,
      redis,
    }),
    previews: openPreviews(redis, config, 'card', previewSeconds),
  };
  // Registers the site, so that the dashboard shows it.
  await siteId().catch((err) => log.warn({ err }, 'this site could not be registered in the database of users'));
  api.addIdentify(createIdentify(context), createFindUser(context));
  emailAboutKeys(context);
  api.addNamespace({
    name: 'waypost-admin/v1',
    forgiving: true,
    takesStrays: true,
    routes: [
      ...sessionRoutes(context),
      ...enterRoutes(context),
      ...adminRoutes(context),
      ...pluginRoutes(context, name),
      ...mailRoutes(context),
      ...healthRoutes(context),
      ...cardRoutes(context),
    ],
  });
  api.addPages([cardPage(context)]);
  schedule({
    name: 'forget-old-sessions',
    everyMs: clearEveryMs,
    run: async () => void (await deleteOutdated(db, await getNow(db), clearedAtOnce)),
  });
}
