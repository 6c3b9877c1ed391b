/**
 * One contact in the admin application: edits by one user and by two users at once, merges, export, erasure and
 * roles.
 */

import { addTerms } from '../fixtures/automations.ts';
import { beginAdminSession, startAdminSite } from '../fixtures/browser/admin.ts';
import { axe } from '../fixtures/browser/axe.ts';
import { openBrowser } from '../fixtures/browser/chromium.ts';
import { wrongWayTexts } from '../fixtures/browser/layout.ts';
import { announced, openScreen, phone, settle } from '../fixtures/browser/screen.ts';
import { t } from '../runner/tap.ts';

const site = await startAdminSite(t);
const { origin, post, get } = site;
const browser = await openBrowser(t);
const [customer] = (await addTerms(site, 'tag', ['customer', 'guest'])) as [number];
const seats = (await post('/field/add', { field_name: 'Seats', type: 2 })).body.data.fields.ID as string;
const cookies = await beginAdminSession(site, 'owner@example.com');
const editor = await beginAdminSession(site, 'mara@example.com', 'editor');
const viewer = await beginAdminSession(site, 'viewer@example.com', 'viewer');

const add = async (given: object) => String((await post('/contact/add', given)).body.data.contact.contact.id);
const read = async (id: string) => (await get(`/contact?id=${id}`)).body.data.contact;
const record = async (id: string) => (await read(id)).contact.db_contact;
t.test('tags and lists are added or created immediately, and errors appear at their field', async (t) => {
  const id = await add({ email: 'ada@example.com', f_name: 'Ada' });
  const screen = await openScreen(t, browser, { origin, cookies: editor });
  await screen.goto(`/wp-admin/contacts/${id}`);
  for (const name of ['cust', 'Loyal']) {
    const tag = name === 'cust' ? 'customer' : name;
    await screen.byLabel('Tags').fill(name);
    if (tag !== name) await screen.byRole('option', tag).waitFor();
    await screen.page.keyboard.press('Enter');
    await screen.byRole('button', `Remove ${tag}`).waitFor();
  }
  await screen.page.getByText('Tag added').nth(1).waitFor();
  t.equal(JSON.parse((await record(id)).tags).length, 2);
  t.ok(
    (await get('/tags')).body.data.tags.some(({ name }: { name: string }) => name === 'Loyal'),
    'made',
  );

  screen.faults.expect(/status of 422 /);
  await screen.byLabel('Seats').fill('many');
  await screen.byLabel('First name').fill('Augusta');
  await screen.byRole('button', 'Save').click();
  await screen.page.getByText(/Seats: enter a number/).waitFor();
  t.equal(await screen.byLabel('Seats').getAttribute('aria-invalid'), 'true');
  await screen.byLabel('Seats').fill('3');
  await screen.byRole('button', 'Save').click();
  await announced(screen, 'Saved');
  t.match(await read(id), { contact: { db_contact: { f_name: 'Augusta' } }, fields: { [seats]: '3' } });
});

t.test("if two users edit the same contact, neither can overwrite the other's unseen changes", async (t) => {
  const id = await add({ email: 'two@example.com', f_name: 'Ada', l_name: 'Byron', contact_no: '1' });
  const [first, second] = [
    await openScreen(t, browser, { origin, cookies }),
    await openScreen(t, browser, { origin, cookies: editor }),
  ];
  for (const screen of [first, second]) await screen.goto(`/wp-admin/contacts/${id}`);
  await second.byLabel('First name').fill('Grace');
  await second.byLabel('Last name').fill('Hopper');

  await first.byLabel('Last name').fill('Lovelace');
  await first.byLabel('Phone').fill('2');
  await first.byRole('button', 'Save').click();
  await announced(first, 'Saved');

  second.faults.expect(/status of 409 /);
  await second.byRole('button', 'Save').click();
  const which = second.byRole('dialog', 'Choose which changes to keep');
  await which.getByText(/^owner changed this just now/).waitFor();
  t.same(await which.getByRole('group').evaluateAll((groups) => groups.map(({ textContent }) => textContent)), [
    'Last nameYoursHopperTheirsLovelace',
  ]);
  t.same(await axe(second), []);
  await which.getByRole('button', { name: 'Cancel' }).click();
  await second.byRole('alert').filter({ hasText: 'Not saved: owner also changed this' }).waitFor();
  t.match(await record(id), { f_name: 'Ada', l_name: 'Lovelace', contact_no: '2' }, 'nothing was saved');
  t.equal(await second.byLabel('Last name').inputValue(), 'Hopper', 'and the typed text is there');
  await second.byRole('button', 'Save').click();
  await which.getByRole('radio', { name: /^Theirs/ }).check();
  await which.getByRole('button', { name: 'Save' }).click();
  await announced(second, 'Saved');
  t.match(await record(id), { f_name: 'Grace', l_name: 'Lovelace', contact_no: '2' }, 'both changes are saved');
  t.equal(await second.byLabel('Phone').inputValue(), '2', "the other user's own changes are shown");

  await first.page.reload();
  await first.byLabel('Phone').fill('3');
  await second.byLabel('State or province').fill('Kent');
  await first.byRole('button', 'Save').click();
  await announced(first, 'Saved');
  const isSaved = second.page.waitForResponse(/contact\/update/);
  await second.byRole('button', 'Save').click();
  t.equal((await isSaved).status(), 200);
  t.match(await record(id), { contact_no: '3', state: 'Kent' }, 'no one is asked about changes without a conflict');
});

t.test(
  "if two users change a segment's filter or name, the second user is asked before overwriting the first change",
  async (t) => {
    const { ID } = (await post('/segment/add', { name: 'Guests', filter: { country: ['DE'] } })).body.data.segment;
    const segment = async () => (await get(`/segment/${ID}`)).body.data.segment;
    const screen = await openScreen(t, browser, { origin, cookies: editor });
    screen.faults.expect(/status of 409 /);
    const which = screen.byRole('dialog', 'Choose which changes to keep');
    await screen.goto(`/wp-admin/contacts?country=AT&saved=${ID}`);
    const save = screen.byRole('button', 'Save changes');
    await save.waitFor();
    await post(`/segment/update/${ID}`, { name: 'Visitors', filter: { country: ['FR'] } });
    await save.click();
    await which.getByText(/API key.* changed this just now/).waitFor();
    await which.getByText('Country: Austria').waitFor();
    await which.getByRole('radio', { name: 'Theirs Country: France' }).check();
    await which.getByRole('button', { name: 'Save' }).click();
    await screen.page.waitForURL(/country=FR/);
    t.match(await segment(), { name: 'Visitors', filter: { country: ['FR'] } });

    await screen.goto('/wp-admin/segments');
    await screen.byRole('button', 'Actions for Visitors').click();
    await screen.byRole('menuitem', 'Rename').click();
    await screen.byLabel('Name').fill('Mine');
    await post(`/segment/update/${ID}`, { name: 'Another', filter: { country: ['ES'] } });
    await screen.byRole('button', 'Save').click();
    await which.getByText('Another').waitFor();
    await which.getByRole('button', { name: 'Save' }).click();
    await announced(screen, 'Saved segment Mine');
    t.match(await segment(), { name: 'Mine', filter: { country: ['ES'] } });
  },
);

t.test(
  'Hebrew and Arabic names of contacts, tags, lists, fields, rules and segments are shown from right to left',
  async (t) => {
    const [tag] = (await addTerms(site, 'tag', ['عميل'])) as [number];
    const [list] = (await addTerms(site, 'list', ['רשימה'])) as [number];
    const field = (await post('/field/add', { field_name: 'מושבים', type: 1 })).body.data.fields.ID as string;
    const fields = { [field]: 'שלושה' };
    const id = await add({
      email: 'rtl@example.com',
      f_name: 'נועה',
      l_name: 'לוי',
      tags: [tag],
      lists: [list],
      fields,
    });
    await post(`/contact/${id}/note`, { note: 'התקשרה ביום שני.' });
    await post('/segment/add', { name: 'قطاع', filter: { tag: [tag] } });
    const steps = [{ action: 'add_lists', lists: [list] }];
    const rule = { name: 'קבלת פנים', trigger: { event: 'tag.added', tag }, steps, active: false };
    const ruleId = (await post('/rule/add', rule)).body.data.rule.ID as number;
    const screen = await openScreen(t, browser, { origin, cookies });
    for (const path of [
      'contacts',
      `contacts/${id}`,
      'tags',
      'lists',
      'fields',
      'segments',
      'rules',
      `rules/${ruleId}`,
      '',
    ]) {
      await screen.goto(`/wp-admin/${path}`);
      await screen.byRole('heading').first().waitFor();
      await settle(screen);
      t.same(await wrongWayTexts(screen), [], path);
    }
    await site.del(`/rule/${ruleId}`);
  },
);

t.test(
  'an unsubscribed contact is subscribed again only after its name is typed, even from the list and by keyboard',
  async (t) => {
    const id = await add({ email: 'left@example.com', status: 'unsubscribed' });
    const screen = await openScreen(t, browser, { origin, cookies });
    await screen.goto('/wp-admin/contacts?search=left@');
    await screen.byRole('button', 'Status of left@example.com: Unsubscribed').press('Enter');
    await screen.byRole('menuitemcheckbox', 'Subscribed').press('Enter');
    const dialog = screen.byRole('dialog', 'Subscribe left@example.com again?');
    const subscribe = dialog.getByRole('button', { name: 'Subscribe again' });
    t.equal(await subscribe.isDisabled(), true);
    t.equal((await record(id)).status, '3');
    await dialog.getByRole('textbox').fill('left@example.com');
    await subscribe.click();
    await screen.byRole('button', 'Status of left@example.com: Subscribed').waitFor();
    await screen.byRole('button', 'Status of left@example.com: Subscribed').click();
    await screen.byRole('menuitemcheckbox', 'Bounced').click();
    await screen.byRole('button', 'Undo').click();
    await screen.byRole('button', 'Status of left@example.com: Subscribed').waitFor();
    t.equal((await record(id)).status, '1');

    await screen.page.keyboard.press('Escape');
    await screen.page.locator('body').press('j');
    await screen.byRole('button', 'Edit tags of left@example.com').press('Enter');
    await screen.page.keyboard.type('cust');
    await screen.byRole('option', 'customer').waitFor();
    const isPutOn = screen.page.waitForResponse(/tag-assign/);
    await screen.page.keyboard.press('Enter');
    await screen.byRole('button', 'Remove customer').waitFor();
    await screen.page.keyboard.press('Escape');
    await screen.byRole('link', 'customer').waitFor();
    await isPutOn;
    t.same(JSON.parse((await record(id)).tags), [customer]);
  },
);

t.test('a note can be edited and deleted in the timeline', async (t) => {
  const id = await add({ email: 'noted@example.com' });
  await post(`/contact/${id}/note`, { note: 'Rang on Monday.' });
  const screen = await openScreen(t, browser, { origin, cookies });
  await screen.goto(`/wp-admin/contacts/${id}`);
  await screen.byRole('button', 'Edit note').click();
  await screen.byLabel('Note text').fill('Rang on Tuesday.');
  await screen.byRole('dialog').getByRole('button', { name: 'Save' }).click();
  await screen.page.getByText('Rang on Tuesday.', { exact: true }).waitFor();
  await screen.byRole('button', 'Delete note').click();
  await screen.byRole('button', 'Delete').click();
  await screen.page.getByText('This note was deleted.').waitFor();
});

t.test('duplicates can be compared side by side, and a merge keeps the chosen values', async (t) => {
  const keep = await add({ email: 'sam@example.com', f_name: 'Sam', country: 'DE', fields: { [seats]: '1' } });
  const other = await add({ email: 'sam+x@example.com', f_name: 'Samuel', status: 'unsubscribed', tags: [customer] });
  await post(`/contact/update/${other}`, { fields: { [seats]: '2' } });
  const screen = await openScreen(t, browser, { origin, cookies: editor });
  await screen.goto('/wp-admin/contacts/duplicates');
  await screen.byRole('link', 'Review sam+x@example.com').click();
  const dialog = screen.byRole('dialog', 'Merge with sam@example.com');
  await dialog.getByRole('radio', { name: 'First name: Samuel' }).check();
  await dialog.getByRole('radio', { name: 'Seats: 2' }).check();
  await dialog.getByText('Unsubscribed').waitFor();
  await dialog.getByRole('button', { name: 'Merge' }).click();
  await announced(screen, 'Merged sam+x@example.com');
  t.match(await read(keep), {
    contact: { db_contact: { f_name: 'Samuel', country: 'DE', status: '3', tags: `[${customer}]` } },
    fields: { [seats]: '2' },
  });
  t.equal((await get(`/contact?id=${other}`)).status, 404);
  await screen.goto('/wp-admin/contacts/duplicates');
  await screen.page.getByText('No two contacts share a mailbox').waitFor();
});

t.test('after a merge, or a skipped pair, the next pair of duplicates opens', async (t) => {
  const names = ['tom', 'tom+1', 'tom+2', 'uma', 'uma+1'];
  const ids = [];
  for (const name of names) ids.push(await add({ email: `${name}@example.com` }));
  const screen = await openScreen(t, browser, { origin, cookies: editor });
  await screen.goto('/wp-admin/contacts/duplicates');
  await screen.byRole('link', 'Review tom+1@example.com').click();
  const dialogOf = (email: string) => screen.byRole('dialog', `Merge with ${email}`);
  await dialogOf('tom@example.com').getByRole('link', { name: 'Keep the other contact' }).click();
  await dialogOf('tom+1@example.com').getByRole('button', { name: 'Merge' }).click();
  await announced(screen, 'Merged tom@example.com');
  const second = dialogOf('tom+1@example.com');
  await second.getByText('Merged: tom+2@example.com').waitFor();
  await second.getByRole('link', { name: 'Skip to the next pair' }).click();
  const last = dialogOf('uma@example.com');
  await last.getByText('Merged: uma+1@example.com').waitFor();
  t.equal(await last.getByRole('link', { name: 'Skip to the next pair' }).count(), 0);
  await last.getByRole('button', { name: 'Merge' }).click();
  await announced(screen, 'Merged uma+1@example.com');
  await last.waitFor({ state: 'detached' });
  const found = await Promise.all(ids.map(async (id) => (await get(`/contact?id=${id}`)).status));
  t.same(found, [404, 200, 200, 200, 404]);
  for (const n of [1, 2, 3]) await site.del(`/contact/${ids[n]}`);
});

t.test('Enter selects the first contact found for a merge, even before the search ends', async (t) => {
  const keep = await add({ email: 'kim@example.com', f_name: 'Kim' });
  const other = await add({ email: 'kimberley@example.net', f_name: 'Kimberley' });
  const screen = await openScreen(t, browser, { origin, cookies: editor });
  await screen.goto(`/wp-admin/contacts/${keep}`);
  await screen.byRole('button', 'Actions for kim@example.com').click();
  await screen.byRole('menuitem', /^Merge/).click();
  const dialog = screen.byRole('dialog', 'Merge with kim@example.com');
  const box = dialog.getByRole('searchbox', { name: 'Find the other contact' });
  await box.fill('nobody-of-that-name');
  await box.press('Enter');
  await dialog.getByText('Nothing matches').waitFor();
  await box.fill('kimberley');
  await box.press('Enter');
  await dialog.getByRole('radio', { name: 'First name: Kimberley' }).waitFor();
  await dialog.getByRole('button', { name: 'Merge' }).click();
  await announced(screen, 'Merged kimberley@example.net');
  t.equal((await get(`/contact?id=${other}`)).status, 404);
});

t.test('dialogs about a contact with a long email address fit the page', async (t) => {
  const email = `${'somebody-'.repeat(6)}@${'department-'.repeat(5)}x.example.com`.replaceAll('-', '');
  const id = await add({ email });
  const screen = await openScreen(t, browser, { origin, cookies, width: phone });
  await screen.goto(`/wp-admin/contacts/${id}?merge=with`);
  const dialog = screen.byRole('dialog');
  await dialog.getByRole('heading').waitFor();
  t.equal(await dialog.evaluate((box) => box.scrollWidth - box.clientWidth), 0);
});

t.test('on a touch screen, two contacts can be merged, and the kept contact can be erased', async (t) => {
  const email = 'a.rather.long.name+label@department.example.com';
  const keep = await add({ email, f_name: 'Samantha-Louise', l_name: 'Featherstonehaugh' });
  const other = await add({ email: email.replace('label', 'x'), f_name: 'Sam', l_name: 'F.' });
  const screen = await openScreen(t, browser, { origin, cookies: editor, width: 390 });
  await screen.goto('/wp-admin/contacts/duplicates');
  await screen.byRole('link', /^Review a\.rather/).tap();
  const dialog = screen.byRole('dialog', /^Merge with/);
  const first = dialog.getByRole('radio', { name: 'Last name: Featherstonehaugh' });
  await first.waitFor();
  t.equal(await dialog.evaluate((box) => box.scrollWidth - box.clientWidth), 0);
  const lines = await dialog
    .getByText('Featherstonehaugh', { exact: true })
    .evaluate((words) => words.getClientRects().length);
  t.equal(lines, 1, 'a name is not split');
  const goes = dialog.getByRole('columnheader', { name: /^Merged/ });
  const below = await goes.evaluate((cell) => cell.scrollHeight - cell.clientHeight);
  t.ok(below <= 1, 'a long email does not overlap the row below');
  await dialog.getByRole('radio', { name: 'First name: Sam', exact: true }).tap();
  t.same(await axe(screen), []);
  await dialog.getByRole('button', { name: 'Merge' }).tap();
  await announced(screen, 'Merged');
  t.match(await record(keep), { f_name: 'Sam', l_name: 'Featherstonehaugh' });
  t.equal((await get(`/contact?id=${other}`)).status, 404);
  await screen.byRole('button', `Actions for ${email}`).tap();
  await screen.byRole('menuitem', 'Erase…').tap();
  const ask = screen.byRole('dialog', `Erase ${email}?`);
  await ask.getByRole('textbox').fill(email);
  await ask.getByRole('button', { name: 'Erase' }).tap();
  await announced(screen, `Erased ${email}`);
  t.equal((await get(`/contact?id=${keep}`)).status, 404);
});

t.test('all data about a contact can be downloaded, and is erased only after its email address is typed', async (t) => {
  const id = await add({ email: 'gone@example.com', f_name: 'Gone' });
  const screen = await openScreen(t, browser, { origin, cookies: editor });
  await screen.goto(`/wp-admin/contacts/${id}`);
  for (const [name, file] of [
    ['Export as JSON', `contact-${id}.json`],
    ['Export as a page', `contact-${id}.html`],
  ] as const) {
    const download = screen.page.waitForEvent('download');
    await screen.byRole('button', 'Actions for gone@example.com').click();
    await screen.byRole('menuitem', name).click();
    const got = await download;
    t.equal(got.suggestedFilename(), file);
    const chunks: Buffer[] = [];
    for await (const chunk of await got.createReadStream()) chunks.push(chunk as Buffer);
    t.match(Buffer.concat(chunks).toString(), /gone@example\.com/);
  }
  await screen.byRole('button', 'Actions for gone@example.com').click();
  await screen.byRole('menuitem', 'Erase…').click();
  const dialog = screen.byRole('dialog', 'Erase gone@example.com?');
  await dialog.getByText(/keyed hash/).waitFor();
  await dialog.getByRole('textbox').fill('gone@example.com');
  await dialog.getByRole('button', { name: 'Erase' }).click();
  await announced(screen, 'Erased gone@example.com');
  t.equal((await post('/contact/add', { email: 'gone@example.com' })).status, 422, 'is not added again');
});

t.test('a viewer can read a contact and sees no actions that change it', async (t) => {
  const id = await add({ email: 'seen@example.com', tags: [customer] });
  const screen = await openScreen(t, browser, { origin, cookies: viewer });
  await screen.goto(`/wp-admin/contacts/${id}`);
  await screen.byRole('link', 'customer').waitFor();
  t.equal(await screen.byLabel('First name').isDisabled(), true);
  for (const name of ['Save', 'Add note', 'Actions for seen@example.com', 'Add contact'])
    t.equal(await screen.byRole('button', name).count(), 0, name);
  await screen.goto('/wp-admin/contacts?search=seen');
  await screen.byRole('link', 'seen@example.com').waitFor();
  t.equal(await screen.byRole('button', /^(Status of|Edit tags of)/).count(), 0);
  t.equal(await screen.byRole('checkbox', /^Select /).count(), 0);
});

t.test('a user who saves a contact that another user deleted sees a message about the deletion', async (t) => {
  const id = await add({ email: 'brief@example.com' });
  const screen = await openScreen(t, browser, { origin, cookies });
  screen.faults.expect(/status of 404 /);
  await screen.goto(`/wp-admin/contacts/${id}`);
  await screen.byLabel('First name').fill('Brief');
  await site.del(`/contact/${id}`);
  await screen.byRole('button', 'Save').click();
  await screen.byRole('alert').filter({ hasText: 'There is no such contact.' }).first().waitFor();
  await screen.byRole('navigation', 'Main').getByRole('link', { name: 'Contacts' }).click();
  await screen.byRole('dialog', 'Leave without saving?').getByRole('button', { name: 'Leave' }).click();
  await screen.byRole('searchbox', 'Search contacts').waitFor();
});

t.test('the page of a deleted contact shows that it was deleted', async (t) => {
  const screen = await openScreen(t, browser, { origin, cookies });
  screen.faults.expect(/status of 404 /);
  await screen.goto('/wp-admin/contacts/999999');
  await screen.byRole('alert').filter({ hasText: 'There is no such contact.' }).waitFor();
});
