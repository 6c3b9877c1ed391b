/** Users' tasks in the admin application, at a site with contacts. */
import { startAdminExample } from '../fixtures/browser/admin-example.ts';
import { announced, openScreen } from '../fixtures/browser/screen.ts';
import { t } from '../runner/tap.ts';

const { site, visitor } = await startAdminExample(t);
const { browser, origin, cookies } = visitor;
const { get } = site;

t.test('a contact can be added, found, changed from the list, given a note and deleted', async (t) => {
  const screen = await openScreen(t, browser, { origin, cookies });
  screen.faults.expect(/status of 422 /);
  await screen.goto('/wp-admin/contacts');
  await screen.byRole('button', /^Add contact/).click();
  const dialog = screen.byRole('dialog', 'Add contact');
  await dialog.getByLabel('Email').fill('nonsense@');
  await dialog.getByLabel('First name').fill('Dana');
  t.same(
    await dialog.getByLabel('Status').locator('option').allTextContents(),
    ['Unverified', 'Subscribed', 'Unsubscribed'],
    'statuses from email delivery cannot be selected',
  );
  await dialog.getByLabel('Email').fill('dana@example.com');
  await dialog.getByText('Custom fields').click();
  await dialog.getByLabel('Seats').fill('many');
  await dialog.getByRole('button', { name: 'Add contact' }).click();
  await dialog.getByLabel('Seats').and(screen.page.locator('[aria-invalid="true"]')).waitFor();
  await dialog.getByLabel('Seats').fill('12');
  await dialog.getByRole('button', { name: 'Add contact' }).click();
  await announced(screen, 'Added dana@example.com');
  await screen.byRole('searchbox', 'Search contacts').fill('dana');
  await screen.byRole('button', 'Actions for dana@example.com').click();
  await screen.byRole('menuitem', 'Status, tags and lists').click();
  await screen.byLabel('Status').selectOption('subscribed');
  await screen.byRole('button', 'Save').click();
  await announced(screen, 'Saved');
  t.match((await get('/contact?email=dana@example.com')).body.data.contact.contact.db_contact, {
    status: '1',
    source: 'admin',
  });
  t.same(Object.values((await get('/contact?email=dana@example.com')).body.data.contact.fields), ['12']);

  await screen.byRole('link', 'Dana').click();
  await screen.byLabel('Note').fill('Rang on Monday.');
  await screen.byRole('button', 'Add note').click();
  await screen.page.getByText('Rang on Monday.', { exact: true }).waitFor();
  await screen.byLabel('Phone').fill('+49 30 1');
  await screen.byRole('button', 'Save').click();
  await screen.page
    .getByText(/contact_no|Phone.*→/)
    .first()
    .waitFor();
  await screen.byRole('button', 'Actions for dana@example.com').click();
  await screen.byRole('menuitem', 'Delete').click();
  await screen.byRole('button', 'Delete').click();
  await screen.byRole('searchbox', 'Search contacts').waitFor();
  t.equal((await get('/contact?email=dana@example.com')).status, 404);
});

t.test('a tag can be added to many contacts by a job, whose progress is shown', async (t) => {
  const screen = await openScreen(t, browser, { origin, cookies });
  await screen.goto('/wp-admin/contacts');
  await screen.byLabel('Select ada@example.com').check();
  await screen.byLabel('Select bea@example.com').check();
  const bar = screen.byRole('toolbar', 'Selection');
  await bar.getByRole('button', { name: 'Tags' }).click();
  await screen.byLabel('Tags').and(screen.page.locator(':focus')).waitFor();
  await screen.page.keyboard.type('guest');
  await screen.page.keyboard.press('Enter');
  await screen.byRole('button', 'Save').click();
  await announced(screen, 'Updated 2 contacts');
  t.equal((await get('/contacts?tag_all=2')).body.data.contact.total, 2);
});

t.test('contacts selected while a job runs stay selected when it ends', async (t) => {
  const screen = await openScreen(t, browser, { origin, cookies });
  await screen.goto('/wp-admin/contacts');
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await screen.page.route('**/automations/job/*', (route) => held.then(() => route.continue()));
  const bar = screen.byRole('toolbar', 'Selection');
  await screen.byLabel('Select ada@example.com').check();
  await bar.getByRole('button', { name: 'Status' }).click();
  await screen.byRole('dialog').getByRole('button', { name: 'Save' }).click();
  await bar.getByRole('progressbar').waitFor();
  t.equal(await screen.byLabel('Select ada@example.com').isChecked(), false);
  await screen.byLabel('Select bea@example.com').check();
  answer();
  await announced(screen, 'Updated 1 contact');
  await bar.getByText('1 selected').waitFor();
  t.equal(await screen.byLabel('Select bea@example.com').isChecked(), true);
});
