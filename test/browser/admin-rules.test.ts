/**
 * Rules in the admin application, with rules that really run: they are created, changed, tried, watched and turned
 * off.
 */
import type { Locator } from 'playwright-core';
import { addContact, addTerms, recordOf } from '../fixtures/automations.ts';
import { beginAdminSession, openAdminScreen, startAdminSite } from '../fixtures/browser/admin.ts';
import { axe, axeInBothThemes } from '../fixtures/browser/axe.ts';
import { breakAnswers } from '../fixtures/browser/break-answers.ts';
import { openBrowser } from '../fixtures/browser/chromium.ts';
import { tryScreens } from '../fixtures/browser/every-screen.ts';
import { enter, keyboardOnly, tabTo, write } from '../fixtures/browser/keyboard.ts';
import type { Place } from '../fixtures/browser/routes.ts';
import { announced, openScreen, type Screen } from '../fixtures/browser/screen.ts';
import { addRule, runsOf, untilRuns } from '../fixtures/rules.ts';
import { until } from '../fixtures/until.ts';
import { type Test, t } from '../runner/tap.ts';

const site = await startAdminSite(t);
const { origin, post, get, del } = site;
const browser = await openBrowser(t);
const boss = await beginAdminSession(site, 'boss@example.com');
const viewer = await beginAdminSession(site, 'viewer@example.com', 'viewer');
const [customer, guest] = (await addTerms(site, 'tag', ['customer', 'guest'])) as [number, number];
const [news] = (await addTerms(site, 'list', ['Newsletter'])) as [number];

const open = (t: Test, path: string, { cookies = boss, width = 1440 } = {}) =>
  openAdminScreen(t, browser, { origin, cookies, width, path });

const ruleOf = async (id: number) => (await get(`/rule/${id}`)).body.data.rule;
const isInView = (what: Locator) =>
  what.evaluate((element) => {
    const { top, bottom } = element.getBoundingClientRect();
    return top >= 0 && bottom <= (element.ownerDocument.defaultView?.innerHeight ?? 0);
  });
const removeStep = async (screen: Screen, n: number) => {
  await screen.byRole('button', `Actions for step ${n}`).click();
  await screen.byRole('menuitem', 'Delete').click();
};
/** Deletes what the previous test left. At the end of that test, an open page could still request it. */
const clear = async () => {
  for (const { ID } of (await get('/rules')).body.data.rules) await del(`/rule/${ID}`);
};

t.test('the editor warns before a rule has too many steps, and explains why no more can be added', async (t) => {
  await clear();
  const trigger = { event: 'contact.updated' };
  const steps = Array.from({ length: 49 }, () => ({ action: 'set_status', status: 'bounced' }));
  const { ID } = await addRule(site, { name: 'Long', active: false, trigger, steps });
  const screen = await open(t, `/rules/${ID}`);
  await screen.page.getByText('49 of 50 used').waitFor();
  const add = async () => {
    await screen.byRole('button', 'Add step').click();
    await screen.byRole('menuitem', 'Wait').click();
  };
  await add();
  await screen.page.getByText('50 of 50 used').waitFor();
  await add();
  await announced(screen, '50 of 50 used. Remove one to add another.');
  t.equal(await screen.byRole('region', /^Step 5\d: Wait/).count(), 1);
});

t.test('a step that adds points is edited as a number', async (t) => {
  await clear();
  const screen = await open(t, '/rules/new', { width: 360 });
  await screen.byLabel('Name').fill('Points');
  await screen.byRole('button', 'Add step').click();
  await screen.byRole('menuitem', 'Add points').click();
  const step = screen.byRole('region', 'Step 1: Add points');
  await step.getByLabel('Points').fill('-3');
  await axeInBothThemes(t, screen);
  await screen.byRole('button', 'Save').click();
  await until(async () => (await get('/rules')).body.data.rules.length === 1);
  const [rule] = (await get('/rules')).body.data.rules;
  t.match((await ruleOf(rule.ID)).steps, [{ action: 'add_points', points: -3 }]);
});

t.test('an example can be turned into a running rule, and its runs can be watched, opened and cancelled', async (t) => {
  await clear();
  const screen = await open(t, '/rules');
  await screen.page.getByText('No rules yet').waitFor();
  screen.faults.expect(/status of 400/);
  await screen.byRole('link', 'New rule').click();
  await screen.page.locator('[autofocus]:focus').waitFor();
  await screen.byRole('button', 'Save').click();
  await screen.page.getByText('Add at least one step.').waitFor();
  t.equal(await screen.byLabel('Name').getAttribute('aria-invalid'), 'true');
  await screen.page.goBack();
  await screen.byRole('link', 'Welcome').click();
  await screen.byLabel('Which list').click();
  await screen.byLabel('Which list').fill('news');
  await screen.page.keyboard.press('Enter');
  await screen.byRole('button', 'Save').click();
  const first = screen.byRole('region', 'Step 1: Add tags');
  await first.getByText('This cannot be empty.').waitFor();
  t.equal(await first.getByLabel('Tags').getAttribute('aria-invalid'), 'true', 'an error is at its step');
  t.ok(
    await first
      .getByLabel('Tags')
      .evaluate(
        (box: unknown) => box === (globalThis as { document?: { activeElement: unknown } }).document?.activeElement,
      ),
    'which has the focus',
  );
  await first.getByLabel('Tags').fill('welcomed');
  await screen.page.keyboard.press('Enter');
  await first.getByRole('button', { name: 'Remove welcomed' }).waitFor();
  await screen.byRole('region', 'Step 3: Add tags').getByLabel('Tags').fill('guest');
  await screen.page.keyboard.press('Enter');
  await screen.byRole('button', 'Save and turn on').click();
  const ask = screen.byRole('dialog', 'Turn on Welcome?');
  await ask.getByText('In the last 7 days it would have run for 0 contacts.').waitFor();
  await ask.getByText('Existing contacts are not affected').waitFor();
  t.match((await get('/rules')).body.data.rules, [{ name: 'Welcome', active: false }], 'it is on after a confirmation');
  t.same(await axe(screen), []);
  await ask.getByRole('button', { name: 'Turn on' }).click();
  await screen.byRole('heading', 'Welcome').waitFor();
  await screen.byRole('switch', 'Turn Welcome off').waitFor();

  const email = 'ada@example.com';
  const id = await addContact(site, { email, status: 'subscribed', lists: [news] });
  const { rules } = (await get('/rules')).body.data;
  t.match(rules, [
    { name: 'Welcome', trigger: { event: 'list.added', list: news }, conditions: { status: ['subscribed'] } },
  ]);
  await untilRuns(site, rules[0].ID, 'waiting');
  t.equal(JSON.parse((await recordOf(site, id)).tags).length, 1, 'the tag created in the editor is added');

  await screen.byRole('link', /^Runs/).click();
  await screen.byRole('link', email).waitFor();
  await screen.page.getByText('Next: Add the tags guest').waitFor();
  await screen.byRole('button', `Show the steps of ${email}`).click();
  const dialog = screen.byRole('dialog', /^Run/);
  await dialog.getByText(/^Waits until/).waitFor();
  t.same(await axe(screen), []);
  await dialog.getByRole('button', { name: 'Cancel run' }).click();
  await screen
    .byRole('dialog', /^Cancel/)
    .getByRole('button', { name: 'Cancel run' })
    .click();
  await dialog.getByText('Cancelled', { exact: true }).waitFor();
  await screen.page.keyboard.press('Escape');
  await screen.byRole('button', 'Cancelled 1').click();
  await screen.page.waitForURL(/status=cancelled/);
  await screen.byRole('link', email).click();
  await screen.byRole('region', 'Rules').getByText('Welcome').waitFor();
  t.match(await runsOf(site, rules[0].ID), [{ status: 'cancelled', contact_email: email }]);
});

t.test('steps can be added, moved and removed with the keyboard alone, and the focus follows them', async (t) => {
  await clear();
  const rule = await addRule(site, {
    name: 'By keyboard',
    trigger: { event: 'tag.added', tag: customer },
    steps: [{ action: 'add_lists', lists: [news] }],
    active: false,
  });
  const screen = await openScreen(t, browser, { origin, cookies: boss });
  await keyboardOnly(screen);
  const press = (key: string) => screen.page.keyboard.press(key);
  await screen.goto(`/wp-admin/rules/${rule.ID}`);
  await enter(screen, screen.byRole('button', 'Add step 1'));
  await press('w');
  await press('Enter');
  const wait = screen.byRole('region', 'Step 1: Wait');
  await wait.getByLabel('How long').and(screen.page.locator(':focus')).waitFor();
  await write(screen, wait.getByLabel('How long'), '3');
  await enter(screen, screen.byRole('button', 'Move step 1 down'));
  await screen.byRole('button', 'Move step 2 up').and(screen.page.locator(':focus')).waitFor();
  await press('Enter');
  await screen.byRole('button', 'Move step 1 down').and(screen.page.locator(':focus')).waitFor();
  await tabTo(screen, screen.byRole('button', 'Add step'));
  await press('Enter');
  await press('s');
  await press('Enter');
  await tabTo(screen, screen.byRole('button', 'Actions for step 3'), 'Shift+Tab');
  await press('Enter');
  await press('End');
  await press('Enter');
  await enter(screen, screen.byRole('button', 'Save'));
  await announced(screen, 'Saved rule By keyboard');
  t.match((await ruleOf(rule.ID)).steps, [{ wait: '3 days' }, { action: 'add_lists', lists: [news] }]);
});

t.test('a rule with nested branches is created, saved, reloaded and changed with the keyboard alone', async (t) => {
  await clear();
  const screen = await openScreen(t, browser, { origin, cookies: boss });
  await keyboardOnly(screen);
  const { byRole, byLabel, page } = screen;
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  const isFocused = (what: Locator) => what.and(page.locator(':focus')).waitFor();
  const chooseFromMenu = async (button: string, label: string, key = 'Tab') => {
    await tabTo(screen, byRole('button', button), key);
    await press('Enter');
    const item = byRole('menuitem', label).and(page.locator(':focus'));
    for (let most = 20; most > 0 && !(await item.count()); most--) await press('ArrowDown');
    await press('Enter');
  };
  const addTagCondition = async (tag: string) => {
    await isFocused(page.getByRole('button', { name: 'Add condition' }));
    await press('Enter', 't', 'Enter');
    await page.locator('.filter-row input:focus').waitFor();
    await page.keyboard.type(tag);
    await press('Enter');
  };
  await screen.goto('/wp-admin/rules/new');
  await write(screen, byLabel('Name'), 'Branches');
  await chooseFromMenu('Add step', 'If … else …');
  await addTagCondition('guest');
  await chooseFromMenu('Add to Yes: step 1, Yes, step 1', 'If … else …');
  await addTagCondition('customer');
  await chooseFromMenu('Add to No: step 1, Yes, step 1, No, step 1', 'Set status');
  await chooseFromMenu('Add step', 'Add points');
  await isFocused(byLabel('Points'));
  await page.keyboard.type('7');
  await tabTo(screen, byRole('button', 'Move step 2 up'), 'Shift+Tab');
  await press('Enter');
  await isFocused(byRole('button', 'Move step 1, No, step 1 up'));
  await press('Enter');
  await isFocused(byRole('button', 'Move step 1, Yes, step 2 up'));
  await chooseFromMenu('Actions for step 1, Yes, step 2', 'Duplicate');
  await isFocused(byRole('region', 'Step 1, Yes, step 3: Add points').getByLabel('Points'));
  await chooseFromMenu('Actions for step 1, Yes, step 2', 'Delete', 'Shift+Tab');
  await byRole('region', 'Step 1, Yes, step 3: Add points').waitFor({ state: 'detached' });
  await enter(screen, byRole('button', 'Undo'));
  await isFocused(byRole('button', 'Actions for step 1, Yes, step 2'));
  await byRole('region', 'Step 1, Yes, step 3: Add points').waitFor();
  await axeInBothThemes(t, screen);
  await enter(screen, byRole('button', 'Save'));
  await announced(screen, 'Saved rule Branches');
  const [{ ID }] = (await get('/rules')).body.data.rules;
  const points = { action: 'add_points', points: 7 };
  const inner = { if: { tag: [customer] }, then: [], else: [{ action: 'set_status' }] };
  t.match((await ruleOf(ID)).steps, [{ if: { tag: [guest] }, then: [inner, points, points], else: [] }]);

  await page.reload();
  await byRole('group', 'Step 1, Yes, step 1, No: All others').waitFor();
  await chooseFromMenu('Actions for step 1, Yes, step 3', 'Move below the branch');
  await isFocused(byRole('button', 'Actions for step 2'));
  await enter(screen, byRole('button', 'Save'));
  await announced(screen, 'Saved rule Branches');
  const { steps } = await ruleOf(ID);
  t.match(steps, [{ id: 1, then: [{ id: 2 }, points] }, points]);
  t.equal(steps[0].then.length, 2);
});

t.test('on a phone, an error of a step in a branch is shown beside it and scrolled into view', async (t) => {
  await clear();
  const branch = (more: object = {}) => ({
    if: { country: ['DE'] },
    then: [{ action: 'set_status' }],
    else: [],
    ...more,
  });
  const steps = [...Array.from({ length: 6 }, () => branch()), branch({ then: [branch()] }), branch()];
  const rule = await addRule(site, { name: 'Wrong', trigger: { event: 'tag.added' }, steps, active: false });
  const screen = await open(t, `/rules/${rule.ID}`, { width: 360 });
  screen.faults.expect(/status of 422/);
  const { byRole, page } = screen;
  await byRole('button', 'Actions for step 7, Yes, step 1, Yes, step 1').click();
  await byRole('menuitem', 'Delete').click();
  await byRole('button', 'Save').click();
  const error = byRole('region', 'Step 7, Yes, step 1: If … else …').getByText('A branch: add at least one step.');
  await error.waitFor();
  await until(() => isInView(error));
  await byRole('button', 'Add to Yes: step 7, Yes, step 1, Yes, step 1').click();
  await byRole('menuitem', 'Wait').click();
  await byRole('button', 'Save').click();
  await announced(screen, 'Saved rule Wrong');
  await removeStep(screen, 8);
  await byRole('button', 'Save').click();
  const wait = byRole('region', 'Step 7, Yes, step 1, Yes, step 1: Wait');
  await wait.getByText('Wait: add another step after it.').waitFor();
  await page.locator('[aria-invalid]:focus').waitFor();
});

t.test('entry, goal and a wait for a date are saved as shown', async (t) => {
  await clear();
  const screen = await open(t, '/rules/new', { width: 768 });
  const { byRole, byLabel } = screen;
  await byLabel('Name').fill('All parts');
  await byLabel('A contact can enter').selectOption('Again after some time');
  await byLabel('Time since the last entry').fill('10');
  await byLabel('The goal is reached when').selectOption('An event happens');
  await byRole('region', 'Goal').getByLabel('Event').selectOption('A tag is removed from a contact');
  await byRole('button', 'Add step').click();
  await byRole('menuitem', 'Wait until …').click();
  const wait = byRole('region', 'Step 1: Wait until …');
  await wait.getByLabel('Wait until').selectOption('A date of the contact');
  await wait.getByLabel('When').selectOption('Before the day');
  await byRole('button', 'Add step').click();
  await byRole('menuitem', 'Set status').click();
  await axeInBothThemes(t, screen);
  await byRole('button', 'Save').click();
  await announced(screen, 'Saved rule All parts');
  const [{ ID }] = (await get('/rules')).body.data.rules;
  t.match(await ruleOf(ID), {
    entry: { after: '10 days' },
    goal: { event: 'tag.removed' },
    steps: [
      { wait_until: { field: 'creation_date', before: '3 days', at_most: '365 days' } },
      { action: 'set_status' },
    ],
  });
  const shown = await open(t, `/rules/${ID}`, { cookies: viewer });
  for (const words of [
    'Again 10 days after the last entry',
    'A tag is removed from a contact',
    'Wait until 3 days before Date added, at most 365 days',
  ]) {
    await shown.page.getByText(words).waitFor();
  }
});

t.test('each step shows its counts and their contacts, and a dry run marks the branch taken', async (t) => {
  await clear();
  const steps = [
    { if: { country: ['DE'] }, then: [{ wait: '1 day' }, { action: 'add_tags', tags: [guest] }], else: [] },
    { action: 'add_points', points: 1 },
  ];
  const rule = await addRule(site, { name: 'Counted', trigger: { event: 'tag.added', tag: customer }, steps });
  const email = 'counted@example.com';
  const id = await addContact(site, { email, country: 'DE', tags: [customer] });
  await addContact(site, { email: 'other@example.com', country: 'FR', tags: [customer] });
  await untilRuns(site, rule.ID, 'waiting');
  await untilRuns(site, rule.ID, 'done');
  const screen = await open(t, `/rules/${rule.ID}?part=try&contact=${id}`);
  const tried = screen.byRole('region', 'Try on a contact');
  await tried.getByRole('group', { name: 'Step 1, Yes: Country: Germany' }).getByText('Takes this branch').waitFor();
  const passed = tried.getByRole('group', { name: 'Step 1, No: All others' });
  t.equal(await passed.getByText('Takes this branch').count(), 0);
  await screen.byRole('region', 'Entry').getByRole('link', { name: '2 entered' }).waitFor();
  const branch = screen.byRole('region', 'Step 1: If … else …');
  await branch.getByRole('link', { name: '2 entered' }).waitFor();
  await branch.getByRole('link', { name: '2 continued' }).waitFor();
  await axeInBothThemes(t, screen);
  await screen.byRole('region', 'Step 1, Yes, step 1: Wait').getByRole('link', { name: '1 waiting' }).click();
  await screen.page.getByText('Waiting at step 1, Yes, step 1: Wait 1 day').waitFor();
  await screen.byRole('link', email).waitFor();
  t.equal(await screen.byRole('link', 'other@example.com').count(), 0);
  await screen.byRole('link', 'Show all runs').click();
  await screen.byRole('link', 'other@example.com').waitFor();
});

t.test('unsaved changes stay while other tabs are open, and the editor asks before they are lost', async (t) => {
  await clear();
  const steps = [{ action: 'add_tags', tags: [guest] }];
  const rule = await addRule(site, { name: 'Unsaved', trigger: { event: 'contact.created' }, steps, active: false });
  const screen = await open(t, '/rules');
  await screen.byRole('link', 'Unsaved').click();
  await screen.byLabel('Name').fill('Changed');
  await screen.byRole('link', /^Runs/).click();
  await screen.page.getByText('No runs yet').waitFor();
  await screen.byRole('link', 'Rule').click();
  t.equal(await screen.byLabel('Name').inputValue(), 'Changed');
  const ask = screen.byRole('dialog', 'Leave without saving?');
  await screen.byRole('link', 'Webhooks').click();
  await ask.getByRole('button', { name: 'Cancel' }).click();
  await screen.page.evaluate('document.activeElement?.blur()');
  await screen.page.keyboard.press('g');
  await screen.page.keyboard.press('w');
  await ask.getByRole('button', { name: 'Cancel' }).click();
  await screen.page.keyboard.press('ControlOrMeta+k');
  await screen.byRole('dialog', 'Find').locator('input:focus').waitFor();
  await screen.page.keyboard.type('webhooks');
  await screen.page.keyboard.press('Enter');
  await ask.getByRole('button', { name: 'Cancel' }).click();
  await screen.page.goBack();
  await screen.page.getByText('No runs yet').waitFor();
  await screen.page.goBack();
  await screen.byLabel('Name').waitFor();
  await screen.page.goBack();
  await screen.page.waitForURL(/rules\/\d+$/);
  await ask.getByRole('button', { name: 'Cancel' }).click();
  t.equal(await screen.byLabel('Name').inputValue(), 'Changed');
  await screen.byRole('button', 'Add step').click();
  await screen.byRole('menuitem', 'Send a webhook').click();
  await screen.byLabel('URL').fill('https://hooks.example/rules');
  await screen.byRole('button', 'Save').click();
  t.match(await screen.byLabel('Secret').inputValue(), /^whsec_/, 'the secret of a new webhook is shown');
  await screen.byLabel('I have saved it').check();
  await screen.byRole('button', 'Done').click();
  t.match(await ruleOf(rule.ID), {
    name: 'Changed',
    steps: [{ tags: [guest] }, { url: 'https://hooks.example/rules' }],
  });
  await screen.byLabel('Name').fill('Given up');
  await screen.byRole('link', 'Webhooks').click();
  await ask.getByRole('button', { name: 'Leave' }).click();
  await screen.byRole('heading', 'Webhooks').waitFor();
});

t.test('if two users edit the same rule, the second user is asked only about conflicting changes', async (t) => {
  await clear();
  const steps = [{ action: 'add_tags', tags: [guest] }];
  const rule = await addRule(site, { name: 'Shared', trigger: { event: 'contact.created' }, steps, active: false });
  const [first, second] = [await open(t, `/rules/${rule.ID}`), await open(t, `/rules/${rule.ID}`)];
  await second.byLabel('Name').fill('Mine');
  await second.byRole('button', 'Add step').click();
  await second.byRole('menuitem', 'Set status').click();
  await first.byLabel('Name').fill('Theirs');
  await first.byRole('button', 'Save').click();
  await announced(first, 'Saved rule Theirs');
  await post(`/rule/update/${rule.ID}`, { conditions: { country: ['DE'] } });
  await first.byLabel('Name').fill('Theirs again');
  await first.byRole('button', 'Save').click();
  await announced(first, 'Saved rule Theirs again');

  second.faults.expect(/status of 409 /);
  await second.byRole('button', 'Save').click();
  const which = second.byRole('dialog', 'Choose which changes to keep');
  await which.getByText(/ changed this just now/).waitFor();
  await which.getByRole('radio', { name: 'Theirs Theirs again' }).waitFor();
  t.equal(await which.getByRole('group').count(), 1);
  await which.getByRole('button', { name: 'Save' }).click();
  await announced(second, 'Saved rule Mine');
  await second.byRole('heading', 'Mine').waitFor();
  t.match(await ruleOf(rule.ID), {
    name: 'Mine',
    conditions: { country: ['DE'] },
    steps: [{ tags: [guest] }, { status: 'subscribed' }],
  });

  await removeStep(second, 2);
  await post(`/rule/update/${rule.ID}`, { steps: [{ wait: '2 hours' }, ...steps] });
  await second.byRole('button', 'Save').click();
  await which.getByText('Step 1: Wait 2 hours').waitFor();
  await which.getByRole('radio', { name: /^Theirs/ }).check();
  await which.getByRole('button', { name: 'Save' }).click();
  await second.byLabel('How long').waitFor();
  t.match(await ruleOf(rule.ID), { steps: [{ wait: '2 hours' }, { tags: [guest] }] });
});

t.test('a rule can be tried on a contact, turned on, and deleted together with its waiting runs', async (t) => {
  await clear();
  const trigger = { event: 'tag.added', tag: guest };
  const steps = [{ wait: '1 day' }, { action: 'add_lists', lists: [news] }];
  const rule = await addRule(site, { name: 'Later', trigger, conditions: { country: ['DE'] }, steps, active: false });
  const id = await addContact(site, { email: 'bea@example.com', f_name: 'Bea', country: 'AT' });
  const screen = await open(t, '/rules');
  await screen.byRole('button', 'Actions for Later').click();
  await screen.byRole('menuitem', 'Try on a contact').click();
  await screen.byLabel('Contact').and(screen.page.locator(':focus')).waitFor();
  await screen.byLabel('Contact').pressSequentially('bea');
  await screen.byRole('option', /^bea@example\.com/).click();
  await screen.page.getByText('It would not run now: conditions not met: country.').waitFor();
  await post(`/contact/update/${id}`, { country: 'DE' });
  await screen.page.reload();
  await screen.page.getByText('It would run for this contact now.').waitFor();
  // The email address replaces the id once the contact is loaded.
  await until(async () => (await screen.byLabel('Contact').inputValue()) === 'bea@example.com');
  t.same(await runsOf(site, rule.ID), []);
  await removeStep(screen, 1);
  await screen.page.getByText('The rule has changed since then.').waitFor();
  await screen.byRole('button', 'Try again').click();
  await screen.page.getByText('It would run for this contact now.').waitFor();
  t.same(
    await screen.page.locator('.rule-said b').allTextContents(),
    ['Add to the lists Newsletter'],
    'as it is typed, before it is saved',
  );
  await screen.byRole('button', 'Discard').click();

  await screen.byRole('navigation', 'Main').getByRole('link', { name: 'Rules' }).click();
  await post(`/contact/tag-assign/${id}`, { tags: [guest] });
  await post(`/contact/tag-unassign/${id}`, { tagId: [guest] });
  await screen.byRole('switch', 'Turn Later on').click();
  const ask = screen.byRole('dialog', 'Turn on Later?');
  await ask.getByText('it would have run for 1 contact.').waitFor();
  await ask.getByRole('button', { name: 'Cancel' }).click();
  t.equal((await ruleOf(rule.ID)).active, false);
  await screen.byRole('switch', 'Turn Later on').click();
  await ask.getByRole('button', { name: 'Turn on' }).click();
  await announced(screen, 'Turned on Later');
  await screen.byRole('switch', 'Turn Later off').waitFor();
  await post(`/contact/tag-assign/${id}`, { tags: [guest] });
  await untilRuns(site, rule.ID, 'waiting');
  await screen.page.reload();
  await screen.byRole('link', '1 waiting').waitFor();
  await screen.byRole('button', 'Actions for Later').click();
  await screen.byRole('menuitem', 'Delete').click();
  await screen.page.getByText(/1 unfinished run will stop/).waitFor();
  await screen.byRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await announced(screen, 'Deleted rule Later');
  await screen.byRole('button', 'Actions for Later').waitFor({ state: 'detached' });
});

t.test('a new rule can be tried before it is saved, in at most seven clicks, and is off once saved', async (t) => {
  await clear();
  const email = 'tried@example.com';
  await addContact(site, { email });
  const screen = await open(t, '/rules');
  let clicks = 0;
  const click = (what: Locator) => {
    clicks++;
    return what.click();
  };
  await click(screen.byRole('link', 'New rule'));
  await click(screen.byLabel('Name'));
  await screen.page.keyboard.type('In a few clicks');
  await click(screen.byRole('button', 'Add step'));
  await click(screen.byRole('menuitem', 'Add tags'));
  await screen.byLabel('Tags').and(screen.page.locator(':focus')).waitFor();
  await screen.page.keyboard.type('guest');
  await screen.page.keyboard.press('Enter');
  await screen.byRole('button', 'Remove guest').waitFor();
  await click(screen.byLabel('Contact'));
  await screen.page.keyboard.type('tried');
  await click(screen.byRole('option', /^tried@example\.com/));
  await screen.page.getByText('It would run for this contact now.').waitFor();
  await screen.page.getByText('Would do it: Tag added').waitFor();
  t.same((await get('/rules')).body.data.rules, [], 'nothing was saved for it');
  t.same(await axe(screen), []);
  await click(screen.byRole('button', 'Save'));
  await announced(screen, 'Saved rule In a few clicks');
  await screen.byRole('switch', 'Turn In a few clicks on').waitFor();
  t.match((await get('/rules')).body.data.rules, [{ name: 'In a few clicks', active: false }]);
  t.ok(clicks <= 7, `${clicks} clicks`);
});

t.test('trying an incomplete rule shows that it is incomplete', async (t) => {
  await clear();
  await addContact(site, { email: 'incomplete@example.com' });
  const screen = await open(t, '/rules/new');
  screen.faults.expect(/status of 4\d\d/);
  await screen.byLabel('Contact').click();
  await screen.byLabel('Contact').pressSequentially('incomplete');
  await screen.byRole('option', /^incomplete@example\.com/).click();
  const trial = screen.byRole('region', 'Try on a contact');
  await trial.getByText('Add at least one step.').waitFor();
  await screen.byRole('button', 'Add step').click();
  await screen.byRole('menuitem', 'Add tags').click();
  await trial.getByRole('button', { name: 'Try again' }).click();
  await trial.getByText('Step 1: This cannot be empty.').waitFor();
});

t.test(
  "on a touch screen, a rule's error is scrolled into view, and the rule can be corrected, tried, saved and turned on",
  async (t) => {
    const email = 'touched@example.com';
    await addContact(site, { email });
    const screen = await open(t, '/rules/new', { cookies: boss, width: 390 });
    screen.faults.expect(/status of 422/);
    await screen.byLabel('Name').fill('By touch');
    await screen.byRole('button', 'Add step').tap();
    await screen.byRole('menuitem', 'Send a webhook').tap();
    await screen.byLabel('URL').fill('http://192.168.1.1/');
    await screen.byRole('button', 'Save').tap();
    await screen.page.getByText('URL cannot point to a private address.').waitFor();
    await screen.byLabel('URL').fill('https://hooks.example/touch');
    const refuse = await breakAnswers(screen, '**/automations/rule/add', 'There can be at most 1000 rules.');
    await screen.byRole('button', 'Save').tap();
    const refused = screen.byRole('alert').filter({ hasText: 'at most 1000 rules' });
    await refused.waitFor();
    t.ok(await isInView(refused), 'errors of the whole rule are next to the button');
    await refuse();
    await screen.byLabel('Contact').tap();
    await screen.byLabel('Contact').pressSequentially('touched');
    await screen.byRole('option', /^touched@example\.com/).tap();
    await screen.page.getByText('It would run for this contact now.').waitFor();
    await screen.byRole('button', 'Save and turn on').tap();
    await screen.byLabel('I have saved it').tap();
    await screen.byRole('button', 'Done').tap();
    const ask = screen.byRole('dialog', 'Turn on By touch?');
    await ask.getByText('In the last 7 days it would have run for').waitFor();
    await ask.getByRole('button', { name: 'Turn on' }).tap();
    await screen.byRole('switch', 'Turn By touch off').waitFor();
    t.match((await get('/rules')).body.data.rules, [{ name: 'By touch', active: true }]);
  },
);

t.test('a viewer sees rules as text, and a screen that fails to load shows why and can be retried', async (t) => {
  await clear();
  const steps = [{ action: 'set_status', status: 'bounced' }, { wait: '1 hour' }, { action: 'delete' }];
  const rule = await addRule(site, { name: 'Looked at', trigger: { event: 'contact.updated' }, steps, active: false });
  const screen = await open(t, `/rules/${rule.ID}`, { cookies: viewer });
  for (const words of ['A contact is changed', 'Set the status to bounced', 'Wait 1 hour', 'Delete the contact']) {
    await screen.page.getByText(words).waitFor();
  }
  for (const role of ['switch', 'textbox', 'combobox'] as const) t.equal(await screen.byRole(role).count(), 0, role);
  await screen.goto('/wp-admin/rules');
  await screen.byRole('link', 'Looked at').waitFor();
  t.equal(await screen.byRole('link', 'New rule').count(), 0);
  await screen.byRole('button', 'Actions for Looked at').click();
  t.same(await screen.byRole('menuitem').allTextContents(), ['Open', 'Runs']);

  const broken = await open(t, '/rules/999999999');
  broken.faults.expect(/status of 404/);
  await broken.page.getByText('There is no such rule.').waitFor();
  const mend = await breakAnswers(broken, '**/automations/rules*', 'The database rests.');
  await broken.byRole('navigation', 'Main').getByRole('link', { name: 'Rules' }).click();
  await broken.page.getByText('The database rests.').waitFor();
  await mend();
  await broken.byRole('button', 'Try again').click();
  await broken.byRole('link', 'Looked at').waitFor();
});

t.test('every screen of rules meets the guarantees for all screens', async (t) => {
  await clear();
  const trigger = { event: 'link.clicked', link: 'https://go.example/offer' };
  const steps = [
    { action: 'add_tags', tags: [customer, guest] },
    { wait: '2 weeks' },
    { action: 'webhook', url: `https://hooks.example/${'long-'.repeat(30)}` },
  ];
  const id = await addContact(site, { email: 'parts@example.com' });
  const rule = await addRule(site, { name: 'Parts', trigger, conditions: { tag_not: [guest] }, steps, active: false });
  const branches = (depth: number): object[] => [
    depth === 0 ? { wait: '2 days' } : { if: { country: ['DE'], tag: [guest] }, then: branches(depth - 1), else: [] },
    { action: 'add_tags', tags: [customer, guest] },
  ];
  const goal = { status: ['unsubscribed'] };
  const nested = await addRule(site, { name: 'Nested', trigger, goal, steps: branches(5), active: false });
  const place = (name: string, path: string): Place => ({
    name,
    path: `/wp-admin${path}`,
    isOpen: false,
    isInNav: false,
  });
  await tryScreens(t, { browser, origin, cookies: boss }, [
    place('no rules', '/rules'),
    place('a new rule', '/rules/new?example=winBack'),
    place('the runs', `/rules/${rule.ID}?part=runs`),
    place('the dry run', `/rules/${rule.ID}?part=try&contact=${id}`),
    place('nested branches', `/rules/${nested.ID}?part=try&contact=${id}`),
  ]);
});
