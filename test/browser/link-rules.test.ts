/** Rules and variants in the form and on the page of a link, used by keyboard alone, and by pointer where rules are dragged. */
import { findWorkspace, updatePlan } from '../../daemon/workspaces/queries.ts';
import { inTransaction } from '../../shared/db/db.ts';
import { signUp } from '../fixtures/accounts.ts';
import { axeInBothThemes } from '../fixtures/browser/axe.ts';
import { openBrowser } from '../fixtures/browser/chromium.ts';
import { signIn, startDashboard } from '../fixtures/browser/dashboard.ts';
import { enter, keyboardOnly, tabTo, write } from '../fixtures/browser/keyboard.ts';
import { sidewaysPixels } from '../fixtures/browser/layout.ts';
import { announced, atWidths, openScreen, type Screen } from '../fixtures/browser/screen.ts';
import { type Test, t } from '../runner/tap.ts';

const daemon = await startDashboard(t);
const { db, announceChanges } = daemon.context;
const browser = await openBrowser(t);
const to = (path: string) => `https://example.com/${path}`;

async function openAs(t: Test, isKeyboardOnly = false) {
  const person = await signUp(daemon);
  const id = (await findWorkspace(db, person.answer.workspace.id))?.id as number;
  await inTransaction(db, (trx) => updatePlan(trx, id, 'pro', new Date()));
  announceChanges();
  const screen = await openScreen(t, browser, { origin: daemon.origin });
  if (isKeyboardOnly) await keyboardOnly(screen);
  await signIn(screen, person);
  return { person, screen };
}

const dialog = ({ page }: Screen, name: string | RegExp) => page.getByRole('dialog', { name });

/** Three variants of a link, in form order: name, URL path and share. */
const three = [
  ['Short', 'short', 50],
  ['Long', 'long', 30],
  ['Film', 'film', 20],
] as const;
const variants = three.map(([name, path, weight]) => ({ name, url: to(path), weight }));
const rules = [
  { when: { language: ['de'] }, url: to('de') },
  { when: { device: ['mobile'], ip: ['192.0.2.0/24'] }, url: to('office') },
];

t.test(
  'two rules and three variants are added, sorted, saved and previewed, and one variant is kept, by keyboard alone',
  async (t) => {
    const { person, screen } = await openAs(t, true);
    const { page } = screen;
    const { keyboard } = page;
    const press = (key: string) => keyboard.press(key);
    await screen.goto('/dashboard/links?new=1');
    const form = dialog(screen, 'New link');
    await write(screen, form.getByLabel('Destination URL'), to('all'));
    await write(screen, form.getByRole('textbox', { name: 'Slug' }), 'ruled');

    const rule = (n: number) => form.getByRole('group', { name: `Rule ${n}`, exact: true });
    const addCondition = async (n: number, kind: string) => {
      await enter(screen, rule(n).getByRole('button', { name: 'Add a condition' }));
      await tabTo(screen, page.getByRole('menuitem', { name: kind, exact: true }), 'ArrowDown');
      await press('Enter');
    };
    await enter(screen, form.locator('summary', { hasText: 'Rules' }));
    await enter(screen, form.getByRole('button', { name: 'Add a rule' }));
    await addCondition(1, 'Device');
    await keyboard.type('mob');
    await press('Enter');
    await addCondition(1, 'IP address');
    await keyboard.type('192.0.2.0/24');
    await press('Enter');
    await write(screen, rule(1).getByLabel('Then redirect to'), 'example.com/office');
    await enter(screen, form.getByRole('button', { name: 'Add a rule' }));
    await addCondition(2, 'Language');
    await keyboard.type('german');
    await press('Enter');
    await write(screen, rule(2).getByLabel('Then redirect to'), to('de'));
    await tabTo(screen, form.getByRole('button', { name: 'Move rule 2 up' }), 'Shift+Tab');
    await press('Enter');
    await announced(screen, 'Now rule 1 of 2');
    t.ok(
      await form.getByRole('button', { name: 'Move rule 1 down' }).evaluate((one) => one.matches(':focus')),
      'the focus follows',
    );

    await enter(screen, form.locator('summary', { hasText: /^Variants/ }));
    await enter(screen, form.getByRole('button', { name: 'Split between variants' }).last());
    const variant = (n: number) => form.getByRole('group', { name: `Variant ${n}`, exact: true });
    await variant(2).waitFor();
    await enter(screen, form.getByRole('button', { name: 'Add a variant' }));
    const shares = async () =>
      (await form.getByLabel('Share in %').all()).map(async (one) => Number(await one.inputValue()));
    const sum = async () => (await Promise.all(await shares())).reduce((all, share) => all + share, 0);
    t.equal(await sum(), 100, 'a third variant takes its share from the others');
    for (const [n, [name, path]] of three.entries()) {
      await tabTo(screen, variant(n + 1).getByLabel('Name'), n === 0 ? 'Shift+Tab' : 'Tab');
      await keyboard.type(name);
      await write(screen, variant(n + 1).getByLabel('Destination'), to(path));
    }
    await tabTo(screen, variant(1).getByLabel('Share in %'), 'Shift+Tab');
    for (const [n, share] of [
      [1, '500'],
      [1, '50'],
      [2, '30'],
    ] as const) {
      await write(screen, variant(n).getByLabel('Share in %'), share);
      t.equal(await sum(), 100, 'also while a share is typed');
    }
    await axeInBothThemes(t, screen);
    await enter(screen, form.getByRole('button', { name: 'Create link' }));
    await announced(screen, /Created/);
    const [made] = (await person.call('GET', '/links')).json.links;
    t.match(made, { url: to('all'), rules, variants });
    t.equal(made.rules.length, 2);

    const row = page.getByRole('row', { name: /\/ruled\b/ });
    await row.getByText('Redirects by rules').waitFor({ state: 'attached' });
    await row.getByText('Split between variants').waitFor({ state: 'attached' });
    await enter(screen, row.getByRole('link', { name: /\/ruled$/ }));
    const card = screen.byRole('region', 'Who sees what');
    await card.getByText('Rule 1 · Language: German').waitFor();
    await enter(screen, screen.byRole('button', 'Edit'));
    const edit = dialog(screen, 'Edit ruled');
    await enter(screen, edit.locator('summary', { hasText: 'Who sees what' }));
    const outcome = edit.getByRole('region', { name: 'Preview' });
    await outcome.getByText('Another visitor can get another variant.').waitFor();
    await write(screen, outcome.getByRole('combobox', { name: 'Language' }), 'austrian');
    await press('Enter');
    await outcome.getByText('This visitor arrives at Rule 1').waitFor();
    await write(screen, outcome.getByRole('combobox', { name: 'Language' }), 'french');
    await press('Enter');
    await write(screen, outcome.getByRole('combobox', { name: 'Device' }), 'mobile');
    await press('Enter');
    await write(screen, outcome.getByLabel('IP address'), '192.0.2.7');
    await outcome.getByText('This visitor arrives at Rule 2').waitFor();
    await axeInBothThemes(t, screen);
    await enter(screen, edit.getByRole('button', { name: 'Cancel' }));

    await axeInBothThemes(t, screen);
    await enter(screen, card.getByRole('button', { name: 'Keep Long' }));
    const ask = dialog(screen, 'Keep variant Long?');
    await ask.getByText('Removed: Short, Film.').waitFor();
    await enter(screen, ask.getByRole('button', { name: 'Keep the winner' }));
    await announced(screen, 'Kept variant Long');
    t.match((await person.call('GET', `/links/${made.id}`)).json, { url: to('long'), variants: null, rules });
  },
);

t.test('every fault of a rule is shown at its field', async (t) => {
  const { person, screen } = await openAs(t);
  screen.faults.expect(/status of 422/);
  const double = [...rules, { when: { language: 'de-AT' }, url: to('at') }];
  const { json } = await person.call('POST', '/links', { url: to('all'), slug: 'faulty', rules, variants });
  await screen.goto(`/dashboard/links/${json.id}`);
  await screen.byRole('button', 'Edit').click();
  const form = dialog(screen, 'Edit faulty');
  const rule = (n: number) => form.getByRole('group', { name: `Rule ${n}`, exact: true });
  const save = form.getByRole('button', { name: 'Save' });
  await form.getByRole('button', { name: 'Add a rule' }).click();
  await save.click();
  await rule(3).getByText('Add a condition.').waitFor();
  await rule(3).getByText('Enter a destination.').waitFor();
  await rule(3).getByRole('button', { name: 'Add a condition' }).click();
  await screen.byRole('menuitem', 'Language').click();
  await rule(3)
    .getByRole('combobox', { name: 'Language' })
    .fill(double[2]?.when.language as string);
  await rule(3).getByLabel('Then redirect to').fill(to('at'));
  await save.click();
  await rule(3).getByText('is never reached, because rule 1 matches the same visitors').waitFor();
  await form.getByRole('button', { name: 'Move rule 3 up' }).click();
  await form.getByRole('button', { name: 'Move rule 2 up' }).click();
  await form.getByRole('group', { name: 'Variant 2', exact: true }).getByLabel('Name').fill('Short');
  await save.click();
  await form.getByText('is the name of another variant of this link').waitFor();
  await form.getByRole('group', { name: 'Variant 2', exact: true }).getByLabel('Name').fill('Long');
  await save.click();
  await announced(screen, /Saved/);
  const saved = (await person.call('GET', `/links/${json.id}`)).json.rules;
  t.same(
    saved.map(({ url }: { url: string }) => url),
    [to('at'), to('de'), to('office')],
  );
});

t.test('a rule is dragged to another place, and every condition survives an edit', async (t) => {
  const { person, screen } = await openAs(t);
  const { page } = screen;
  const every = {
    language: ['fr-CA'],
    query: { campaign: ['spring', ''], 'a=b': ['1'], any: true },
    device: ['tablet'],
    os: ['iOS'],
    browser: ['Safari'],
    country: ['AT'],
    referrer: ['news.example.org', '(direct)'],
    ip: ['192.0.2.0/24', '2001:db8::/32'],
    from: '2026-07-01T10:00:00Z',
    to: '2026-08-01T10:00:00Z',
    hours: { timezone: 'Asia/Tokyo', days: ['mon', 'sun'], from: '22:00', to: '06:00' },
  };
  const all = [...rules, { when: every, variants: variants.slice(1) }];
  const { json } = await person.call('POST', '/links', { url: to('all'), slug: 'dragged', rules: all });
  t.ok(json.id, JSON.stringify(json));
  await screen.goto(`/dashboard/links/${json.id}`);
  await screen.byRole('button', 'Edit').click();
  const form = dialog(screen, 'Edit dragged');
  const handle = (n: number) => form.locator('.grip').nth(n - 1);
  const middleOf = async (n: number) => {
    const { x, y, width, height } = (await handle(n).boundingBox()) as {
      x: number;
      y: number;
      width: number;
      height: number;
    };
    return [x + width / 2, y + height / 2] as const;
  };
  await handle(3).scrollIntoViewIfNeeded();
  await page.mouse.move(...(await middleOf(3)));
  await page.mouse.down();
  const [x, y] = await middleOf(1);
  await page.mouse.move(x, y - 4, { steps: 12 });
  await page.mouse.up();
  await announced(screen, 'Now rule 1 of 3');
  for (const n of [1, 2, 3]) await form.getByRole('button', { name: new RegExp(`^Rule ${n}`) }).click();
  await atWidths(screen, [360, 768, 1440], async (width) => {
    t.equal(await sidewaysPixels(screen), 0, `at ${width} px`);
  });
  await axeInBothThemes(t, screen);
  await form.getByRole('button', { name: 'Save' }).click();
  await announced(screen, /Saved/);
  const { rules: saved } = (await person.call('GET', `/links/${json.id}`)).json;
  const shares = [60, 40];
  t.same(saved[0], { when: every, variants: variants.slice(1).map((one, n) => ({ ...one, weight: shares[n] })) });
  t.same(saved.slice(1), rules);
});
