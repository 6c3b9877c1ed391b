/** What holds for every screen of the dashboard, over a workspace that has something for each of them. */
import { insertOperator } from '../../daemon/identity/operator-queries.ts';
import { inTransaction } from '../../shared/db/db.ts';
import { userIdOf } from '../fixtures/accounts.ts';
import { tryKeys } from '../fixtures/browser/by-keys.ts';
import { openBrowser } from '../fixtures/browser/chromium.ts';
import { beginSession, startDashboard } from '../fixtures/browser/dashboard.ts';
import { tryDialogs } from '../fixtures/browser/every-dialog.ts';
import { tryScreens } from '../fixtures/browser/every-screen.ts';
import { tryPhone } from '../fixtures/browser/on-a-phone.ts';
import { listPlaces, type Place } from '../fixtures/browser/routes.ts';
import { addExample } from '../fixtures/example/workspace.ts';
import { t } from '../runner/tap.ts';

const daemon = await startDashboard(t, {
  // Every button of every screen is pressed within a minute.
  env: { DEFAULT_SHORT_DOMAIN: 'go.example', DASHBOARD_REQUESTS_PER_MINUTE: '100000' },
});
const { origin } = daemon;
const ada = await addExample(daemon);
const { db } = daemon.context;
await inTransaction(db, async (trx) => insertOperator(trx, await userIdOf(db, ada), new Date()));
const browser = await openBrowser(t);
const cookies = await beginSession(daemon, ada);
const places = await listPlaces(ada.call);
const entrance: Place = { name: 'signIn', path: '/dashboard', isOpen: true, isInNav: false };

t.ok(places.length > 15, `${places.length} screens`);
await tryScreens(t, { browser, origin, cookies }, [...places, entrance]);

tryPhone(t, { browser, origin, cookies }, places, ['links', 'tags', 'domains']);

const linkPath = places.find(({ name }) => name === 'link')?.path ?? '';
const { slug } = (await ada.call('GET', `/links/${linkPath.split('/').at(-1)}`)).json;
tryKeys(t, { browser, origin, cookies }, places, {
  thing: { typed: slug, path: linkPath },
  act: { typed: 'new api', dialog: 'New API key' },
});

await tryDialogs(t, { browser, origin, cookies }, places, ['New link', 'Add domain', 'New API key', 'New webhook']);
