/** The manual's tutorial plugin in a real service: all its parts work. */
import { addAdmin, openAdminBrowser } from '../../fixtures/admins.ts';
import { addContact, type Body, startAutomations } from '../../fixtures/automations.ts';
import { addRule, untilRuns } from '../../fixtures/rules.ts';
import { installTutorial, readTutorial } from '../../fixtures/tutorial.ts';
import { until } from '../../fixtures/until.ts';
import { t } from '../../runner/tap.ts';

const dayMs = 86_400_000;
const birthdayIn = (days: number) => `1990${new Date(Date.now() + days * dayMs).toISOString().slice(4, 10)}`;

const service = await startAutomations(t, { PLUGINS_DIR: await installTutorial(t) });
const { get, post, del, app } = service;
await addAdmin(service, 'boss@example.com');
const boss = openAdminBrowser(service);
await boss.signIn('boss@example.com');
await addAdmin(service, 'editor@example.com', 'editor');
const editor = openAdminBrowser(service);
await editor.signIn('editor@example.com');
const turn = (way: 'activate' | 'deactivate') =>
  boss.call('POST', `/waypost-admin/v1/plugin/${way}`, { name: 'birthday' });
await post('/field/add', { field_name: 'Birthday', type: 7 });
const add = (email: string, days: number) => addContact(service, { email, fields: { birthday: birthdayIn(days) } });
const [today, soon, later] = [
  await add('today@x.example', 0),
  await add('soon@x.example', 5),
  await add('later@x.example', 100),
];
const within = async (days: number | string) =>
  (await get(`/contacts?criterion[birthday_within]=${days}`)).body.data?.contact.contacts
    .map(({ id }: Body) => Number(id))
    .sort();
const hasKind = async () => (await get('/kinds')).body.data.steps.some(({ name }: Body) => name === 'birthday_greet');

t.test('the tutorial plugin is short enough to read in one sitting', async (t) => {
  t.ok((await readTutorial()).code.split('\n').length < 150);
});

t.test('while the tutorial plugin is not active, none of its parts appears', async (t) => {
  t.notOk(await hasKind());
  t.match(await get('/contacts?criterion[birthday_within]=7'), { status: 422, body: { message: /birthday_within/ } });
  const rule = { name: 'R', trigger: { event: 'birthday.today' }, steps: [{ action: 'birthday_greet' }] };
  t.match(await post('/rule/add', rule), { status: 422, body: { message: /trigger.event must be one of/ } });
});

t.test('once the plugin is active, its parts are listed like built-in ones', async (t) => {
  t.equal((await turn('activate')).status, 200);
  await until(hasKind);
  const { plugins } = (await boss.call('GET', '/waypost-admin/v1/plugins')).body.data;
  t.match(
    plugins.find(({ name }: Body) => name === 'birthday'),
    { jobs: [{ name: 'birthdays', every_seconds: null, at: '06:00' }] },
  );
  const { steps, events, criteria, columns } = (await get('/kinds')).body.data;
  const byName = (all: Body[], name: string) => all.find((one) => one.name === name);
  t.match(byName(steps, 'birthday_greet'), {
    label: 'Note a greeting',
    members: { properties: { greeting: { type: 'string' } } },
  });
  t.match(byName(steps, 'wait'), { bare: true, pauses: true });
  t.match(byName(events, 'birthday.today'), { title: 'Birthday', leaves_nobody: false });
  t.match(byName(columns, 'contact_no'), { label: 'Phone', rare: false });
  t.match(byName(columns, 'birthday_today'), { label: 'Birthday today', rare: false });
  const csv = (await get('/contacts/export?format=csv&columns=email,birthday_today')).text;
  t.match(csv, 'today@x.example,yes\nsoon@x.example,no\n');
  t.match(byName(criteria, 'birthday_within'), { parameters: ['criterion[birthday_within]'], value: { maximum: 365 } });
  t.match(byName(criteria, 'status'), { parameters: ['status'], value: null });
  t.match(await post('/webhook/add', { url: 'https://hooks.example/', events: ['birthday.today'] }), { status: 200 });
});

t.test("the plugin's criterion finds contacts, and refuses an invalid number of days", async (t) => {
  t.same(await within(0), [today]);
  t.same(await within(7), [today, soon]);
  t.same(await within(200), [today, soon, later]);
  t.match(await get('/contacts?criterion[birthday_within]=400'), { status: 422 });
  t.match(await get('/contacts?criterion[birthday_within]=soon'), { status: 422 });
  const segment = await post('/segment/add', { name: 'Soon', filter: { criterion: { birthday_within: 7 } } });
  t.match(segment, { status: 200, body: { data: { segment: { filter: { criterion: { birthday_within: 7 } } } } } });
  t.same((await get(`/contacts?segment=${segment.body.data.segment.ID}`)).body.data.contact.total, 2);
});

t.test("a rule whose step adds the greeting as a note runs if a contact's field has today's date", async (t) => {
  const { ID } = await addRule(service, {
    trigger: { event: 'birthday.today' },
    conditions: { criterion: { birthday_within: 0 } },
    steps: [{ action: 'birthday_greet', greeting: 'Cheers' }, { action: 'birthday_greet' }],
  });
  const dry = (await post(`/rule/dry-run/${ID}`, { contact: today })).body.data.dry_run;
  t.match(dry, { would_run: true, steps: [{ would: 'change', detail: 'Cheers' }, { detail: 'Happy birthday!' }] });
  t.match((await post(`/rule/dry-run/${ID}`, { contact: soon })).body.data.dry_run, { would_run: false });
  t.same((await get(`/contact/${today}/notes`)).body.data.notes, [], 'a dry run notes nothing');
  // The plugin ran its daily job when it started. This makes the job due again.
  await app.host.options.set('plugin.birthday.job.birthdays', { done: 0, claimed: 0 });
  const [run] = await untilRuns(service, ID, 'done');
  t.match(run, { contact_id: today, event: 'birthday.today' });
  t.same((await get(`/contact/${today}/notes`)).body.data.notes.map(({ note }: Body) => note).sort(), [
    'Cheers',
    'Happy birthday!',
  ]);
  t.match(await get(`/contact/${soon}/runs`), { body: { data: { runs: [] } } });
  const timeline = (await get(`/contact/${today}/timeline`)).body.data.timeline;
  t.match(
    timeline.find(({ event }: Body) => event === 'birthday.today'),
    { by: { type: 'plugin', name: 'birthday' } },
  );
});

t.test("the plugin's veto prevents every kind of deletion of a contact, and its reason is reported", async (t) => {
  const refused = {
    status: 422,
    body: { code: 'unprocessable_entity', message: 'Nobody is deleted on their birthday.' },
  };
  t.match(await del(`/contact/${today}`), refused);
  const others = [await add('one@x.example', 50), later];
  const ids = [...others, today];
  const { ID } = (await post('/contacts/action', { action: 'delete', filter: { ids } })).body.data.job;
  const job = await until(
    async () => (await get(`/job/${ID}`)).body.data.job,
    ({ ended_at }: Body) => ended_at !== null,
  );
  t.match(job, { status: 'done', done: 2, failed: 1, error: 'Nobody is deleted on their birthday.' });
  t.equal((await get(`/contact?id=${today}`)).status, 200);
  for (const id of others) t.equal((await get(`/contact?id=${id}`)).status, 404, 'it blocks no other');
  t.equal((await del(`/contact/${soon}`)).status, 200, 'others go');
});

t.test("administrators can read and save the plugin's card, which is checked by its form's schema", async (t) => {
  const cards = async () => (await boss.call('GET', '/waypost-admin/v1/cards')).body.data.cards;
  t.match(await cards(), [{ name: 'birthday', title: 'Birthdays', values: { field: 'birthday' } }]);
  const save = (values: object, by = boss) => by.call('POST', '/waypost-admin/v1/card', { name: 'birthday', values });
  t.match(await save({ field: 'birthday' }), { status: 400, body: { message: /greeting/ } });
  t.match(await save({ field: 'birthday', greeting: 'x'.repeat(201) }), { status: 400 });
  t.match(await save({ field: 'birthday', greeting: 'All the best!' }), { status: 200 });
  t.match(await cards(), [{ values: { greeting: 'All the best!' } }]);
  t.same((await editor.call('GET', '/waypost-admin/v1/cards')).body.data.cards, []);
  t.match(await save({ field: 'x', greeting: 'y' }, editor), { status: 403 });
});

t.test("the plugin's screen is in the session of every user who can see it, and shows its rows", async (t) => {
  const screens = async (by = editor) => (await by.call('GET', '/waypost-admin/v1/session')).body.data.screens;
  const screen = {
    name: 'birthdays',
    title: 'Birthdays soon',
    note: null,
    icon: 'contact',
    menu: 'main',
    after: null,
    key: 'b',
  };
  t.same(await screens(), [screen]);
  const { cards } = (await editor.call('GET', '/waypost-admin/v1/cards?screen=birthdays')).body.data;
  t.match(cards, [{ name: 'birthdays-soon', title: 'Within a week', form: null, problem: null }]);
  t.same(cards[0].table.rows, [{ id: String(today), contact_id: today, cells: { email: 'today@x.example' } }]);
  t.match(cards[0].table, {
    total: 1,
    actions: [{ name: 'greet', label: 'Note the greeting', warning: null, form: null }],
  });
});

t.test("the plugin's form and rows have previews, even of unsaved values", async (t) => {
  const previewOf = async (body: object) => {
    const { status, body: answer } = await boss.call('POST', '/waypost-admin/v1/card/preview', body);
    if (status !== 200) return status;
    const page = await fetch(service.site + new URL(answer.data.preview.url).pathname);
    return page.text();
  };
  const values = { field: 'birthday', greeting: 'Unsaved' };
  t.equal(await previewOf({ name: 'birthday', values }), 'Note: Unsaved');
  t.equal(await previewOf({ name: 'birthday', values: { field: 'birthday' } }), 400, 'a required value is missing');
  t.match(await previewOf({ name: 'birthdays-soon', row: String(today) }), 'All the best!');
});

t.test("a row's button acts on behalf of the user who pressed it, and the action is in the audit log", async (t) => {
  const press = (body: object, by = editor) =>
    by.call('POST', '/waypost-admin/v1/card/action', { name: 'birthdays-soon', ...body });
  t.match(await press({ action: 'greet', row: String(today) }), {
    status: 200,
    body: { data: { acted: { message: 'Noted the greeting' } } },
  });
  const [note] = (await get(`/contact/${today}/notes`)).body.data.notes;
  t.match(note, { note: 'All the best!', by: { type: 'user' } });
  t.match((await get('/audit?action[]=settings.acted')).body.data.audit, [
    { subject: 'birthdays-soon', data: { action: 'greet' } },
  ]);
  t.equal((await press({ action: 'greet' })).status, 404, 'it is no button of the card');
  t.equal((await press({ action: 'nothing', row: '1' })).status, 404);
  await addAdmin(service, 'viewer@example.com', 'viewer');
  const viewer = openAdminBrowser(service);
  await viewer.signIn('viewer@example.com');
  t.match((await viewer.call('GET', '/waypost-admin/v1/session')).body.data.screens, []);
  t.equal((await viewer.call('GET', '/waypost-admin/v1/cards?screen=birthdays')).status, 403);
  t.equal((await viewer.call('GET', '/waypost-admin/v1/card?name=birthdays-soon')).status, 403);
  t.equal((await press({ action: 'greet', row: String(today) }, viewer)).status, 403);
});

t.test('while the plugin is off, runs of a rule that needs it wait, and continue once it is on again', async (t) => {
  const { ID } = await addRule(service, {
    trigger: { event: 'contact.created' },
    steps: [{ action: 'birthday_greet', greeting: 'Welcome' }],
  });
  t.equal((await turn('deactivate')).status, 200);
  await until(async () => !(await hasKind()));
  const id = await addContact(service, { email: 'new@x.example' });
  const [waiting] = await until(
    async () => (await get(`/rule/${ID}/runs`)).body.data.runs,
    ([run]: Body[]) => run?.reason,
  );
  t.match(waiting, { status: 'running', reason: /no active plugin has the step birthday_greet/ });
  t.equal((await turn('activate')).status, 200);
  await until(hasKind);
  await service.db
    .updateTable('automations_rule_runs')
    .set({ due_at: new Date(0) })
    .where('rule_id', '=', ID)
    .execute();
  await untilRuns(service, ID, 'done');
  t.match((await get(`/contact/${id}/notes`)).body.data.notes, [{ note: 'Welcome' }]);
});
