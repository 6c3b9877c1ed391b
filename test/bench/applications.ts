/** Cost of the dashboard and the admin application in a browser; see `parts/browser-app.ts`. */
import type { Page } from 'playwright-core';
import { type BrowserApp, browserApps } from '../../shared/site/build-app.ts';
import { beginAdminSession, startAdminSite } from '../fixtures/browser/admin.ts';
import { beginSession } from '../fixtures/browser/dashboard.ts';
import { listAdminPlaces, listPlaces } from '../fixtures/browser/routes.ts';
import type { Ends } from '../fixtures/ends.ts';
import { addExampleSite, firstOfEach } from '../fixtures/example/site.ts';
import { startExample } from '../fixtures/example/start.ts';
import { startServers } from '../fixtures/stack.ts';
import { benchApps, type Redraw } from './parts/browser-app.ts';

const rows = 100;

const tags: Redraw = {
  path: '/dashboard/tags?q=tag-',
  rows,
  ready: (page) => page.getByRole('button', { name: `Actions for tag-${rows - 1}`, exact: true }).waitFor(),
  empty: (page) => page.getByRole('searchbox', { name: 'Search tags' }).fill('nothing has this'),
  fill: (page) => page.getByRole('searchbox', { name: 'Search tags' }).fill('tag-'),
};

/** Polls directly, because a locator's waiting costs more. */
const untilRows = (page: Page, count: number) =>
  page.evaluate(`new Promise((resolve) => {
    const look = () => document.querySelectorAll('main tbody tr').length === ${count} ? resolve() : requestAnimationFrame(look);
    look();
  })`);
const search = (page: Page, text: string) => page.getByRole('searchbox', { name: 'Search contacts' }).fill(text);

const contacts: Redraw = {
  path: '/wp-admin/contacts',
  rows,
  kept: ['contacts-page-size', String(rows)],
  ready: (page) => untilRows(page, rows),
  async empty(page) {
    await search(page, 'nobody has this');
    await untilRows(page, 0);
  },
  async fill(page) {
    await search(page, '');
    await untilRows(page, rows);
  },
};

async function openDashboard(ends: Ends) {
  const { origin, account: ada } = await startExample(ends);
  const places = await listPlaces(ada.call);
  const links = Array.from({ length: rows / 20 }, (_, n) => ({
    url: 'https://example.com/',
    tags: Array.from({ length: 20 }, (_, place) => `tag-${n * 20 + place}`),
  }));
  await ada.call('POST', '/links/bulk', { links });
  return { origin, cookies: await beginSession({ origin }, ada), places, redraw: tags };
}

async function openAdmin(ends: Ends) {
  const { mysql, redis } = await startServers(ends);
  const site = await startAdminSite(ends, {}, { mysqlUrl: mysql.url, redisUrl: redis.url, redisPrefix: 'bench' });
  await addExampleSite(site);
  const cookies = await beginAdminSession(site, 'ada@example.com');
  const places = listAdminPlaces(await firstOfEach(site));
  return { origin: site.origin, cookies, places, redraw: contacts };
}

const [dashboard, admin] = browserApps as [BrowserApp, BrowserApp];
await benchApps([
  { app: dashboard, open: openDashboard },
  { app: admin, open: openAdmin },
]);
