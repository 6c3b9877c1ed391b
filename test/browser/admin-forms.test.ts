/** Forms in the admin application: they are built, published, changed by two users, and deleted. */
import { addTerms, type Body } from '../fixtures/automations.ts';
import { beginAdminSession, openAdminScreen, startAdminSite } from '../fixtures/browser/admin.ts';
import { axeInBothThemes } from '../fixtures/browser/axe.ts';
import { openBrowser } from '../fixtures/browser/chromium.ts';
import { enter, keyboardOnly } from '../fixtures/browser/keyboard.ts';
import { sidewaysPixels } from '../fixtures/browser/layout.ts';
import { announced, openScreen } from '../fixtures/browser/screen.ts';
import { type Test, t } from '../runner/tap.ts';

const site = await startAdminSite(t);
const { origin, post, get, del } = site;
const browser = await openBrowser(t);
const boss = await beginAdminSession(site, 'boss@example.com');
const [news] = (await addTerms(site, 'list', ['News'])) as [number];
await post('/field/add', { field_name: 'Colour', type: 1 });

const open = (t: Test, path: string, { cookies = boss, width = 1440 } = {}) =>
  openAdminScreen(t, browser, { origin, cookies, width, path });
const formsOf = async (): Promise<Body[]> => (await get('/forms')).body.data.forms;
const addForm = async (given: object): Promise<Body> => (await post('/form/add', given)).body.data.form;
/** Deletes what the previous test left. At the end of that test, an open page could still request it. */
const clear = async () => {
  for (const { ID } of await formsOf()) await del(`/form/${ID}`);
};

t.test('a form is built from columns, fields, lists and texts', async (t) => {
  await clear();
  const screen = await open(t, '/forms');
  await screen.page.getByText('No forms yet').waitFor();
  await screen.byRole('link', 'New form').click();
  await screen.byLabel('Name').fill('Spring news');
  const add = async (field: string) => {
    await screen.byRole('button', 'Add a field').click();
    await screen.byRole('menuitem', field).click();
  };
  await add('First name');
  await add('Colour');
  await screen.byLabel('Colour is required').check();
  await screen.byRole('button', 'Move Colour up').click();
  await screen.byLabel('Add to lists').fill('News');
  await screen.page.keyboard.press('Enter');
  await screen.byRole('textbox', 'Consent text').fill('I agree to receive emails.');
  await axeInBothThemes(t, screen);
  await screen.byRole('button', 'Save').click();
  await announced(screen, 'Saved form Spring news');
  await screen.byRole('heading', 'Spring news').waitFor();
  const [form] = await formsOf();
  t.match(form, {
    slug: 'spring-news',
    fields: ['email', Number, 'f_name'],
    required: ['email', Number],
    lists: [news],
    consent_text: 'I agree to receive emails.',
    double_opt_in: true,
  });
  t.equal(await screen.byLabel('URL').inputValue(), `${origin}/forms/spring-news`);
  t.equal(await screen.byLabel('Embed code').inputValue(), form?.embed);
  await screen.byRole('link', 'Submissions (0)').click();
  await screen.page.getByText('No submissions yet').waitFor();
});

t.test('fields are moved and removed with the keyboard alone, and the focus follows them', async (t) => {
  await clear();
  const { ID } = await addForm({ name: 'By keyboard', fields: ['email', 'f_name', 'l_name'] });
  const screen = await openScreen(t, browser, { origin, cookies: boss });
  await keyboardOnly(screen);
  await screen.goto(`/wp-admin/forms/${ID}`);
  await enter(screen, screen.byRole('button', 'Move Email down'));
  await screen.byRole('button', 'Move Email down').and(screen.page.locator(':focus')).waitFor();
  await screen.page.keyboard.press('Enter');
  await screen.byRole('button', 'Move Email up').and(screen.page.locator(':focus')).waitFor();
  await enter(screen, screen.byRole('button', 'Remove First name'));
  await screen.byRole('button', 'Add a field').and(screen.page.locator(':focus')).waitFor();
  await enter(screen, screen.byRole('button', 'Save'));
  await announced(screen, 'Saved form By keyboard');
  t.match(await formsOf(), [{ fields: ['l_name', 'email'] }]);
});

t.test(
  'a taken slug and a wrong URL are explained at their fields, and leaving the form asks about unsaved changes',
  async (t) => {
    await clear();
    await addForm({ name: 'Taken' });
    const { ID } = await addForm({ name: 'Free' });
    const screen = await open(t, `/forms/${ID}`, { width: 360 });
    screen.faults.expect(/status of 4\d\d/);
    await screen.byLabel('Slug').fill('taken');
    await screen.byRole('button', 'Save').click();
    await screen.page.getByText('A form with this slug already exists.').waitFor();
    t.equal(await screen.byLabel('Slug').getAttribute('aria-invalid'), 'true');
    await screen.byLabel('Slug').fill('free');
    await screen.byRole('textbox', 'URL after submitting').fill('ftp://example.com');
    await screen.byRole('button', 'Save').click();
    await screen.page
      .getByText('URL after submitting: enter an http or https URL without a password.', { exact: true })
      .first()
      .waitFor();
    await screen.byRole('link', 'Forms').first().click();
    const ask = screen.byRole('dialog', 'Leave without saving?');
    await ask.getByRole('button', { name: 'Leave' }).click();
    await screen.byRole('link', 'Taken').waitFor();
  },
);

t.test('a form is turned off and deleted, and the dialog shows what is deleted with it', async (t) => {
  await clear();
  await addForm({ name: 'Old form' });
  const screen = await open(t, '/forms');
  await screen.byRole('switch', 'Accept submissions of Old form').click();
  await announced(screen, 'Old form no longer accepts submissions');
  t.match(await formsOf(), [{ active: false }]);
  await screen.byRole('button', 'Actions for Old form').click();
  await screen.byRole('menuitem', 'Delete').click();
  const ask = screen.byRole('dialog', 'Delete the form Old form?');
  await ask.getByText(/^Its page stops working/).waitFor();
  await ask.getByRole('button', { name: 'Delete' }).click();
  await screen.page.getByText('No forms yet').waitFor();
  t.same(await formsOf(), []);
});

t.test('a form is chosen in a rule, and cannot be deleted while the rule names it', async (t) => {
  await clear();
  const { ID } = await addForm({ name: 'Chosen form' });
  await addForm({ name: 'Another form' });
  const screen = await open(t, '/rules/new');
  await screen.byLabel('Name').fill('Thanks');
  await screen.byLabel('Event').selectOption('A contact submits a form');
  await screen.byRole('combobox', 'Which form').fill('Chosen');
  await screen.page.getByRole('option', { name: /^Chosen form/ }).click();
  await screen.byRole('button', 'Add step').click();
  await screen.byRole('menuitem', 'Set status').click();
  await axeInBothThemes(t, screen);
  await screen.byRole('button', 'Save').click();
  await announced(screen, 'Saved rule Thanks');
  const [rule] = (await get('/rules')).body.data.rules;
  t.match(rule.trigger, { event: 'form.submitted', form: ID });
  await screen.goto('/wp-admin/rules');
  await screen.page.getByText('A contact submits the form Chosen form').waitFor();
  screen.faults.expect(/status of 422/);
  await screen.goto('/wp-admin/forms');
  await screen.byRole('button', 'Actions for Chosen form').click();
  await screen.byRole('menuitem', 'Delete').click();
  await screen.byRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await screen.page.getByText(`This form is used by rule ${rule.ID} (Thanks).`).waitFor();
  await del(`/rule/${rule.ID}`);
});

t.test('submissions are filtered by their outcome', async (t) => {
  await clear();
  const { ID, name: form_name } = await addForm({ name: 'Answered' });
  const at = new Date();
  const row = { form_id: ID, form_name, input: '{"lists":[],"tags":[]}', consent_id: 0, language: 'en' as const };
  await site.db
    .insertInto('wp_forms_submissions' as never)
    .values(
      (['waiting', 'refused'] as const).map((outcome, n) => ({
        ...{ ...row, outcome, nonce: Buffer.alloc(12, n), created_at: at, due_at: at },
        ...{ email: `${outcome}@x.example`, email_key: `${outcome}@x.example` },
      })) as never,
    )
    .execute();
  await site.db
    .updateTable('wp_forms_forms' as never)
    .set({ posts: 2 } as never)
    .execute();
  const screen = await open(t, `/forms/${ID}?tab=submissions`, { width: 360 });
  await screen.byRole('link', 'Submissions (2)').click();
  await screen.page.getByText('waiting@x.example').waitFor();
  t.equal(await sidewaysPixels(screen), 0);
  await axeInBothThemes(t, screen);
  await screen.byRole('button', 'Refused').click();
  await screen.page.getByText('waiting@x.example').waitFor({ state: 'detached' });
  t.equal(await screen.page.getByText('refused@x.example').count(), 1);
  await screen.byRole('button', 'Too many').click();
  await screen.page.getByText('No submission has this outcome').waitFor();
});

t.test('viewers see a form without buttons that change it', async (t) => {
  await clear();
  const { ID } = await addForm({ name: 'Seen' });
  const cookies = await beginAdminSession(site, 'viewer@example.com', 'viewer');
  const screen = await open(t, `/forms/${ID}`, { cookies });
  t.ok(await screen.byLabel('Name').isDisabled());
  t.equal(await screen.byRole('button', 'Save').count(), 0);
  await axeInBothThemes(t, screen);
  await screen.goto('/wp-admin/forms/new');
  await screen.page.getByText('Only administrators can open this page').waitFor();
});
