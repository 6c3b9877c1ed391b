/** Cost of the dashboard in a browser; see `parts/browser-app.ts`. */
import { type BrowserApp, browserApps } from '../../shared/site/build-app.ts';
import { beginSession } from '../fixtures/browser/dashboard.ts';
import { listPlaces } from '../fixtures/browser/routes.ts';
import { startExample } from '../fixtures/example/start.ts';
import { benchApp, type Redraw } from './parts/browser-app.ts';

const rows = 100;

const tags: Redraw = {
  path: '/dashboard/tags?q=tag-',
  rows,
  ready: (page) => page.getByRole('button', { name: `Actions for tag-${rows - 1}`, exact: true }).waitFor(),
  empty: (page) => page.getByRole('searchbox', { name: 'Search tags' }).fill('nothing has this'),
  fill: (page) => page.getByRole('searchbox', { name: 'Search tags' }).fill('tag-'),
};

await benchApp(browserApps[0] as BrowserApp, async (ends) => {
  const { origin, account: ada } = await startExample(ends);
  const places = await listPlaces(ada.call);
  const links = Array.from({ length: rows / 20 }, (_, n) => ({
    url: 'https://example.com/',
    tags: Array.from({ length: 20 }, (_, place) => `tag-${n * 20 + place}`),
  }));
  await ada.call('POST', '/links/bulk', { links });
  return { origin, cookies: await beginSession({ origin }, ada), places, redraw: tags };
});
