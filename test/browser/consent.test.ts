/** The pages that contacts open from emails, in a browser without scripts: their content, effect and appearance. */
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { createConsentTokens } from '../../automations-api/plugins/automations/consent/tokens.ts';
import { deriveKey } from '../../shared/secrets/installation-secret.ts';
import { addContact, addTerms, recordOf, startAutomations } from '../fixtures/automations.ts';
import { axe } from '../fixtures/browser/axe.ts';
import { openBrowser } from '../fixtures/browser/chromium.ts';
import { sidewaysPixels } from '../fixtures/browser/layout.ts';
import { atWidths, desktop, inBothThemes, openScreen, phone, type Screen } from '../fixtures/browser/screen.ts';
import { freePort } from '../fixtures/processes.ts';
import { t } from '../runner/tap.ts';

const port = await freePort();
const origin = `http://127.0.0.1:${port}`;
const service = await startAutomations(t, { AUTOMATIONS_PORT: String(port), SITE_URL: origin });
const browser = await openBrowser(t);
const lists = await addTerms(service, 'list', [
  'News of the month',
  'Offers',
  `A list with a long name ${'x'.repeat(60)}`,
]);
await service.post('/consent/settings', { sender: 'The Shop', public_lists: lists, double_opt_in: { enabled: true } });

const pathOf = (url: string) => url.slice(origin.length);
async function linksOf(id: number) {
  const { consent_links: links } = (await service.get(`/contact/${id}/consent-links`)).body.data;
  return { unsubscribe: pathOf(links.unsubscribe_url), preferences: pathOf(links.preferences_url) };
}
const statusOf = async (id: number) => (await recordOf(service, id)).status;

/** Saves a screenshot for manual review if CONSENT_PICTURES names a directory. */
async function picture({ page }: Screen, name: string): Promise<void> {
  const dir = process.env.CONSENT_PICTURES;
  if (!dir) return;
  await mkdir(dir, { recursive: true });
  await page.screenshot({ path: path.join(dir, `${name}.png`), fullPage: true });
}

async function look(screen: Screen, name: string): Promise<void> {
  await inBothThemes(screen, async (theme) => {
    await atWidths(screen, [phone, desktop], async (width) => {
      t.same(
        await axe(screen, theme === 'light' ? 'everything' : 'colours'),
        [],
        `${name}, ${theme}, ${width}: axe finds nothing`,
      );
      t.equal(await sidewaysPixels(screen), 0, `${name}, ${theme}, ${width}: nothing overflows`);
      await picture(screen, `${name}-${theme}-${width}`);
    });
  });
}

t.test('a contact can unsubscribe, undo this, and choose lists', async (t) => {
  const id = await addContact(service, { email: 'ada@x.example', status: 'subscribed', lists: lists.slice(0, 1) });
  const screen = await openScreen(t, browser, { origin });
  const { unsubscribe } = await linksOf(id);
  await screen.goto(unsubscribe);
  await screen.byRole('heading', 'Unsubscribe').waitFor();
  await look(screen, 'unsubscribe');
  await screen.byRole('button', 'Unsubscribe').click();
  await screen.byRole('heading', 'You are unsubscribed').waitFor();
  t.equal(await statusOf(id), '3');
  await look(screen, 'unsubscribed');
  await screen.byRole('link', 'Subscribe again').click();
  await screen.byRole('button', 'Subscribe again').waitFor();
  await look(screen, 'again');
  await screen.byRole('button', 'Subscribe again').click();
  await screen.byRole('heading', 'Email preferences').waitFor();
  t.equal(await statusOf(id), '1');
  await look(screen, 'preferences');
  await screen.byLabel('News of the month').uncheck();
  await screen.byLabel('Offers').check();
  await screen.byRole('button', 'Save').click();
  await screen.byRole('status').waitFor();
  t.equal((await recordOf(service, id)).lists, JSON.stringify([lists[1]]));
  t.ok(await screen.byLabel('Offers').isChecked());
});

t.test('a contact can confirm its email address', async (t) => {
  const id = await addContact(service, { email: 'grace@x.example', send_confirmation: false });
  const contact = await service.db
    .selectFrom('automations_contacts')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const tokens = createConsentTokens(await deriveKey(service.config, 'consent'));
  const token = tokens.make('confirm', contact, { expiresAt: new Date(Date.now() + 60_000) });
  const screen = await openScreen(t, browser, { origin });
  await screen.goto(`/wp-json/automations-consent/v1/confirm?token=${token}`);
  await screen.byRole('heading', 'Please confirm').waitFor();
  await look(screen, 'confirm');
  await screen.byRole('button', 'Confirm').click();
  await screen.byRole('heading', 'Thank you').waitFor();
  t.equal(await statusOf(id), '1');
  await look(screen, 'confirmed');
});

t.test('a page without a valid token shows that the link is not valid', async (t) => {
  const screen = await openScreen(t, browser, { origin });
  screen.faults.expect(/404/);
  await screen.goto('/wp-json/automations-consent/v1/confirm?token=cut-off');
  await screen.byRole('heading', 'Link not valid').waitFor();
  await look(screen, 'unknown');
});
