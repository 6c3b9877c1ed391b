/** Keyboard and dialogs of the dashboard, over a workspace with data for each screen. */
import { tryKeys } from '../fixtures/browser/by-keys.ts';
import { tryDialogs } from '../fixtures/browser/every-dialog.ts';
import { startDashboardExample } from '../fixtures/example/dashboard.ts';
import { t } from '../runner/tap.ts';

const { ada, visitor, places } = await startDashboardExample(t);
const linkPath = places.find(({ name }) => name === 'link')?.path ?? '';
const { slug } = (await ada.call('GET', `/links/${linkPath.split('/').at(-1)}`)).json;

tryKeys(t, visitor, places, {
  thing: { typed: slug, path: linkPath },
  act: { typed: 'new api', dialog: 'New API key' },
});

await tryDialogs(t, visitor, places, ['New link', 'Connect domain', 'New API key', 'New webhook']);
