/** The pages that contacts open from emails, and forms: their content, effect and appearance, also without scripts. */
import { mkdir } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Test } from 'tap';
import { createConsentTokens } from '../../automations-api/plugins/automations/consent/tokens.ts';
import { deriveKey } from '../../shared/secrets/installation-secret.ts';
import { addContact, addTerms, type Body, recordOf, startAutomations } from '../fixtures/automations.ts';
import { axe } from '../fixtures/browser/axe.ts';
import { openBrowser } from '../fixtures/browser/chromium.ts';
import { sidewaysPixels } from '../fixtures/browser/layout.ts';
import { atWidths, desktop, inBothThemes, openScreen, phone, type Screen } from '../fixtures/browser/screen.ts';
import { freePort } from '../fixtures/processes.ts';
import { until } from '../fixtures/until.ts';
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

/** Opens another site, which embeds a form with one line. Resolves to its URL. */
async function openShop(t: Pick<Test, 'teardown'>, line: string): Promise<string> {
  const shop = createServer((_, answer) => {
    answer.setHeader('Content-Type', 'text/html; charset=utf-8');
    answer.end(`<!doctype html><link rel="icon" href="data:,"><title>Shop</title><h1>Shop</h1>\n${line}\n`);
  });
  await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve));
  t.teardown(() => shop.close());
  return `http://localhost:${(shop.address() as AddressInfo).port}/`;
}
const ways = [true, false].flatMap((hasScripts) => [true, false].map((isEmbedded) => ({ hasScripts, isEmbedded })));

t.test('a visitor can submit a form, even embedded in another site, with and without scripts', async (t) => {
  const settings = {
    name: 'Readers',
    fields: ['email', 'f_name'],
    lists: lists.slice(0, 1),
    consent_text: 'I agree.',
  };
  const form: Body = (await service.post('/form/add', settings)).body.data.form;
  const shop = await openShop(t, form.embed);
  const send = async ({ hasScripts, isEmbedded }: (typeof ways)[number]) => {
    const name = `${isEmbedded ? 'embedded' : 'hosted'}.${hasScripts ? 'scripts' : 'plain'}`;
    const { page } = await openScreen(t, browser, { origin, hasScripts });
    const requests: string[] = [];
    page.on('request', (request) => requests.push(`${request.method()} ${request.url()}`));
    await page.goto(isEmbedded ? shop : form.url);
    const frame = page.locator('iframe');
    const shown = isEmbedded ? frame.contentFrame() : page;
    if (isEmbedded && hasScripts) {
      const style = () => frame.getAttribute('style');
      await until(style, (now) => !/height: ?640px/.test(String(now)));
      t.match(await style(), /height: \d+px/, 'the frame is as high as the form');
    }
    await shown.getByLabel('Email').fill(`${name}@x.example`);
    await shown.getByLabel('I agree.').check();
    await shown.getByRole('button', { name: 'Sign up' }).click();
    if (!hasScripts) {
      await shown.getByRole('heading', { name: 'One more step' }).waitFor();
      await sleep(5_100);
      await shown.getByRole('button', { name: 'I am a person' }).click();
    }
    await shown.getByRole('heading', { name: 'Thank you' }).waitFor();
    t.equal(requests.filter((one) => one.startsWith('POST')).length, hasScripts ? 1 : 2, `${name}: posts`);
    const foreign = requests.filter(
      (one) => !one.includes(` ${origin}/`) && !one.includes(` ${shop}`) && !one.includes(' data:'),
    );
    t.same(foreign, [], `${name}: nothing is loaded from another server`);
  };
  await Promise.all(ways.map(send));
  const rows = await until(
    async (): Promise<Body[]> => (await service.get(`/form/${form.ID}/submissions`)).body.data.submissions,
    (all) => all.length === ways.length && all.every(({ outcome }) => outcome !== 'new'),
  );
  t.same(
    rows.map(({ outcome, consent_text }) => [outcome, consent_text]),
    ways.map(() => ['waiting', 'I agree.']),
  );
});

t.test('a form with every kind of field is readable, and its errors are announced', async (t) => {
  const kinds = ['Text', 'Number', 'Lines', 'Choice', 'Radio', 'Boxes', 'Day'];
  const ids: number[] = [];
  for (const [place, field_name] of kinds.entries()) {
    const added = await service.post('/field/add', { field_name, type: place + 1, options: ['One', 'Two'] });
    ids.push(Number(added.body.data.fields.ID));
  }
  const fields = ['email', 'f_name', 'contact_no', 'country', ...ids];
  const form = {
    name: 'All fields',
    fields,
    required: ids,
    offered_lists: lists,
    consent_text: 'See https://x.example/p',
  };
  const { url } = (await service.post('/form/add', form)).body.data.form;
  const screen = await openScreen(t, browser, { origin });
  screen.faults.expect(/422/);
  await screen.goto(pathOf(url));
  await look(screen, 'form');
  await screen.byLabel('Email').fill('nobody');
  await screen.byRole('button', 'Sign up').click();
  await screen.byRole('alert').waitFor();
  t.equal(await screen.byLabel('Email').inputValue(), 'nobody');
  await screen.page.locator('#email:focus').waitFor();
  await look(screen, 'form-faults');
});
