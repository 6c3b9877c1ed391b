/** The screen of unknown paths: from a mistyped URL to its link. */

import { trustDomain } from '../../daemon/domains/check-domain.ts';
import { findDomainByHostname } from '../../daemon/domains/queries.ts';
import { addUnknownPaths } from '../../daemon/stats/unknown-queries.ts';
import { findWorkspace, updatePlan } from '../../daemon/workspaces/queries.ts';
import { inTransaction } from '../../shared/db/db.ts';
import { operator } from '../../shared/people/actor.ts';
import { makeMember, type Person, signUp } from '../fixtures/accounts.ts';
import { axeInBothThemes } from '../fixtures/browser/axe.ts';
import { openBrowser } from '../fixtures/browser/chromium.ts';
import { rememberWorkspace, signIn, startDashboard } from '../fixtures/browser/dashboard.ts';
import { enter, keyboardOnly, write } from '../fixtures/browser/keyboard.ts';
import { openScreen } from '../fixtures/browser/screen.ts';
import { type Test, t } from '../runner/tap.ts';

const daemon = await startDashboard(t);
const { db, announceChanges } = daemon.context;
const browser = await openBrowser(t);
const now = new Date();

async function workspaceOf({ answer }: Person): Promise<number> {
  return (await findWorkspace(db, answer.workspace.id))?.id as number;
}

/** Connects a domain with unknown paths: a frequent one, one that cannot be a slug, and 60 rare ones. */
async function addPaths(person: Person, hostname: string): Promise<void> {
  const id = await workspaceOf(person);
  await inTransaction(db, (trx) => updatePlan(trx, id, 'pro', now));
  announceChanges();
  await person.call('POST', '/domains', { hostname });
  const domain = await findDomainByHostname(db, hostname);
  if (!domain) throw new Error(`the domain ${hostname} does not exist`);
  await inTransaction(db, (trx) => trustDomain(trx, domain.id, operator, now));
  announceChanges();
  const counted = [
    { path: '/sprnig', requests: 9, bots: 2 },
    { path: '/a/b', requests: 5, bots: 0 },
    ...Array.from({ length: 60 }, (_, n) => ({ path: `/rare-${n}`, requests: 1, bots: 0 })),
  ];
  await addUnknownPaths(
    db,
    counted.map((path) => ({ ...path, domainId: domain.id, lastAt: now.getTime() })),
    now,
  );
}

async function openFor(t: Test, person: { email: string }, workspace?: string) {
  const screen = await openScreen(t, browser, { origin: daemon.origin });
  await signIn(screen, person);
  if (workspace) await rememberWorkspace(screen, workspace);
  await screen.goto('/dashboard/analytics/unknown');
  return screen;
}

t.test('a requested path becomes a link by keyboard alone, and disappears from the list', async (t) => {
  const person = await signUp(daemon);
  await addPaths(person, 'unknown-a.example.com');
  const screen = await openFor(t, person);
  const row = screen.byRole('row', /\/sprnig/);
  await row.waitFor();
  t.same((await row.getByRole('cell').allTextContents()).slice(1, 3), ['7', '2']);
  t.equal(
    await screen
      .byRole('row', /\/a\/b/)
      .getByRole('button')
      .count(),
    0,
    'it cannot be a slug',
  );
  await keyboardOnly(screen);
  await screen.page.reload();
  await enter(screen, screen.byRole('button', 'Create link unknown-a.example.com/sprnig'));
  const form = screen.byRole('dialog', 'New link');
  await write(screen, form.getByLabel('Destination URL'), 'https://example.com/spring');
  t.equal(await form.getByRole('textbox', { name: 'Slug' }).inputValue(), 'sprnig');
  t.equal(await form.getByLabel('Domain', { exact: true }).inputValue(), 'unknown-a.example.com');
  await screen.page.keyboard.press('Enter');
  await row.waitFor({ state: 'detached' });
  const { json } = await person.call('GET', '/links?domain=unknown-a.example.com');
  t.match(json.links, [{ slug: 'sprnig', url: 'https://example.com/spring' }]);
});

t.test('the list has pages, a search and a period, all in the URL', async (t) => {
  const person = await signUp(daemon);
  await addPaths(person, 'unknown-b.example.com');
  const screen = await openFor(t, person);
  await screen.page.getByText('1–50 of 62').waitFor();
  for (const width of [1440, 768, 360]) {
    await screen.page.setViewportSize({ width, height: 900 });
    await axeInBothThemes(t, screen);
    const overflow = await screen.page.locator('html').evaluate((page) => page.scrollWidth - page.clientWidth);
    t.ok(overflow <= 0, `${width} px: ${overflow}`);
  }
  await screen.page.setViewportSize({ width: 1440, height: 900 });
  await screen.byRole('button', 'Next').click();
  await screen.page.getByText('51–62 of 62').waitFor();
  t.match(screen.page.url(), /page=2/);
  await screen.byRole('searchbox', 'Search paths').fill('RARE-59');
  await screen.page.getByText('1–1 of 1').waitFor();
  await screen.goto('/dashboard/analytics/unknown?from=2020-01-01&to=2020-01-02');
  await screen.byRole('heading', 'No unknown paths').waitFor();
});

t.test('a viewer sees paths without the button; a workspace without a domain shows why it has no paths', async (t) => {
  const person = await signUp(daemon);
  const screen = await openFor(t, person);
  await screen.byRole('heading', 'Connect a custom domain first').waitFor();
  await addPaths(person, 'unknown-c.example.com');
  const viewer = await signUp(daemon);
  await makeMember(db, viewer, await workspaceOf(person), 'viewer');
  const theirs = await openFor(t, viewer, person.answer.workspace.id);
  await theirs.byRole('row', /\/sprnig/).waitFor();
  t.equal(await theirs.byRole('button', /^Create link/).count(), 0);
});
