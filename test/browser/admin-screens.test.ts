/** Every screen of the admin application meets the guarantees for all screens, at a site with data for each screen. */
import { startAdminExample } from '../fixtures/browser/admin-example.ts';
import { tryLanguages, tryScreens } from '../fixtures/browser/every-screen.ts';
import { tryPhone } from '../fixtures/browser/on-a-phone.ts';
import { t } from '../runner/tap.ts';

const { visitor, places } = await startAdminExample(t);

t.test('every screen meets the guarantees for all screens', async (t) => tryScreens(t, visitor, places));

tryLanguages(t, visitor, places);

tryPhone(t, visitor, places, ['contacts', 'tags', 'lists', 'fields', 'rules', 'webhooks']);
