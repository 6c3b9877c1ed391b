/** Cost of the admin application in a browser; see `parts/browser-app.ts`. */
import type { Page } from 'playwright-core';
import { type BrowserApp, browserApps } from '../../shared/site/build-app.ts';
import { beginAdminSession, startAdminSite } from '../fixtures/browser/admin.ts';
import { listAdminPlaces } from '../fixtures/browser/routes.ts';
import { addExampleSite, firstOfEach } from '../fixtures/example/site.ts';
import { startServers } from '../fixtures/stack.ts';
import { benchApp, type Redraw } from './parts/browser-app.ts';

const rows = 100;

/** Looks without the work that a locator's waiting is. */
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

await benchApp(browserApps[1] as BrowserApp, async (ends) => {
  const { mysql, redis } = await startServers(ends);
  const stores = { mysqlUrl: mysql.url, redisUrl: redis.url, redisPrefix: 'bench' };
  const site = await startAdminSite(ends, {}, stores);
  await addExampleSite(site);
  const cookies = await beginAdminSession(site, 'ada@example.com');
  const places = listAdminPlaces(await firstOfEach(site));
  return { origin: site.origin, cookies, places, redraw: contacts };
});
