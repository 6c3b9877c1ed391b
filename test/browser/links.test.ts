/** The list of links and its forms, used like a user in a browser. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { Locator } from 'playwright-core';
import { readQr } from '../../daemon/qr/read.ts';
import { findWorkspace, updatePlan } from '../../daemon/workspaces/queries.ts';
import { inTransaction } from '../../shared/db/db.ts';
import { projectRoot } from '../../shared/paths.ts';
import { makeMember, type Person, signUp } from '../fixtures/accounts.ts';
import { axe } from '../fixtures/browser/axe.ts';
import { openBrowser } from '../fixtures/browser/chromium.ts';
import { rememberWorkspace, signIn, startDashboard } from '../fixtures/browser/dashboard.ts';
import { enter, keyboardOnly, tabTo, write } from '../fixtures/browser/keyboard.ts';
import { sidewaysPixels, wrongWayTexts } from '../fixtures/browser/layout.ts';
import {
  announced,
  atWidths,
  desktop,
  inBothThemes,
  news,
  openScreen,
  phone,
  type Screen,
  settle,
  setWidth,
} from '../fixtures/browser/screen.ts';
import { agents } from '../fixtures/clicks.ts';
import { recordsOf } from '../fixtures/csv.ts';
import type { Json } from '../fixtures/daemon.ts';
import { type Test, t } from '../runner/tap.ts';

const daemon = await startDashboard(t);
const { db, announceChanges } = daemon.context;
const browser = await openBrowser(t);

async function workspaceOf({ answer }: Person): Promise<number> {
  return (await findWorkspace(db, answer.workspace.id))?.id as number;
}

/** Opens a new user's list of links, on a plan. */
async function openLinks(t: Test, plan: 'free' | 'pro' | 'team' = 'pro', links: object[] = []) {
  const person = await signUp(daemon);
  const id = await workspaceOf(person);
  await inTransaction(db, (trx) => updatePlan(trx, id, plan, new Date()));
  announceChanges();
  for (let from = 0; from < links.length; from += 50) {
    const { json } = await person.call('POST', '/links/bulk', { links: links.slice(from, from + 50) });
    for (const made of json.results) t.ok(made.link, JSON.stringify(made.error));
  }
  const screen = await openScreen(t, browser, { origin: daemon.origin });
  await signIn(screen, person);
  return { person, screen };
}

const dialog = ({ page }: Screen, name: string | RegExp) => page.getByRole('dialog', { name });
const row = ({ page }: Screen, slug: string) => page.getByRole('row', { name: new RegExp(`/${slug}\\b`) });
/** The summary that opens a group of fields. */
const group = (form: Locator, name: string) => form.locator('summary', { hasText: name });
/** A toast with this text. */

t.test('a link is created, copied, edited, archived and unarchived, and deleted', async (t) => {
  const { person, screen } = await openLinks(t);
  const { page, byRole } = screen;
  await screen.goto('/dashboard/links');
  await byRole('heading', 'No links yet').waitFor();
  await byRole('button', 'New link').click();
  const form = dialog(screen, 'New link');
  await form.getByLabel('Destination URL').fill('example.com/spring');
  await form.getByRole('textbox', { name: 'Slug' }).fill('spring');
  await form.getByText('spring is available').waitFor();
  await form.getByRole('combobox', { name: 'Tags' }).fill('sale, print');
  await group(form, 'UTM').click();
  await form.getByLabel('Source').fill('mail');
  await form.getByText('https://example.com/spring?utm_source=mail', { exact: true }).waitFor();
  await group(form, 'Countries').click();
  await form.getByRole('button', { name: 'Add a country' }).click();
  await form.getByRole('combobox', { name: 'Country 1' }).click();
  await page.keyboard.type('germ');
  await page.keyboard.press('Enter');
  await form.getByLabel('Destination for Germany').fill('https://example.com/de');
  await form.getByRole('button', { name: 'Create link' }).click();
  await announced(screen, /Created and copied .*\/spring/);
  await row(screen, 'spring').waitFor();
  t.match(await page.evaluate('navigator.clipboard.readText()'), /\/spring$/);
  const [made] = (await person.call('GET', '/links')).json.links;
  t.match(made, {
    url: 'https://example.com/spring',
    geo: { DE: 'https://example.com/de' },
    utm: { source: 'mail' },
    tags: ['sale', 'print'],
  });

  await byRole('button', 'Actions for spring').click();
  await byRole('menuitem', 'Edit').click();
  const edit = dialog(screen, 'Edit spring');
  await edit.getByLabel('Title').fill('Spring sale');
  await edit.getByRole('button', { name: 'Remove print' }).click();
  await edit.getByRole('combobox', { name: 'Tags' }).fill('print');
  await edit.getByRole('option', { name: 'print' }).waitFor();
  await edit.getByRole('button', { name: 'Save' }).click();
  await row(screen, 'spring').getByText('Spring sale').waitFor();
  t.same((await person.call('GET', '/links')).json.links[0].tags, ['sale', 'print'], 'a tag that also exists');

  await byRole('button', 'Actions for spring').click();
  await byRole('menuitem', 'Archive').click();
  await news(screen, /Archived 1 link/)
    .getByRole('button', { name: 'Undo' })
    .click();
  await announced(screen, /Unarchived 1 link/);
  await row(screen, 'spring').waitFor();

  await byRole('button', 'Actions for spring').click();
  await byRole('menuitem', 'Delete').click();
  await dialog(screen, 'Delete spring?').getByRole('button', { name: 'Delete' }).click();
  await announced(screen, /Deleted 1 link/);
  await byRole('heading', 'No links yet').waitFor();
});

t.test(
  "the form previews the link's redirect while the user types, and the created link redirects accordingly",
  async (t) => {
    const { screen } = await openLinks(t);
    await screen.goto('/dashboard/links?new=1');
    const form = dialog(screen, 'New link');
    const outcome = form.getByRole('region', { name: 'Preview' });
    await outcome.getByText('Enter a destination').waitFor();
    await form.getByLabel('Destination URL').fill('example.com/a?ref=own&b=1#part');
    await form.getByRole('textbox', { name: 'Slug' }).fill('outcome');
    await group(form, 'UTM').click();
    await form.getByLabel('Source').fill('mail & more');
    await group(form, 'Preview').click();
    await form.getByLabel('Headline').fill('Spring at last');
    await form.getByLabel('Image URL').fill('https://images.example/spring.png');
    const arrives = 'https://example.com/a?ref=own&b=1&utm_source=mail%20%26%20more#part';
    const withQuery = 'https://example.com/a?b=1&utm_source=mail%20%26%20more&ref=friend#part';
    await outcome.getByText(arrives, { exact: true }).waitFor();
    await outcome.getByText(withQuery, { exact: true }).waitFor();
    await outcome.getByText('Spring at last').waitFor();
    await outcome.getByText('images.example').waitFor();
    const code = outcome.getByRole('img', { name: /\/outcome$/ });
    const drawn = (await code.evaluate(({ outerHTML }) => outerHTML)).replace(
      '<svg',
      '<svg xmlns="http://www.w3.org/2000/svg"',
    );
    await form.getByRole('button', { name: 'Create link' }).click();
    await announced(screen, /Created and copied/);
    const shortUrl = await screen.page.evaluate<string>('navigator.clipboard.readText()');
    t.equal(await readQr(drawn, 480), `${shortUrl}?qr=1`);
    const locationOf = async (url: string) =>
      (await fetch(url, { redirect: 'manual', headers: { 'User-Agent': agents.chrome } })).headers.get('location');
    t.equal(await locationOf(shortUrl), arrives);
    t.equal(await locationOf(`${shortUrl}?ref=friend`), withQuery);
  },
);

t.test('the form previews where visitors are redirected by device and country, including UTM parameters', async (t) => {
  const { screen, person } = await openLinks(t, 'team');
  await screen.goto('/dashboard/links?new=1');
  const form = dialog(screen, 'New link');
  const outcome = form.getByRole('region', { name: 'Preview' });
  const rows = async () =>
    (await outcome.locator('dl > div').allInnerTexts()).map((row) => row.split('\n').filter((line) => line !== ''));
  await form.getByLabel('Destination URL').fill('example.com/all');
  await group(form, 'Devices').click();
  await form.getByLabel('iPhone and iPad').fill('example.com/ios#start');
  await form.getByLabel('Android').fill('http://');
  await group(form, 'Countries').click();
  await form.getByRole('button', { name: 'Add a country' }).click();
  await form.getByRole('combobox', { name: 'Country 1' }).fill('austria');
  await screen.page.keyboard.press('Enter');
  await form.getByLabel('Destination for Austria').fill('https://example.com/at?b=1');
  await group(form, 'UTM').click();
  await form.getByLabel('Source').fill('mail');
  await outcome.getByText('https://example.com/at?b=1&utm_source=mail', { exact: true }).waitFor();
  t.same(await rows(), [
    ['https://example.com/all?utm_source=mail'],
    ['iPhone and iPad', 'https://example.com/ios?utm_source=mail#start'],
    ['From Austria', 'https://example.com/at?b=1&utm_source=mail'],
  ]);
  await form.getByLabel('Android').fill('market:details');
  await form.getByRole('button', { name: 'Create link' }).click();
  await announced(screen, /Created/);
  t.match((await person.call('GET', '/links')).json.links[0], {
    url: 'https://example.com/all',
    iosUrl: 'https://example.com/ios#start',
    androidUrl: 'market:details',
    geo: { AT: 'https://example.com/at?b=1' },
  });
});

/** Two edits of one object: the typed change and the same value changed by another user, and values that only one changes. */
const shared: {
  what: string;
  at: (ids: { link: string; domain: string }) => string;
  open?: string;
  mine: Record<string, string>;
  path: (ids: { link: string; domain: string }) => string;
  theirs: object;
  asked: string[];
  kept: object;
}[] = [
  {
    what: 'a link',
    at: ({ link }) => `/dashboard/links/${link}`,
    open: 'Edit',
    mine: { Title: 'Mine', Source: 'mail' },
    path: ({ link }) => `/links/${link}`,
    theirs: { title: 'Theirs', url: 'https://example.com/theirs', utm: { medium: 'print' } },
    asked: ['TitleYoursMineTheirsTheirs'],
    kept: { title: 'Mine', url: 'https://example.com/theirs', utm: { source: 'mail', medium: 'print' } },
  },
  {
    what: 'a link of the list',
    at: () => '/dashboard/links',
    open: 'Actions for shared',
    mine: { Title: 'Later', Note: 'My note' },
    path: ({ link }) => `/links/${link}`,
    theirs: { title: 'Sooner', tags: ['sale'] },
    asked: ['TitleYoursLaterTheirsSooner'],
    kept: { title: 'Later', note: 'My note', tags: ['sale'] },
  },
  {
    what: 'a domain',
    at: ({ domain }) => `/dashboard/domains/${domain}`,
    mine: { 'Root URL': 'https://example.com/mine' },
    path: ({ domain }) => `/domains/${domain}`,
    theirs: { rootUrl: 'https://example.com/theirs', notFoundUrl: 'https://example.com/404' },
    asked: ['Root URLYourshttps://example.com/mineTheirshttps://example.com/theirs'],
    kept: { rootUrl: 'https://example.com/mine', notFoundUrl: 'https://example.com/404' },
  },
  {
    what: 'a workspace',
    at: () => '/dashboard/settings/workspace',
    mine: { Name: 'Mine' },
    path: () => '/workspace',
    theirs: { name: 'Theirs' },
    asked: ['NameYoursMineTheirsTheirs'],
    kept: { name: 'Mine' },
  },
];

t.test(
  'the second of two users who edit a link resolves the conflicts, and all other changes are merged',
  async (t) => {
    const { person, screen } = await openLinks(t, 'pro', [{ url: 'https://example.com/shared', slug: 'shared' }]);
    const link = (await person.call('GET', '/links')).json.links[0].id as string;
    const domain = (await person.call('POST', '/domains', { hostname: 'shared.example' })).json.id as string;
    const { byRole, byLabel } = screen;
    screen.faults.expect(/status of 409 /);
    const which = byRole('dialog', 'Choose which changes to keep');
    for (const { what, at, open, mine, path, theirs, asked, kept } of shared) {
      await screen.goto(at({ link, domain }));
      if (open) await byRole('button', open).click();
      if (open?.startsWith('Actions')) await byRole('menuitem', 'Edit').click();
      for (const [label, value] of Object.entries(mine)) {
        if (label === 'Source') await group(byRole('dialog'), 'UTM').click();
        await byLabel(label).fill(value);
      }
      t.equal((await person.call('PATCH', path({ link, domain }), theirs)).status, 200);
      await byRole('button', 'Save').first().click();
      await which.getByText(`${person.email} changed this just now.`).waitFor();
      t.same(
        await which.getByRole('group').evaluateAll((groups) => groups.map(({ textContent }) => textContent)),
        asked,
        what,
      );
      await which.getByRole('button', { name: 'Cancel' }).click();
      for (const [label, value] of Object.entries(mine)) t.equal(await byLabel(label).inputValue(), value, what);
      await byRole('button', 'Save').first().click();
      await which.getByRole('button', { name: 'Save' }).click();
      await which.waitFor({ state: 'detached' });
      await announced(screen, /[Ss]aved/);
      t.match((await person.call('GET', path({ link, domain }))).json, kept, what);
    }
  },
);

t.test(
  'Hebrew and Arabic titles, notes, tags and workspace names are shown from right to left everywhere',
  async (t) => {
    const link = {
      url: 'https://example.com/rtl',
      slug: 'rtl',
      title: 'מבצע אביב 2026',
      note: 'רק לצוות',
      tags: ['عروض'],
    };
    const { person, screen } = await openLinks(t, 'pro', [link]);
    await person.call('PATCH', '/workspace', { name: 'סדנה' });
    const { id } = (await person.call('GET', '/links')).json.links[0];
    const wrong = async (where: string) => t.same(await wrongWayTexts(screen), [], where);
    await screen.goto('/dashboard/links');
    const fromRight = screen.page.locator(':dir(rtl)');
    await row(screen, 'rtl').getByText(link.title).and(fromRight).waitFor();
    await wrong('the list');
    await screen.byRole('button', 'Actions for rtl').click();
    await screen.byRole('menuitem', 'Edit').click();
    const form = dialog(screen, 'Edit rtl');
    await form.getByRole('button', { name: 'Remove عروض' }).waitFor();
    await form.getByRole('combobox', { name: 'Tags' }).fill('חדש');
    await form.getByRole('option').waitFor();
    await wrong('the form');
    for (const [name, count] of Object.entries({ 'Destination URL': 0, Slug: 0, Title: 1, Note: 1 }))
      t.equal(await form.getByLabel(name, { exact: true }).and(fromRight).count(), count, name);
    for (const path of [
      `links/${id}`,
      'links?tag=عروض',
      'tags',
      'analytics',
      'settings/workspace',
      'settings/audit-log',
    ]) {
      await screen.goto(`/dashboard/${path}`);
      await screen.byRole('heading').first().waitFor();
      await settle(screen);
      await wrong(path);
    }
  },
);

t.test('a draft that is continued later does not undo changes made since', async (t) => {
  const { person, screen } = await openLinks(t, 'pro', [{ url: 'https://example.com/before', slug: 'kept' }]);
  const { id } = (await person.call('GET', '/links')).json.links[0];
  const form = dialog(screen, 'Edit kept');
  const edit = async () => {
    await screen.goto(`/dashboard/links/${id}`);
    await screen.byRole('button', 'Edit').click();
    await form.waitFor();
  };
  await edit();
  await form.getByLabel('Title').fill('Typed before');
  await form.getByRole('button', { name: 'Cancel' }).click();
  await person.call('PATCH', `/links/${id}`, { url: 'https://example.com/since' });
  await edit();
  await form.getByRole('button', { name: 'Continue editing' }).click();
  t.equal(await form.getByLabel('Title').inputValue(), 'Typed before');
  await form.getByRole('button', { name: 'Save' }).click();
  await announced(screen, /Saved/);
  t.match((await person.call('GET', `/links/${id}`)).json, { title: 'Typed before', url: 'https://example.com/since' });
});

t.test("a row opens its link's page, copies its short URL, and opens it without counting a click", async (t) => {
  const { person, screen } = await openLinks(t, 'pro', [
    { url: 'https://example.com/one', slug: 'opened', maxClicks: 1 },
    { url: 'https://example.com/two', slug: 'copied' },
  ]);
  const { page, context, byRole } = screen;
  const copied = () => page.evaluate<string>('navigator.clipboard.readText()');
  // The destination does not exist.
  screen.faults.expect(/https:\/\/example\.com/);
  /** Returns the URLs that the new tab of `act` is redirected from and to. */
  const opens = async (act: () => Promise<void>) => {
    const [request] = await Promise.all([
      context.waitForEvent('request', (one) => one.url().startsWith('https://example.com')),
      act(),
    ]);
    return [request.redirectedFrom()?.url(), request.url()];
  };
  await screen.goto('/dashboard/links?range=7d');
  await row(screen, 'opened').waitFor();
  await byRole('button', 'Copy copied').click();
  await announced(screen, /Copied .*\/copied/);
  t.match(await copied(), /\/copied$/);
  await byRole('checkbox', 'Select opened').focus();
  await page.keyboard.press('y');
  await announced(screen, /Copied .*\/opened/);
  t.match(await copied(), /\/opened$/);
  const open = row(screen, 'opened').getByRole('link', { name: /^Open opened/ });
  for (const act of [() => open.click(), () => page.keyboard.press('o')]) {
    t.match(await opens(act), [/\/opened\?_wpo=/, 'https://example.com/one'], 'its only visitor has not come yet');
  }
  await setWidth(screen, phone);
  await byRole('button', 'Copy copied').click();
  await announced(screen, /Copied .*\/copied/);
  await setWidth(screen, desktop);
  const { shortUrl } = (await person.call('GET', '/links?q=opened')).json.links[0];
  const headers = { 'User-Agent': agents.chrome };
  const visit = async () => (await fetch(shortUrl, { redirect: 'manual', headers })).status;
  t.same([await visit(), await visit()], [302, 410]);
  // A worker counts the click.
  await db.updateTable('links').set({ uses: 1 }).where('slug', '=', 'opened').execute();
  await page.reload();
  await row(screen, 'opened').getByText('Used up').filter({ visible: true }).waitFor();
  await row(screen, 'opened').getByRole('link', { name: shortUrl }).click();
  await byRole('heading', /\/opened$/).waitFor();
  const { height } = (await byRole('link', 'https://example.com/one').boundingBox()) ?? { height: 0 };
  t.ok(height >= 24, `${height} px for a finger`);
  const facts = byRole('region', 'The link');
  t.match(await facts.innerText(), /Used up[\s\S]*1 of 1 click used/);
  t.match(page.url(), /\/dashboard\/links\/lnk_\w+\?range=7d$/);
});

t.test("a link's page shows who sees what and its history, and duplicates, archives and deletes it", async (t) => {
  const { person, screen } = await openLinks(t, 'team', [
    {
      url: 'https://example.com/all?a=1#part',
      slug: 'home',
      title: 'Spring sale',
      utm: { source: 'mail' },
      iosUrl: 'https://example.com/ios',
      geo: { AT: 'https://example.com/at' },
      rules: [
        {
          when: { language: ['de'] },
          variants: ['a', 'b'].map((name) => ({ name, url: `https://example.com/${name}`, weight: 50 })),
        },
      ],
      expiresAt: '2036-01-01T09:00:00Z',
      expiredUrl: 'https://example.com/over',
      password: 'a secret of mine',
      tags: ['spring'],
    },
    { url: 'https://example.com/other', slug: 'other' },
  ]);
  const { byRole, page } = screen;
  const { links } = (await person.call('GET', '/links')).json;
  const link = links.find(({ slug }: { slug: string }) => slug === 'home');
  await person.call('PATCH', `/links/${link.id}`, { note: 'For the team' });
  await person.call('PATCH', '/links/bulk', { ids: links.map(({ id }: { id: string }) => id), addTags: ['all'] });
  await screen.goto(`/dashboard/links/${link.id}`);
  await byRole('link', 'https://example.com/all?a=1&utm_source=mail#part').waitFor();
  const destinations = byRole('region', 'Who sees what').locator('ol > li');
  await destinations.first().waitFor();
  t.same(
    (await destinations.allInnerTexts()).map((text) => text.split(/\n+/)),
    [
      [
        'Rule 1 · Language: German',
        ...['a', 'b'].flatMap((name) => [name, '50%', `https://example.com/${name}?utm_source=mail`, `Keep ${name}`]),
      ],
      ['iPhone and iPad', 'https://example.com/ios?utm_source=mail'],
      ['From Austria', 'https://example.com/at?utm_source=mail'],
      ['Everyone else', 'https://example.com/all?a=1&utm_source=mail#part'],
      ['Once it has expired', 'https://example.com/over?utm_source=mail'],
    ],
  );
  await page.locator('summary', { hasText: 'History' }).click();
  const history = page.locator('.link-history li summary > :nth-child(2)');
  await history.first().waitFor();
  t.same(await history.allInnerTexts(), [
    'changed the link Tags, with 2 links at once',
    'changed the link Note',
    'created the link with 2 links at once',
  ]);

  await page.keyboard.press('d');
  const form = dialog(screen, 'Duplicate home');
  await form.getByText('The password is not copied').waitFor();
  await form.getByRole('textbox', { name: 'Slug' }).fill('twin');
  await form.getByRole('button', { name: 'Create link' }).click();
  await byRole('heading', /\/twin$/).waitFor();
  const { id, slug, shortUrl, createdAt, updatedAt, ...same } = link;
  t.match((await person.call('GET', '/links?q=twin')).json.links[0], {
    ...same,
    slug: 'twin',
    hasPassword: false,
    note: 'For the team',
    tags: ['spring', 'all'],
  });

  await byRole('button', 'Actions for twin').click();
  await byRole('menuitem', 'Archive').click();
  await screen.byRole('region', 'The link').getByText('Archived').waitFor();
  await byRole('button', 'Undo').click();
  await screen.byRole('region', 'The link').getByText('Archived').waitFor({ state: 'detached' });
  await byRole('button', 'Actions for twin').click();
  await byRole('menuitem', 'Delete').click();
  await dialog(screen, 'Delete twin?').getByRole('button', { name: 'Delete' }).click();
  await announced(screen, /Deleted 1 link/);
  await row(screen, 'home').waitFor();
  t.equal(await row(screen, 'twin').count(), 0);

  const member = await signUp(daemon);
  await makeMember(db, member, await workspaceOf(person), 'member');
  const other = await openScreen(t, browser, { origin: daemon.origin });
  await signIn(other, member);
  await rememberWorkspace(other, person.answer.workspace.id);
  await other.goto(`/dashboard/links/${link.id}`);
  await other.byRole('heading', 'Analytics').waitFor();
  await settle(other);
  t.equal(await other.byRole('heading', 'History').count(), 0, 'only admins read the audit log');
});

t.test('a bookmark opens the form with a web page as its destination, and creates nothing by itself', async (t) => {
  const { screen, person } = await openLinks(t);
  const manual = readFileSync(path.join(projectRoot, '.github/docs/tools.md'), 'utf8');
  const [, code = ''] = /^javascript:(.*)$/m.exec(manual) ?? [];
  await screen.goto('/docs/?b=c&d=ä#e');
  const [opened] = await Promise.all([
    screen.page.waitForEvent('popup'),
    screen.page.evaluate(code.replace('http://localhost:8080', screen.origin)),
  ]);
  const destination = (page = screen.page) =>
    page.getByRole('dialog', { name: 'New link' }).getByRole('textbox', { name: 'Destination URL' });
  t.equal(await destination(opened).inputValue(), screen.page.url());
  t.match(screen.page.url(), /\/docs\/\?b=c&d=%C3%A4#e$/);
  for (const url of ['javascript:alert(1)', 'data:text/html,x', '//example.com', 'example.com']) {
    await screen.goto(`/dashboard/links?new=1&url=${encodeURIComponent(url)}`);
    t.equal(await destination().inputValue(), '', url);
  }
  t.same((await person.call('GET', '/links')).json.links, []);
});

t.test("the API's errors appear at their field, and a taken slug gets a suggestion", async (t) => {
  const { screen } = await openLinks(t, 'pro', [{ url: 'https://example.com/a', slug: 'taken' }]);
  screen.faults.expect(/422|409/);
  await screen.goto('/dashboard/links?new=1&url=https://example.com/a');
  const form = dialog(screen, 'New link');
  await form.getByText('You already have 1 link to this destination.').waitFor();
  await form.getByRole('textbox', { name: 'Slug' }).fill('taken');
  await form.getByRole('button', { name: 'Use taken-2' }).click();
  t.equal(await form.getByRole('textbox', { name: 'Slug' }).inputValue(), 'taken-2');
  await group(form, 'Countries').click();
  await form.getByRole('button', { name: 'Add a country' }).click();
  await form.getByRole('combobox', { name: 'Country 1' }).fill('austria');
  await screen.page.keyboard.press('Enter');
  const austria = form.getByLabel('Destination for Austria');
  await austria.fill('ftp://example.com');
  await form.getByRole('button', { name: 'Create link' }).click();
  await form.getByText('The destination has a scheme that is not allowed there. Use http or https.').waitFor();
  t.equal(await austria.getAttribute('aria-invalid'), 'true');
  await austria.fill('https://example.com/at');
  await form.getByRole('textbox', { name: 'Slug' }).fill('taken');
  await form.getByRole('button', { name: 'Create link' }).click();
  await form.getByText('The slug taken is already used on this domain. Choose another.').waitFor();
  t.ok(await form.getByRole('textbox', { name: 'Slug' }).evaluate((field) => field.matches(':focus')));
});

t.test(
  "an existing link's slug cannot be cleared, and a past expiry causes a warning before it is saved",
  async (t) => {
    const { screen } = await openLinks(t, 'pro', [
      { url: 'https://example.com/', slug: 'lasting', expiresAt: '2036-01-01T09:00:00Z' },
    ]);
    await screen.goto('/dashboard/links');
    await screen.byRole('button', 'Actions for lasting').click();
    await screen.byRole('menuitem', 'Edit').click();
    const form = dialog(screen, 'Edit lasting');
    const slug = form.getByRole('textbox', { name: 'Slug' });
    await slug.fill('');
    t.equal(await form.getByText('random slug').count(), 0);
    await form.getByRole('button', { name: 'Save' }).click();
    await form.getByText('Enter a slug. The current one is lasting.').waitFor();
    t.equal(await slug.getAttribute('aria-invalid'), 'true');
    await slug.fill('lasting');
    const warning = form.getByText('This time is in the past, so the link expires at once.');
    t.equal(await warning.count(), 0);
    await form.getByLabel('Expires at').fill('2024-01-01T09:00');
    await warning.waitFor();
    await form.getByRole('button', { name: 'Save' }).click();
    await announced(screen, /Saved/);
    await row(screen, 'lasting').getByText('Expired').waitFor();
  },
);

t.test('a half-typed time or number is not read as empty', async (t) => {
  const { screen, person } = await openLinks(t, 'pro', [
    { url: 'https://example.com/', slug: 'limited', expiresAt: '2030-01-01T09:00:00Z' },
  ]);
  const expiry = async () => (await person.call('GET', '/links')).json.links[0].expiresAt;
  await screen.goto('/dashboard/links');
  await screen.byRole('button', 'Actions for limited').click();
  await screen.byRole('menuitem', 'Edit').click();
  const form = dialog(screen, 'Edit limited');
  const saves = async () => {
    await form.getByRole('button', { name: 'Save' }).click();
    await form.getByText('A date or number is incomplete').waitFor();
  };
  await form.getByLabel('Expires at').press('Backspace');
  await saves();
  t.ok(await form.getByLabel('Expires at').evaluate((field) => field.matches(':focus')));
  await form.getByLabel('Expires at').fill('2031-01-01T09:00');
  await form.getByLabel('Expires after clicks').pressSequentially('1e');
  await saves();
  t.equal(await expiry(), '2030-01-01T09:00:00.000Z');
  await form.getByLabel('Expires after clicks').fill('');
  await form.getByRole('button', { name: 'Save' }).click();
  await announced(screen, /Saved/);
  t.equal(await expiry(), '2031-01-01T09:00:00.000Z');
});

t.test('a closed dialog keeps the typed text, except passwords', async (t) => {
  const { screen } = await openLinks(t);
  await screen.goto('/dashboard/links?new=1');
  const form = dialog(screen, 'New link');
  await form.getByLabel('Destination URL').fill('https://example.com/later');
  await group(form, 'Password').click();
  await form.getByRole('textbox', { name: 'Password' }).fill('a secret of mine');
  await form.getByRole('button', { name: 'Cancel' }).click();
  await screen.page.reload();
  t.notMatch(await screen.page.evaluate('JSON.stringify(localStorage)'), /secret of mine/);
  await screen.byRole('button', 'New link').click();
  await form.getByRole('button', { name: 'Continue editing' }).click();
  t.equal(await form.getByLabel('Destination URL').inputValue(), 'https://example.com/later');
  await form.getByRole('button', { name: 'Create link' }).click();
  await announced(screen, /Created/);
  await screen.byRole('button', 'New link').click();
  await form.waitFor();
  t.equal(await form.getByRole('button', { name: 'Continue editing' }).count(), 0);
});

t.test('all matching links are selected across pages, tagged, and deleted after their number is typed', async (t) => {
  const links = Array.from({ length: 120 }, (_, n) => ({
    url: `https://example.com/${n}`,
    slug: `page-${n}`,
    tags: n < 110 ? ['old'] : [],
  }));
  const { person, screen } = await openLinks(t, 'pro', links);
  const { page, byRole } = screen;
  await screen.goto('/dashboard/links?tag=old');
  await page.getByText('1–50 of 110 links').waitFor();
  let answer = () => {};
  const isAnswered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route(/\/api\/links\?.*cursor=/, async (route) => {
    await isAnswered;
    await route.continue();
  });
  await byRole('button', 'Next').click();
  await page.waitForURL(/page=2/);
  t.ok(await page.getByText('1–50 of 110 links').isVisible(), 'the numbers are those of the rows until others arrive');
  answer();
  await page.getByText('51–100 of 110 links').waitFor();
  await page.goBack();
  await page.getByText('1–50 of 110 links').waitFor();
  await byRole('checkbox', 'Select all').check();
  const toolbar = byRole('toolbar', 'Selection');
  await toolbar.getByRole('button', { name: 'Select all 110 links that match' }).click();
  await toolbar.getByText('110 selected').waitFor();
  await toolbar.getByRole('button', { name: 'Tag' }).click();
  const tags = dialog(screen, 'Tag 110 links').getByRole('combobox', { name: 'Add tags' });
  await byRole('button', 'Save').click();
  await dialog(screen, 'Tag 110 links').getByText('Enter a tag to add or remove').waitFor();
  await tags.fill('gone');
  await byRole('button', 'Save').click();
  await announced(screen, /Updated tags on 110 links/);
  t.equal((await person.call('GET', '/links?tag=gone&count=true')).json.total, 110);
  await byRole('button', 'Undo').click();
  await announced(screen, /Restored 110 links/);
  t.equal((await person.call('GET', '/links?tag=gone&count=true')).json.total, 0);

  await byRole('checkbox', 'Select all').check();
  await toolbar.getByRole('button', { name: /that match/ }).click();
  await toolbar.getByText('110 selected').waitFor();
  await toolbar.getByRole('button', { name: 'Delete' }).click();
  const asked = dialog(screen, 'Delete 110 links?');
  t.ok(await asked.getByRole('button', { name: 'Delete' }).isDisabled());
  await asked.getByRole('textbox').fill('110');
  await asked.getByRole('button', { name: 'Delete' }).click();
  await announced(screen, /Deleted 110 links/);
  await byRole('heading', 'No link matches').waitFor();
  t.equal((await person.call('GET', '/links?count=true')).json.total, 10);
});

t.test(
  "UTM parameters and the expiry of selected links change at once, and Undo restores each link's own",
  async (t) => {
    const url = 'https://example.com/';
    const { person, screen } = await openLinks(t, 'pro', [
      { url, slug: 'mail', utm: { source: 'mail', campaign: 'old' } },
      { url, slug: 'print', utm: { source: 'print' }, expiresAt: '2030-01-01T09:00:00Z' },
      { url, slug: 'plain' },
    ]);
    await person.call('PUT', '/utm-templates/Spring', { utm: { campaign: 'spring' } });
    const stored = async () =>
      Object.fromEntries(
        (await person.call('GET', '/links')).json.links.map((link: Json) => [link.slug, [link.utm, link.expiresAt]]),
      );
    const first = await stored();
    const { byRole } = screen;
    const select = async () => {
      await byRole('checkbox', 'Select all').check();
      await byRole('toolbar', 'Selection').getByRole('button', { name: 'Edit' }).click();
    };
    await screen.goto('/dashboard/links');
    await select();
    const form = dialog(screen, 'Edit 3 links');
    t.ok(await form.getByRole('button', { name: 'Save' }).isDisabled(), 'there is nothing to change');
    await form.getByLabel('Template', { exact: true }).selectOption('Spring');
    const suggested = await form.getByLabel('Source').evaluate((field) => {
      const { list } = field as unknown as { list: { options: Iterable<{ value: string }> } };
      return [...list.options].map(({ value }) => value);
    });
    t.strictSame(suggested, ['mail', 'print']);
    await form.getByLabel('Expires at').fill('2031-01-01T09:00');
    await form.getByRole('button', { name: 'Save' }).click();
    await announced(screen, /Changed 3 links/);
    const expiry = '2031-01-01T09:00:00.000Z';
    t.strictSame(await stored(), {
      mail: [{ source: 'mail', campaign: 'spring' }, expiry],
      print: [{ source: 'print', campaign: 'spring' }, expiry],
      plain: [{ campaign: 'spring' }, expiry],
    });
    await byRole('button', 'Undo').click();
    await announced(screen, /Restored 3 links/);
    t.strictSame(await stored(), first);

    await select();
    await form.getByRole('checkbox', { name: 'Remove the parameters left empty' }).check();
    await form.getByRole('checkbox', { name: 'Remove the expiry' }).check();
    await form.getByLabel('Medium').fill('paper');
    await form.getByRole('button', { name: 'Save' }).click();
    await announced(screen, /Changed 3 links/);
    const same = [{ medium: 'paper' }, null];
    t.strictSame(await stored(), { mail: same, print: same, plain: same });
  },
);

t.test(
  'many links are created from a pasted table: errors appear before sending, failures afterwards, and unsent rows are kept',
  async (t) => {
    const { person, screen } = await openLinks(t, 'pro', [{ url: 'https://example.com/', slug: 'here' }]);
    await screen.goto('/dashboard/links?many=1');
    const many = dialog(screen, 'Create many links');
    const rows = ['Slug\tURL\tTags', 'one\texample.com/1\ta;b', 'bad slug\texample.com/2', 'here\texample.com/3'];
    await many.getByLabel('URLs').fill(rows.join('\n'));
    await many.getByText('Only letters, digits, - and _').waitFor();
    await many.getByRole('combobox', { name: 'Tags for all links' }).fill('all,');
    await group(many, 'UTM for all links').click();
    await many.getByLabel('Campaign').fill('spring');
    await group(many, 'Expiry for all links').click();
    await many.getByLabel('Expires at').fill('2031-01-01T09:00');
    await many.getByRole('button', { name: 'Create 2 links' }).click();
    await many.getByText('1 link created, 2 failed').waitFor();
    await many.getByText('The slug here is already used on this domain. Choose another.').waitFor();
    await many.getByRole('button', { name: 'Copy short URLs' }).click();
    await announced(screen, /Copied/);
    t.match(await screen.page.evaluate('navigator.clipboard.readText()'), /^https?:\/\/[^\n]+\/one$/);
    const { links } = (await person.call('GET', '/links')).json;
    const one = links.find(({ slug }: { slug: string }) => slug === 'one');
    t.match(one, { utm: { campaign: 'spring' }, expiresAt: '2031-01-01T09:00:00.000Z', tags: ['a', 'b', 'all'] });
    await person.call('DELETE', `/links/${links.find(({ slug }: { slug: string }) => slug === 'here').id}`);
    await many.getByRole('button', { name: 'Try 1 failed row again' }).click();
    await many.getByText('2 links created, 1 failed').waitFor();
    await many.getByRole('button', { name: 'Edit the list' }).click();
    await many.getByLabel('URLs').press('Escape');
    await announced(screen, /Kept your draft for next time/);
    await screen.page.reload();
    await screen.byRole('button', 'Create many').click();
    await many.getByRole('button', { name: 'Continue editing' }).click();
    t.equal(await many.getByLabel('URLs').inputValue(), 'https://example.com/2\tbad slug', 'sent rows are removed');
    await many.getByRole('button', { name: 'Remove all' }).waitFor();
    await many.getByLabel('URLs').fill('example.com/2');
    await many.getByRole('button', { name: 'Create 1 link' }).click();
    await many.getByText('1 link created', { exact: true }).waitFor();
    await many.getByRole('button', { name: 'Close' }).last().click();
    await screen.byRole('button', 'Create many').click();
    await many.getByLabel('URLs').waitFor();
    t.equal(await many.getByRole('button', { name: 'Continue editing' }).count(), 0);
  },
);

t.test("the links that match the list's filters are downloaded", async (t) => {
  const links = ['one', 'two'].map((name) => ({
    url: `https://example.com/${name}`,
    slug: `saved-${name}`,
    tags: [name],
  }));
  const { screen } = await openLinks(t, 'pro', links);
  await screen.goto('/dashboard/links?tag=two');
  await row(screen, 'saved-two').waitFor();
  const saved = screen.page.waitForEvent('download');
  await screen.byRole('button', 'Export CSV').click();
  const file = await saved;
  t.equal(file.suggestedFilename(), 'links.csv');
  const csv = String(await buffer(await file.createReadStream()));
  t.equal(csv[0], '\ufeff', 'Excel reads it as UTF-8');
  const records = recordsOf(csv.slice(1));
  t.same(
    records.map(({ url, tags }) => [url, tags]),
    [['https://example.com/two', '["two"]']],
  );
});

t.test('many links are created from a file, selected or dropped, with errors by line', async (t) => {
  const { screen } = await openLinks(t, 'pro', []);
  await setWidth(screen, phone);
  await screen.goto('/dashboard/links?many=1');
  const many = dialog(screen, 'Create many links');
  const choose = (name: string, content: string | Buffer) =>
    many.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(content) });
  const refused: [name: string, content: string | Buffer, words: RegExp][] = [
    ['large.txt', 'a'.repeat(1_000_001), /large.txt is larger than 1 MB/],
    ['picture.csv', Buffer.from([0x89, 0x50, 0xff, 0]), /picture.csv is not UTF-8 text/],
    ['empty.csv', 'URL,Slug\n', /empty.csv contains no URL/],
  ];
  for (const [name, content, words] of refused) {
    await choose(name, content);
    await many.getByRole('alert').filter({ hasText: words }).waitFor();
  }
  await choose('urls.csv', '\uFEFFURL\nhttps://example.com/1\n\nno address\nexample.com/2\n');
  await many.getByText('2 ready, 1 with a problem (line 4)').waitFor();
  t.equal(await many.getByRole('alert').count(), 0);

  const slug = 'a-slug-so-long-that-a-phone-needs-more-than-one-line-for-all-of-it';
  const dataTransfer = await screen.page.evaluateHandle(`(() => {
    const data = new DataTransfer();
    data.items.add(new File(['https://example.com/dropped\\t${slug.slice(0, 60)}'], 'urls.txt', { type: 'text/plain' }));
    return data;
  })()`);
  await many.dispatchEvent('drop', { dataTransfer });
  await many.getByRole('button', { name: 'Create 1 link' }).click();
  const made = many.getByRole('link', { name: new RegExp(slug.slice(0, 60)) });
  await made.waitFor();
  const { x = 0, width = 0 } = (await made.boundingBox()) ?? {};
  t.ok(width > 0 && x + width <= phone, 'the full short URL is visible');
  t.equal(await made.evaluate((link) => link.scrollWidth > link.clientWidth), false, 'none of it is cut off');
  t.equal(await sidewaysPixels(screen), 0);
  const saved = screen.page.waitForEvent('download');
  await many.getByRole('button', { name: 'Download CSV' }).click();
  const csv = String(await buffer(await (await saved).createReadStream()));
  t.match(csv, /^\ufeffurl,/, 'Excel reads it as UTF-8');
});

t.test(
  "a destination too long for proxies' default settings gets a warning, which stays on the link's page",
  async (t) => {
    const { person, screen } = await openLinks(t);
    await screen.goto('/dashboard/links');
    await screen.byRole('button', 'New link').click();
    const form = dialog(screen, 'New link');
    await form.getByLabel('Destination URL').fill(`https://example.com/${'ü'.repeat(714)}`);
    await form.getByRole('button', { name: 'Create link' }).click();
    await announced(screen, /^URL is 4304 bytes long/);
    const [made] = (await person.call('GET', '/links')).json.links;
    await screen.goto(`/dashboard/links/${made.id}`);
    await announced(screen, /^URL is 4304 bytes long/);
    await settle(screen);
    await atWidths(screen, [phone, 768, desktop], async (width) => {
      await inBothThemes(screen, async (theme) => {
        t.equal(await sidewaysPixels(screen), 0, `${width} ${theme}`);
        t.same(await axe(screen, 'colours'), [], `${width} ${theme}`);
      });
    });
  },
);

t.test(
  'text typed into a link is kept even if the user leaves the page immediately, and is discarded on request',
  async (t) => {
    const { screen } = await openLinks(t, 'pro', [{ url: 'https://example.com/one', slug: 'half' }]);
    await screen.goto('/dashboard/links?new=1');
    const form = dialog(screen, 'New link');
    await form.getByLabel('Destination URL').fill('https://example.com/just-typed');
    await screen.page.reload();
    await form.getByRole('button', { name: 'Continue editing' }).click();
    t.equal(await form.getByLabel('Destination URL').inputValue(), 'https://example.com/just-typed');

    await screen.goto('/dashboard/links');
    const edit = async () => {
      await screen.byRole('button', 'Actions for half').click();
      await screen.byRole('menuitem', /^Edit/).click();
    };
    await edit();
    const editing = dialog(screen, 'Edit half');
    await editing.getByLabel('Title').fill('Half a tit');
    await screen.page.keyboard.press('Escape');
    await announced(screen, /Kept your draft/);
    await screen.byRole('button', 'Discard').click();
    await edit();
    await editing.getByLabel('Title').waitFor();
    t.equal(await editing.getByRole('button', { name: 'Continue editing' }).count(), 0);
  },
);

t.test('links are found, selected, edited and created by keyboard alone', async (t) => {
  const { screen } = await openLinks(t, 'pro', [
    { url: 'https://example.com/one', slug: 'first' },
    { url: 'https://example.com/two', slug: 'second' },
  ]);
  const { page, byRole } = screen;
  await keyboardOnly(screen);
  await screen.goto('/dashboard/links');
  await row(screen, 'second').waitFor();
  await page.keyboard.press('c');
  await write(screen, dialog(screen, 'New link').getByLabel('Destination URL'), 'https://example.org/three');
  await page.keyboard.press('Enter');
  await announced(screen, /Created/);
  await page.keyboard.press('/');
  await page.keyboard.type('example.com');
  await byRole('table').getByText('example.org/three').waitFor({ state: 'detached' });
  await tabTo(screen, byRole('checkbox', 'Select second'));
  await page.keyboard.press('x');
  await byRole('toolbar', 'Selection').getByText('1 selected').waitFor();
  await page.keyboard.press('ArrowDown');
  t.ok(await byRole('checkbox', 'Select first').evaluate((box) => box.matches(':focus')));
  await page.keyboard.press('Escape');
  await byRole('toolbar', 'Selection').waitFor({ state: 'detached' });
  await page.keyboard.press('e');
  await write(screen, dialog(screen, 'Edit first').getByLabel('Title'), 'Number one');
  await enter(screen, dialog(screen, 'Edit first').getByRole('button', { name: 'Save' }));
  await row(screen, 'first').getByText('Number one').waitFor();
});

t.test(
  'a viewer sees only actions that read, the form names the required plan, and a failed load can be retried',
  async (t) => {
    const { person, screen } = await openLinks(t, 'free', [{ url: 'https://example.com/one', slug: 'seen' }]);
    const { id } = (await person.call('GET', '/links')).json.links[0];
    const viewer = await signUp(daemon);
    await makeMember(db, viewer, await workspaceOf(person), 'viewer');
    await screen.goto('/dashboard/links?new=1');
    const form = dialog(screen, 'New link');
    await group(form, 'Countries').click();
    await form.getByText(/Destinations by country requires Pro/).waitFor();
    t.ok(await form.getByRole('button', { name: 'Add a country' }).isDisabled());

    const other = await openScreen(t, browser, { origin: daemon.origin });
    await signIn(other, viewer);
    await rememberWorkspace(other, person.answer.workspace.id);
    // 404 means not shared.
    other.faults.expect(/503|404/);
    await other.page.route(/\/api\/links\?/, (route) =>
      route.fulfill({ status: 503, json: { error: { code: 'unavailable', message: 'not just now' } } }),
    );
    await other.goto('/dashboard/links');
    await other.page.getByText('not just now').waitFor();
    await other.page.unroute(/\/api\/links\?/);
    await other.byRole('button', 'Try again').click();
    await other.byRole('button', 'Actions for seen').click();
    const offered = await other.page.getByRole('menuitem').allInnerTexts();
    t.same(
      offered.map((words) => words.split('\n')[0]),
      ['Copy', 'QR code', 'Analytics'],
    );
    t.equal(await other.byRole('button', 'New link').count(), 0);
    await setWidth(other, phone);
    // The list changes to its phone layout once the page knows its width.
    await other.byRole('button', 'View').waitFor();
    t.equal(await sidewaysPixels(other), 0);

    await Promise.all([other.page.waitForResponse(/\/share$/), other.goto(`/dashboard/links/${id}`)]);
    await other.byRole('heading', 'Analytics').waitFor();
    t.equal(await other.byRole('button', 'Share').count(), 0);
    await person.call('POST', `/links/${id}/share`, {});
    await other.page.reload();
    await other.byRole('button', 'Share').click();
    await other.byLabel('Share page').waitFor();
  },
);
