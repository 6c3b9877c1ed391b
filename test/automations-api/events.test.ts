/** Guarantees for custom events: recording, triggers, the timeline, the criterion, merges, erasure and retention. */
import fc from 'fast-check';
import type { Contacts } from '../../automations-api/host/plugin.ts';
import { forgetOld } from '../../automations-api/plugins/automations/retention.ts';
import { addContact, type Body, startAutomations } from '../fixtures/automations.ts';
import { createStores } from '../fixtures/stack.ts';
import { t } from '../runner/tap.ts';

const stores = await createStores(t);
const service = await startAutomations(t, {}, stores);
/** A service without the contact index. */
const bySql = await startAutomations(t, { CONTACTS_INDEX_MEGABYTES: '0' }, stores);
const { post, get, db, site, key } = service;

const record = (given: object) => post('/contact/event', given);
const storedFor = (id: number) =>
  db
    .selectFrom('automations_events')
    .select(['name', 'at', 'data'])
    .where('contact_id', '=', id)
    .orderBy('id')
    .execute();
const add = (email: string) => addContact(service, { email });
const long = 'x'.repeat(4_096 - JSON.stringify({ text: '' }).length);

t.test('an event is stored for a contact named by id or email address, and appears on the timeline', async (t) => {
  const id = await add('timeline@x.example');
  const before = Math.floor(Date.now() / 1_000) * 1_000;
  const { status, body } = await record({ ID: id, name: ' Order.Paid ', data: { total: 129, items: ['a'] } });
  t.equal(status, 200);
  t.match(body.data.event, { ID: Number, name: 'order.paid' });
  const given = {
    email: 'TIMELINE@x.example',
    name: 'a-b_c.1',
    at: '2026-02-03T04:05:06.789+02:00',
    data: { text: long },
  };
  t.equal((await record(given)).body.data.event.at, '2026-02-03 02:05:06');
  const [first, second] = await storedFor(id);
  t.match(first, { name: 'order.paid', data: '{"total":129,"items":["a"]}' });
  t.ok((first?.at.getTime() ?? 0) >= before);
  t.equal(second?.at.toISOString(), '2026-02-03T02:05:06.000Z');
  const { timeline } = (await get(`/contact/${id}/timeline?event=custom`)).body.data;
  t.match(timeline[1], {
    event: 'custom',
    data: { name: 'order.paid', data: { total: 129 }, event_id: body.data.event.ID },
  });
});

/** Parameters in addition to the name, and the error code for each. */
const faults: [given: object, status: number, code: string][] = [
  [{ name: 'x' }, 400, 'required_fields_missing'],
  [{ email: 'faults@x.example' }, 400, 'required_fields_missing'],
  [{ ID: 999_999, name: 'x' }, 404, 'contact_not_exists'],
  [{ email: 'nobody@x.example', name: 'x' }, 404, 'contact_not_exists'],
  ...['', '.x', 'a b', 'ä', 'x'.repeat(61)].map((name): [object, number, string] => [
    { email: 'faults@x.example', name },
    name === '' ? 400 : 422,
    name === '' ? 'required_fields_missing' : 'unprocessable_entity',
  ]),
  ...['yesterday', '2026-13-01 00:00:00', '2999-01-01 00:00:00', '1950-01-01 00:00:00'].map(
    (at): [object, number, string] => [{ email: 'faults@x.example', name: 'x', at }, 422, 'unprocessable_entity'],
  ),
  [{ email: 'faults@x.example', name: 'x', data: { text: `${long}y` } }, 422, 'unprocessable_entity'],
  [{ email: 'faults@x.example', name: 'x', data: [1] }, 422, 'unprocessable_entity'],
  [
    { email: 'faults@x.example', name: 'x', data: JSON.parse(`${'{"a":'.repeat(30)}1${'}'.repeat(30)}`) },
    422,
    'unprocessable_entity',
  ],
];
t.test('an invalid event is refused and not stored', async (t) => {
  const id = await add('faults@x.example');
  for (const [given, status, code] of faults)
    t.match(await record(given), { status, body: { code } }, JSON.stringify(given).slice(0, 80));
  t.same(await storedFor(id), []);
});

t.test('a repeated request with the same Idempotency-Key records the event once', async (t) => {
  const id = await add('once@x.example');
  const send = () =>
    fetch(`${site}/wp-json/automations/contact/event?api_key=${key}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'Idempotency-Key': 'order 7' },
      body: JSON.stringify({ ID: id, name: 'order.paid' }),
    });
  const [first, second] = [await send(), await send()];
  t.same(await first.json(), await second.json());
  t.equal(second.headers.get('idempotency-replayed'), 'true');
  t.equal((await storedFor(id)).length, 1);
});

t.test("a plugin's `emit` records the event in its transaction, and is refused if the event is invalid", async (t) => {
  const id = await add('reported@x.example');
  const heard: object[] = [];
  t.teardown(service.app.host.hooks.addAction('automations_custom', (event: object) => void heard.push(event)));
  let contacts = {} as Contacts;
  await service.app.host.start({
    name: 'shop',
    version: '1',
    tables: [],
    register(api) {
      contacts = api.contacts;
    },
  });
  await contacts.change(async ({ emit }) => emit('custom', id, { name: 'order.paid', data: { total: 5 } }));
  t.match(await storedFor(id), [{ name: 'order.paid', data: '{"total":5}' }]);
  await service.app.host.hooks.settle();
  t.match(heard, [{ contactId: id, data: { name: 'order.paid', event_id: Number } }]);
  await t.rejects(
    contacts.change(async ({ emit }) => emit('custom', id, { name: 'a b' })),
    /letters, digits/,
  );
  t.equal((await storedFor(id)).length, 1);
});

t.test('a rule starts only from the event that its trigger names', async (t) => {
  const tag = (await post('/tag/add', { tags: ['Paid'] })).body.data.tags[0].ID;
  const rule = {
    name: 'Paid',
    trigger: { event: 'custom', name: 'Order.paid' },
    steps: [{ action: 'add_tags', tags: [tag] }],
    active: true,
  };
  const added = await post('/rule/add', rule);
  t.same(added.body.data.rule.trigger, { event: 'custom', name: 'order.paid' });
  t.equal((await post('/rule/add', { ...rule, trigger: { event: 'custom', name: 'a b' } })).status, 422);
  const id = await add('rule@x.example');
  const runs = () => db.selectFrom('automations_rule_runs').select('id').where('contact_id', '=', id).execute();
  await record({ ID: id, name: 'order.refunded' });
  t.equal((await runs()).length, 0);
  await record({ ID: id, name: 'order.paid' });
  t.equal((await runs()).length, 1);
});

t.test('a merge moves events to the kept contact; erasing the contact deletes them; old events expire', async (t) => {
  const [keep, other] = [await add('keep@x.example'), await add('other@x.example')];
  await record({ ID: other, name: 'order.paid', data: { n: 1 } });
  await record({ ID: keep, name: 'order.paid', at: '2020-01-01 00:00:00' });
  await post('/contact/merge', { keep, other });
  t.equal((await storedFor(keep)).length, 2);
  t.match((await get(`/contact/${keep}/export`)).body.data.export.events, [
    { at: '2020-01-01 00:00:00', name: 'order.paid', data: {} },
    { name: 'order.paid', data: { n: 1 } },
  ]);
  const days = { auditDays: 10_000, timelineDays: 0 };
  await forgetOld(db, { ...days, eventDays: 0 }, new Date());
  t.equal((await storedFor(keep)).length, 2);
  await forgetOld(db, { ...days, eventDays: 30 }, new Date());
  t.equal((await storedFor(keep)).length, 1);
  t.match((await post(`/contact/erase/${keep}`, {})).body.data.erased, { events: 1 });
  t.same(await storedFor(keep), []);
});

type Detail = string | number | boolean | null | object;
type Recorded = { contact: number; name: string; daysAgo: number; data: { [name: string]: Detail } };
type Operator = 'equal' | 'over' | 'under' | 'contains';
type Wanted = {
  name: string;
  within?: string;
  times?: number;
  data?: { [name: string]: { [operator in Operator]?: string | number | boolean } | string | number | boolean };
};

const isNumber = (value: unknown) =>
  (typeof value === 'number' || typeof value === 'string') && /^-?\d+(\.\d+)?([eE][-+]?\d+)?$/.test(String(value));

/** The criterion, written without SQL. */
function meets({ name, within, times = 1, data = {} }: Wanted, contact: number, all: Recorded[]): boolean {
  const days = within === undefined ? Number.POSITIVE_INFINITY : Number.parseInt(within, 10);
  const details = Object.entries(data).flatMap(([member, wanted]) =>
    Object.entries(typeof wanted === 'object' ? wanted : { equal: wanted }).map(([operator, value]) => ({
      member,
      operator,
      value,
    })),
  );
  const count = all.filter(
    (event) =>
      event.contact === contact &&
      event.name === name &&
      event.daysAgo < days &&
      details.every(({ member, operator, value }) => fits(event.data[member], operator as Operator, value)),
  ).length;
  return times === 0 ? count === 0 : count >= times;
}

function fits(found: Detail | undefined, operator: Operator, value: unknown): boolean {
  if (found === undefined || found === null || typeof found === 'object') return false;
  if (operator === 'contains') return String(found).toLowerCase().includes(String(value).toLowerCase());
  const both = isNumber(found) && isNumber(value);
  if (operator === 'over') return both && Number(found) > Number(value);
  if (operator === 'under') return both && Number(found) < Number(value);
  return String(found) === String(value) || (both && Number(found) === Number(value));
}

const names = ['order.paid', 'order', 'seen'];
const members = ['total', 'plan-1', 'Paid'];
const scalars = [
  0,
  1,
  -1,
  1.5,
  100,
  '100',
  '1e2',
  '0100',
  'Gold',
  'gold',
  'gold ',
  '100%',
  'a"b\\',
  'true',
  true,
  false,
  'É',
  'Ada\ud800',
];

t.test(
  'the criterion finds the same contacts as a check of every event, by index and by SQL, and in rules',
  async (t) => {
    const contacts = await Promise.all([0, 1, 2, 3, 4, 5].map((n) => add(`counted${n}@x.example`)));
    const event = fc.record<Recorded>({
      contact: fc.constantFrom(...contacts),
      name: fc.constantFrom(...names),
      daysAgo: fc.integer({ min: 0, max: 5 }),
      data: fc.dictionary(fc.constantFrom(...members), fc.constantFrom<Detail>(...scalars, null, {}, ['Gold'])),
    });
    const recorded = fc.sample(event, { numRuns: 120, seed: 7 });
    const now = Date.now();
    for (const { contact, name, daysAgo, data } of recorded) {
      const at = new Date(now - daysAgo * 86_400_000 - 3_600_000).toISOString();
      t.equal((await record({ ID: contact, name, at, data })).status, 200);
    }
    const given = scalars.filter((value) => typeof value !== 'string' || value.isWellFormed());
    const condition = fc.oneof(
      fc.constantFrom(...given),
      fc.record({ over: fc.constantFrom(...[-1, 0, 1, 99.5, '100']) }),
      fc.record({ over: fc.constantFrom(0, 1), under: fc.constantFrom(2, 150) }),
      fc.record({ contains: fc.constantFrom('gold', 'OLD', '0', 'a"', '%') }),
      fc.record({ equal: fc.constantFrom(...given) }),
    );
    const wanted = fc.record<Wanted>(
      {
        name: fc.constantFrom(...names),
        within: fc.constantFrom('1 day', '2 days', '4 days'),
        times: fc.integer({ min: 0, max: 4 }),
        data: fc.dictionary(fc.constantFrom(...members), condition, { maxKeys: 2 }) as fc.Arbitrary<
          NonNullable<Wanted['data']>
        >,
      },
      { requiredKeys: ['name'] },
    );
    // MySQL cannot store an unpaired surrogate, so Waypost replaces it.
    const seen = recorded.map((one) => ({
      ...one,
      data: JSON.parse(JSON.stringify(one.data).replace(/\\ud800/g, '\ufffd')),
    }));
    await fc.assert(
      fc.asyncProperty(wanted, async (one) => {
        const expected = contacts.filter((contact) => meets(one, contact, seen)).sort();
        const query = new URLSearchParams({ event: JSON.stringify(one), limit: '100', search: 'counted' });
        for (const { get } of [service, bySql]) {
          const { status, body } = await get(`/contacts?${query}`);
          if (status !== 200) throw new Error(JSON.stringify(body));
          const found = body.data.contact.contacts.map(({ id }: Body) => Number(id)).sort();
          t.same(found, expected, JSON.stringify(one));
        }
      }),
      { numRuns: 60, seed: 11 },
    );
  },
);

/** Criteria with a fault. */
const wrong: object[] = [
  {},
  { name: 'a b' },
  { name: 'x', times: -1 },
  { name: 'x', times: 1_001 },
  { name: 'x', within: 'soon' },
  { name: 'x', other: 1 },
  { name: 'x', data: 'x' },
  { name: 'x', data: { 'a.b': 1 } },
  { name: 'x', data: { a: { like: 1 } } },
  { name: 'x', data: { a: { over: 'x' } } },
  { name: 'x', data: { a: '' } },
  { name: 'x', data: { a: { contains: 'y'.repeat(201) } } },
  { name: 'x', data: Object.fromEntries([1, 2, 3, 4, 5, 6].map((n) => [`n${n}`, n])) },
];
t.test('an invalid criterion is refused; a valid one works in a query and a segment', async (t) => {
  for (const event of wrong.slice(1)) {
    t.match(
      await get(`/contacts?event=${encodeURIComponent(JSON.stringify(event))}`),
      { status: 422 },
      JSON.stringify(event),
    );
  }
  const id = await add('segment@x.example');
  await record({ ID: id, name: 'seen.page', data: { path: '/price' } });
  const { body } = await get('/contacts?event[name]=seen.page&event[within]=1+day&event[data][path][contains]=PRICE');
  t.match(body, { data: { contact: { contacts: [{ email: 'segment@x.example' }] } } });
  const filter = { event: { name: 'seen.page', times: 1 } };
  t.equal((await post('/segment/add', { name: 'Seen', filter })).body.data.segment.count, 1);
});
