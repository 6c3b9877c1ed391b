/** Guarantees for the screens and cards that plugins describe: their roles, their contents as data, and their limits. */
import { type Role, roles } from '../../../automations-api/host/core/route.ts';
import type { AdminScreen, SettingsCard } from '../../../automations-api/host/extensions.ts';
import { ApiError } from '../../../shared/errors.ts';
import { addAdmin, openAdminBrowser } from '../../fixtures/admins.ts';
import { type Body, startAutomations } from '../../fixtures/automations.ts';
import { type Test, t } from '../../runner/tap.ts';

const service = await startAutomations(t, { SITE_URL: 'http://admin.test', LOGIN_TRIES_PER_MINUTE: '1000' });
const { cards, screens } = service.app.host.registries;
const owner = { plugin: 'loyalty', trusted: true };

async function signIn(role: Role, email = `${role}@example.com`) {
  await addAdmin(service, email, role);
  const browser = openAdminBrowser(service);
  await browser.signIn(email);
  return browser;
}
const people = {
  viewer: await signIn('viewer'),
  editor: await signIn('editor'),
  administrator: await signIn('administrator'),
};
const { editor, administrator } = people;

const addScreen = (t: Test, screen: AdminScreen) => t.teardown(screens.add(screen, owner));
const addCard = (t: Test, card: SettingsCard) => t.teardown(cards.add(card, owner));
const form = { properties: { greeting: { type: 'string', title: 'Greeting', maxLength: 20 } } } as const;
const formCard = {
  form,
  read: async () => ({ greeting: 'Hello' }),
  save: async () => undefined,
  preview: async () => ({ text: 'Hello' }),
};
const columns = { properties: { what: { type: 'string', title: 'What' } } } as const;
const namesOf = (list: Body[]) => list.map(({ name }) => name);

/** The lowest roles for a screen and its card, and the roles that then see each. */
const rights: [screen: Role | undefined, card: Role | undefined, sees: Role[], uses: Role[]][] = [
  [undefined, undefined, ['administrator'], ['administrator']],
  [undefined, 'viewer', ['administrator'], ['administrator']],
  ['viewer', undefined, ['viewer', 'editor', 'administrator'], ['viewer', 'editor', 'administrator']],
  ['viewer', 'editor', ['viewer', 'editor', 'administrator'], ['editor', 'administrator']],
  ['editor', 'administrator', ['editor', 'administrator'], ['administrator']],
];

for (const [screenLeast, cardLeast, sees, uses] of rights) {
  t.test(
    `roles below ${screenLeast} cannot see the screen, and roles below ${cardLeast} cannot use its card`,
    async (t) => {
      addScreen(t, { name: 'loyalty', title: 'Loyalty', ...(screenLeast && { least: screenLeast }) });
      addCard(t, {
        name: 'points',
        title: 'Points',
        screen: 'loyalty',
        ...(cardLeast && { least: cardLeast }),
        ...formCard,
      });
      for (const role of roles) {
        const browser = people[role];
        t.same(
          namesOf((await browser.get('/session')).body.data.screens),
          sees.includes(role) ? ['loyalty'] : [],
          role,
        );
        const listed = await browser.get('/cards?screen=loyalty');
        t.equal(listed.status, sees.includes(role) ? 200 : 403, `${role}: the screen`);
        t.same(namesOf(listed.body.data.cards ?? []), uses.includes(role) ? ['points'] : [], `${role}: its cards`);
        const status = uses.includes(role) ? 200 : 403;
        t.equal((await browser.get('/card?name=points')).status, status, `${role}: the card`);
        t.equal((await browser.post('/card', { name: 'points', values: {} })).status, status, `${role}: saving it`);
        t.equal((await browser.post('/card/preview', { name: 'points' })).status, status, `${role}: previewing it`);
        t.equal(
          (await browser.post('/card/action', { name: 'points', action: 'none' })).status,
          status === 200 ? 404 : 403,
        );
      }
    },
  );
}

t.test("consent settings are cards, and saving a card is validated and audited like the route's request", async (t) => {
  const { cards: shown } = (await administrator.get('/cards?screen=consent')).body.data;
  t.same(namesOf(shown), ['consent-sender', 'consent-lists', 'consent-bounces', 'emails']);
  t.match(shown[0].values, { sender: '', from: service.config.mailFrom });
  t.same((await editor.get('/cards?screen=consent')).body.data.cards, []);
  const before = (await service.get('/audit')).body.data.audit.length;
  const save = (name: string, values: object) => administrator.post('/card', { name, values });
  t.match(await save('consent-sender', { sender: ' The Shop ', from: 'not@to.be' }), { status: 200 });
  t.match(await save('consent-bounces', { soft_bounces: 0 }), { status: 400, body: { message: /soft_bounces/ } });
  t.match(await save('consent-lists', { public_lists: [999] }), { status: 422, body: { message: /has unknown list/ } });
  t.match((await service.get('/consent/settings')).body.data.consent, { sender: 'The Shop', soft_bounces: 3 });
  const { audit } = (await service.get('/audit')).body.data;
  t.equal(audit.length, before + 1);
  t.match(audit[0], { action: 'consent.changed', data: { sender: 'The Shop' }, by: { type: 'user' } });
});

t.test(
  "every cell is sent as text of limited length, and a plugin's row shows only its declared columns",
  async (t) => {
    const what = [
      ['<img src=x onerror=alert(1)>', '<img src=x onerror=alert(1)>'],
      ['x'.repeat(5_000), 'x'.repeat(1_000)],
      ['\ud800', '\ufffd'],
      [{ nested: true }, '[object Object]'],
      [['a', 'b'], 'a, b'],
      [new Date(0), '1970-01-01T00:00:00.000Z'],
      [Number.NaN, 'NaN'],
      [7, 7],
      [false, false],
      [undefined, null],
    ];
    addCard(t, {
      name: 'hostile',
      title: '<b>Hostile</b>',
      columns,
      rows: async () => ({ rows: what.map(([given]) => ({ what: given, secret: 'not shown' })), total: what.length }),
    });
    const { card } = (await administrator.get('/card?name=hostile')).body.data;
    t.equal(card.title, '<b>Hostile</b>');
    t.same(
      card.table.rows.map(({ cells }: Body) => cells),
      what.map(([, shown]) => ({ what: shown })),
    );
  },
);

t.test('a table is sent in pages of 25 rows, however many the plugin returns', async (t) => {
  const asked: object[] = [];
  addCard(t, {
    name: 'many',
    title: 'Many',
    columns,
    rows: async (page) => {
      asked.push(page);
      return { rows: Array.from({ length: 1_000 }, (_, n) => ({ what: page.offset + n })), total: 1_000 };
    },
  });
  const { table } = (await administrator.get('/card?name=many&offset=50')).body.data.card;
  t.equal(table.rows.length, 25);
  t.match(table.rows[0], { id: '50', cells: { what: 50 } });
  t.same(asked, [{ limit: 25, offset: 50 }]);
  t.equal((await administrator.get('/card?name=many&offset=-1')).status, 400);
});

t.test('a failing card reports its error and does not hide other cards', async (t) => {
  const fails = () => Promise.reject(new Error('select * from secrets'));
  addCard(t, { name: 'fails', title: 'Fails', ...formCard, read: fails });
  addCard(t, { name: 'works', title: 'Works', ...formCard });
  const { cards: shown } = (await administrator.get('/cards')).body.data;
  t.same(namesOf(shown), ['fails', 'works']);
  t.match(shown, [
    { form: null, problem: 'The plugin loyalty could not show this. The log says why.' },
    { problem: null },
  ]);
});

t.test("a button's action gets the values of its form, and its failure is reported with the reason", async (t) => {
  const done: object[] = [];
  addCard(t, {
    name: 'acts',
    title: 'Acts',
    least: 'editor',
    ...formCard,
    actions: [
      {
        name: 'send',
        label: 'Send',
        form,
        warning: 'It cannot be taken back.',
        async run(given, by) {
          done.push([given, by.name]);
          return undefined;
        },
      },
      {
        name: 'refuse',
        label: 'Refuse',
        run: () => Promise.reject(new ApiError('too_late', 'It is too late.', { details: { status: 422 } })),
      },
    ],
  });
  const act = (body: object) => editor.post('/card/action', { name: 'acts', ...body });
  t.match(await act({ action: 'send', values: { greeting: 'x'.repeat(21) } }), {
    status: 400,
    body: { message: /greeting/ },
  });
  t.match(await act({ action: 'send', values: { greeting: 'Hi', other: 1 } }), {
    status: 200,
    body: { data: { acted: { message: null } } },
  });
  t.same(done, [[{ values: { greeting: 'Hi' } }, 'editor']]);
  t.equal((await act({ action: 'send', row: '1' })).status, 404, 'a button of the card is none of a row');
  t.equal((await act({ action: 'constructor' })).status, 404);
  t.match(await act({ action: 'refuse' }), { status: 422, body: { message: 'It is too late.' } });
});

t.test('a preview shows unsaved values or a row on a page without scripts, and saves nothing', async (t) => {
  const saved: object[] = [];
  addCard(t, {
    ...{ name: 'previewed', title: 'Previewed', ...formCard },
    save: async (values) => saved.push(values),
    async preview({ values }, by) {
      if (values.greeting === 'no') throw new ApiError('too_short', 'The greeting is too short.');
      return { html: `<h1>${values.greeting}</h1><p>${by.name}</p>` };
    },
  });
  addCard(t, {
    ...{ name: 'rows', title: 'Rows', columns, rows: async () => ({ rows: [{ id: 'one', what: 'One' }], total: 1 }) },
    preview: async ({ row }) => ({ text: `<b>${row}</b>` }),
  });
  addCard(t, { name: 'blank', title: 'Blank', columns, rows: async () => ({ rows: [], total: 0 }) });
  const shown = (await administrator.get('/cards')).body.data.cards;
  t.match(shown, [{ preview: true }, { preview: true }, { preview: false }]);
  const preview = (body: object) => administrator.post('/card/preview', body);
  const pageOf = async (body: object) => {
    const { pathname } = new URL((await preview(body)).body.data.preview.url);
    const page = await fetch(service.site + pathname);
    return { pathname, headers: page.headers, text: await page.text() };
  };
  const page = await pageOf({ name: 'previewed', values: { greeting: 'Hi', other: 1 } });
  t.equal(page.text, '<h1>Hi</h1><p>administrator</p>');
  t.match(
    page.headers.get('content-security-policy'),
    /default-src 'none'.*frame-ancestors 'self'.*sandbox(?!.*scripts)/,
  );
  t.match(page.headers.get('cache-control'), 'no-store');
  const row = await pageOf({ name: 'rows', row: 'one' });
  t.equal(row.text, '<b>one</b>');
  t.match(row.headers.get('content-type'), 'text/plain');
  const refused = await preview({ name: 'previewed', values: { greeting: 'no' } });
  t.match(refused, { status: 422, body: { message: 'The greeting is too short.' } });
  t.equal((await preview({ name: 'previewed', values: { greeting: 'x'.repeat(21) } })).status, 400);
  for (const body of [
    { name: 'previewed', row: 'one' },
    { name: 'rows' },
    { name: 'blank', row: 'one' },
    { name: 'none' },
  ])
    t.equal((await preview(body)).status, 404, JSON.stringify(body));
  t.same(saved, []);
  const { pathname } = await pageOf({ name: 'rows', row: 'one' });
  t.equal((await fetch(`${service.site}${pathname}x`)).status, 404, 'another token');
});

t.test('a preview stops working when its user loses the role or its card is removed', async (t) => {
  const remove = cards.add({ name: 'brief', title: 'Brief', ...formCard }, owner);
  const browser = await signIn('administrator', 'brief@example.com');
  const { pathname } = new URL((await browser.post('/card/preview', { name: 'brief' })).body.data.preview.url);
  const statusOf = async () => (await fetch(service.site + pathname)).status;
  t.equal(await statusOf(), 200);
  const { admins } = (await administrator.get('/admins')).body.data;
  const { ID } = admins.find(({ email }: Body) => email === 'brief@example.com');
  t.equal((await administrator.post(`/admin/update/${ID}`, { role: 'editor' })).status, 200);
  t.equal(await statusOf(), 404);
  t.equal((await administrator.post(`/admin/update/${ID}`, { role: 'administrator' })).status, 200);
  t.equal(await statusOf(), 200);
  remove();
  t.equal(await statusOf(), 404);
});
