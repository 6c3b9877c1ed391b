/** Duplicate contacts are found and merged without losing anything, even under concurrent changes. */
import type { Context } from '../../automations-api/plugins/automations/context/context.ts';
import { findGroups } from '../../automations-api/plugins/automations/merges/find-duplicates.ts';
import {
  addContact,
  addTerms,
  type Body,
  keepCounts,
  recordOf,
  request,
  startAutomations,
} from '../fixtures/automations.ts';
import { explain } from '../fixtures/explain.ts';
import { t } from '../runner/tap.ts';

const service = await startAutomations(t);
const { get, post, del, db } = service;
keepCounts(t, service);
const merge = (keep: number, other: number, prefer?: object) =>
  post('/contact/merge', { keep, other, ...(prefer ? { prefer } : {}) });
const idsIn = (record: Body, kind: 'tags' | 'lists'): number[] => JSON.parse(record[kind]);
const fieldsOf = async (id: number) => (await get(`/contact?id=${id}`)).body.data.contact.fields;
const addField = async (field_name: string, type: number) =>
  (await post('/field/add', { field_name, type })).body.data.fields.ID as string;

const tags = (await addTerms(service, 'tag', ['One', 'Both', 'Two'])) as [number, number, number];
const [list] = (await addTerms(service, 'list', ['List'])) as [number];
const colour = await addField('Colour', 1);
const size = await addField('Size', 2);
const born = await addField('Born', 7);
let made = 0;
const fresh = (contact: object = {}) => addContact(service, { email: `m${++made}@x.example`, ...contact });

t.test("the kept contact's values stay, blanks are filled, and tags, lists and points are combined", async (t) => {
  const keep = await fresh({
    f_name: 'Ada',
    source: 'shop',
    points: 3,
    tags: [tags[0], tags[1]],
    fields: { [colour]: 'red', [born]: '' },
  });
  const other = await fresh({
    f_name: 'A.',
    l_name: 'Lovelace',
    country: 'GB',
    type: 'customer',
    points: 4,
    tags: [tags[1], tags[2]],
    lists: [list],
    fields: { [colour]: 'blue', [size]: '12345678901234567890.5', [born]: '1815-12-10' },
  });
  const before = await recordOf(service, keep);
  const { status, body, text } = await merge(keep, other);
  t.equal(status, 200, text);
  const { contact, fields } = body.data.contact;
  t.match(contact.db_contact, {
    id: String(keep),
    uid: before.uid,
    email: before.email,
    creation_date: before.creation_date,
    f_name: 'Ada',
    l_name: 'Lovelace',
    country: 'GB',
    source: 'shop',
    type: 'customer',
    points: '7',
    tags: JSON.stringify(tags),
    lists: JSON.stringify([list]),
  });
  t.strictSame(fields, { [colour]: 'red', [size]: '12345678901234567890.5', [born]: '1815-12-10' });
  t.equal((await get(`/contact?id=${other}`)).status, 404);
  t.strictSame(await fieldsOf(keep), fields);
  const gone = await db.selectFrom('automations_field_values').selectAll().where('contact_id', '=', other).execute();
  t.strictSame(gone, []);
});

t.test("for columns and fields named in `prefer`, the other contact's value is used if there is one", async (t) => {
  const keep = await fresh({
    f_name: 'Keep',
    l_name: 'Kept',
    state: 'S',
    status: 'subscribed',
    fields: { [colour]: 'k' },
  });
  const other = await fresh({ f_name: 'Other', l_name: '', status: 'unverified', fields: { [colour]: 'o' } });
  const address = (await recordOf(service, other)).email;
  const prefer = { f_name: 'other', l_name: 'other', email: 'other', 'field:colour': 'other', size: 'keep' };
  const { status, body, text } = await merge(keep, other, prefer);
  t.equal(status, 200, text);
  const { contact, fields } = body.data.contact;
  t.match(contact.db_contact, { f_name: 'Other', l_name: 'Kept', state: 'S', email: address, id: String(keep) });
  t.strictSame(fields, { [colour]: 'o' });
  t.equal((await get(`/contact?email=${address}`)).body.data.contact.contact.id, keep);
  const events = (await get(`/contact/${keep}/timeline`)).body.data.timeline.map(({ event }: Body) => event);
  t.ok(events.includes('contact.email_changed'));
});

for (const [keep, other, expected, prefer] of [
  ['subscribed', 'unsubscribed', '3'],
  ['unsubscribed', 'subscribed', '3'],
  ['subscribed', 'bounced', '1'],
  ['bounced', 'subscribed', '2'],
  ['bounced', 'subscribed', '1', { email: 'other' }],
  ['bounced', 'unsubscribed', '3', { email: 'other' }],
  ['unverified', 'subscribed', '0'],
  ['subscribed', 'unverified', '1'],
  ['unsubscribed', 'subscribed', '1', { status: 'other' }],
] as [string, string, string, object?][]) {
  t.test(
    `merging ${other} into ${keep} gives the status ${expected} with ${JSON.stringify(prefer ?? {})}`,
    async (t) => {
      const ids = [await fresh({ status: keep }), await fresh({ status: other })] as const;
      await merge(...ids, prefer);
      t.equal((await recordOf(service, ids[0])).status, expected);
    },
  );
}

t.test('an impossible merge is refused and changes nothing', async (t) => {
  const [keep, other] = [await fresh({ f_name: 'A' }), await fresh({ f_name: 'B' })];
  t.match(await merge(keep, keep), { status: 422 });
  t.match(await merge(keep, 999_999_999), { status: 404, body: { code: 'contact_not_exists' } });
  t.match(await merge(999_999_999, other), { status: 404, body: { code: 'contact_not_exists' } });
  for (const prefer of [
    { f_name: 'third' },
    { nothing: 'keep' },
    { id: 'other' },
    { constructor: 'other' },
    { '999': 'keep' },
  ]) {
    t.match(await merge(keep, other, prefer), { status: 422, body: { code: 'unprocessable_entity' } });
  }
  t.match(await post('/contact/merge', { keep }), { status: 400, body: { code: 'required_fields_missing' } });
  const write = await service.makeKey('write');
  const url = `${service.site}/wp-json/automations/contact/merge?api_key=${write}`;
  t.match(await request(url, 'POST', { keep, other }), { status: 403, body: { code: 'permission_denied' } });
  t.match([await recordOf(service, keep), await recordOf(service, other)], [{ f_name: 'A' }, { f_name: 'B' }]);
});

t.test('the timeline, notes, runs, emails and pending webhook events move to the kept contact', async (t) => {
  const hook = (await post('/webhook/add', { url: 'https://receiver.example/' })).body.data.webhooks.ID;
  const rule = async (name: string) => {
    const given = {
      name,
      trigger: { event: 'tag.added', tag: tags[0] },
      conditions: {},
      steps: [{ wait: '2 days' }, { action: 'add_lists', lists: [list] }],
      active: true,
    };
    const { body, text } = await post('/rule/add', given);
    if (!body.data) throw new Error(text);
    return body.data.rule.ID as number;
  };
  const [both, only] = [await rule('both'), await rule('only')];
  const [keep, other] = [await fresh(), await fresh()];
  const address = (await recordOf(service, other)).email;
  await post(`/contact/tag-assign/${other}`, { tags: [tags[0]] });
  await db.deleteFrom('automations_rule_runs').where('rule_id', '=', only).execute();
  await post(`/contact/tag-assign/${keep}`, { tags: [tags[0]] });
  await post(`/contact/tag-assign/${other}`, { tags: [tags[2]] });
  await post(`/contact/${other}/note`, { note: 'Likes tea' });
  const runs = () =>
    db
      .selectFrom('automations_rule_runs')
      .select(['rule_id', 'contact_id'])
      .orderBy('rule_id')
      .orderBy('contact_id', 'desc')
      .execute();
  await db.updateTable('automations_rule_runs').set({ contact_id: other }).where('rule_id', '=', only).execute();
  t.strictSame(await runs(), [
    { rule_id: both, contact_id: other },
    { rule_id: both, contact_id: keep },
    { rule_id: only, contact_id: other },
  ]);
  t.equal((await merge(keep, other)).status, 200);
  t.strictSame(await runs(), [
    { rule_id: both, contact_id: keep },
    { rule_id: only, contact_id: keep },
  ]);
  const { timeline } = (await get(`/contact/${keep}/timeline?limit=100`)).body.data;
  const events = timeline.map(({ event }: Body) => event);
  t.equal(events.filter((event: string) => event === 'contact.created').length, 2);
  t.match(
    timeline.find(({ event }: Body) => event === 'contact.merged'),
    {
      by: { type: 'api_key' },
      data: { contact_id: other, email: address },
    },
  );
  t.match((await get(`/contact/${keep}/notes`)).body.data.notes, [{ note: 'Likes tea' }]);
  const { data } = (await get(`/webhook/${hook}/deliveries?limit=500`)).body;
  const reported = data.deliveries.map(({ event, payload }: Body) => [
    event,
    (typeof payload === 'string' ? JSON.parse(payload) : payload).data,
  ]);
  t.match(reported.find(([event, { contact_id }]: Body) => event === 'contact.deleted' && contact_id === other)[1], {
    contact_id: other,
    merged_into: keep,
  });
  t.match(reported.find(([event, { merged_from }]: Body) => event === 'contact.updated' && merged_from === other)[1], {
    contact_id: keep,
  });
  t.ok(reported.some(([event, { contact_id }]: Body) => event === 'contact.created' && contact_id === other));
  const held = (await get(`/contact/${keep}/export`)).body.data.export;
  t.match(held.notes, [{ note: 'Likes tea' }]);
  t.strictSame(
    held.rule_steps.map(({ rule }: Body) => rule),
    ['both', 'only'],
  );
  t.ok(held.timeline.some(({ event }: Body) => event === 'contact.merged'));
  await del(`/webhook/${hook}`);
});

t.test(
  "both contacts' clicks are added up, and bounces of the merged contact's email address no longer count",
  async (t) => {
    const [keep, other] = [await fresh(), await fresh()];
    const at = (day: number) => new Date(`2026-01-0${day}T00:00:00Z`);
    const clicked = (contact_id: number, name: string, clicks: number, first: number, last: number) => ({
      kind: 1,
      name,
      contact_id,
      clicks,
      first_at: at(first),
      last_at: at(last),
    });
    await db
      .insertInto('automations_clicked')
      .values([clicked(keep, 'both', 2, 2, 3), clicked(other, 'both', 3, 1, 4), clicked(other, 'one', 1, 5, 5)])
      .execute();
    const click = { link_id: 'both', clicked_at: at(4), qr: false };
    await db
      .insertInto('automations_link_clicks')
      .values([{ ...click, contact_id: other }])
      .execute();
    const bounce = {
      kind: 'soft' as const,
      source: 'plain',
      message_key: Buffer.alloc(16, 1),
      counted: true,
      created_at: at(1),
    };
    await db
      .insertInto('automations_bounces')
      .values([keep, other].map((contact_id) => ({ ...bounce, contact_id })))
      .execute();
    t.equal((await merge(keep, other)).status, 200);
    const rows = await db
      .selectFrom('automations_clicked')
      .selectAll()
      .where('contact_id', 'in', [keep, other])
      .execute();
    t.strictSame(
      rows.map(({ name, contact_id, clicks, first_at, last_at }) => [
        String(name),
        contact_id,
        clicks,
        first_at,
        last_at,
      ]),
      [
        ['both', keep, 5, at(1), at(4)],
        ['one', keep, 1, at(5), at(5)],
      ],
    );
    const held = (await get(`/contact/${keep}/export`)).body.data.export;
    t.equal(held.clicks.length, 1);
    t.equal(held.bounces.length, 2);
    const bounces = await db
      .selectFrom('automations_bounces')
      .select(['contact_id', 'counted'])
      .orderBy('id')
      .execute();
    t.strictSame(
      bounces.map(({ contact_id, counted }) => [contact_id, Boolean(counted)]),
      [
        [keep, true],
        [keep, false],
      ],
    );
  },
);

t.test('concurrent merges in both directions, changes and deletions leave one contact or none', async (t) => {
  for (let round = 0; round < 8; round++) {
    const a = await fresh({ f_name: 'A', tags: [tags[0]], fields: { [colour]: 'a' } });
    const b = await fresh({ l_name: 'B', tags: [tags[2]], fields: { [size]: '1' } });
    const answers = await Promise.all([
      merge(a, b),
      merge(b, a),
      merge(a, b),
      post(`/contact/update/${a}`, { state: 'S', fields: { [size]: '2' } }),
      post(`/contact/update/${b}`, { state: 'S', tags: [tags[1]] }),
      post(`/contact/tag-assign/${b}`, { tags: [tags[1]] }),
      ...(round % 2 ? [del(`/contact/${round % 4 === 1 ? a : b}`)] : []),
    ]);
    t.ok(
      answers.every(({ status }) => status === 200 || status === 404),
      answers.map(({ text }) => text).join(),
    );
    const merged = answers.slice(0, 3).filter(({ status }) => status === 200).length;
    t.ok(merged <= 1);
    const left = (await Promise.all([a, b].map((id) => get(`/contact?id=${id}`)))).filter(
      ({ status }) => status === 200,
    );
    t.ok(left.length <= 1);
    if (round % 2 === 0) t.strictSame([merged, left.length], [1, 1]);
    for (const table of ['automations_contact_terms', 'automations_field_values', 'automations_timeline'] as const) {
      const rows = await db.selectFrom(table).select('contact_id').where('contact_id', 'in', [a, b]).execute();
      const ids = [...new Set(rows.map(({ contact_id }) => contact_id))];
      t.ok(
        ids.every((id) => left.some(({ body }) => body.data.contact.contact.id === id)),
        table,
      );
    }
  }
});

t.test('if a tag or field is deleted during a merge, no contact keeps it', async (t) => {
  for (let round = 0; round < 4; round++) {
    const [doomed] = (await addTerms(service, 'tag', [`Doomed ${round}`])) as [number];
    const field = await addField(`Doomed ${round}`, 1);
    const [keep, other] = [await fresh(), await fresh({ tags: [doomed], fields: { [field]: 'v' } })];
    const answers = await Promise.all([merge(keep, other), del(`/tag/${doomed}`), del(`/field/${field}`)]);
    t.ok(
      answers.every(({ status }) => status === 200),
      answers.map(({ text }) => text).join(),
    );
    t.strictSame(idsIn(await recordOf(service, keep), 'tags'), []);
    t.strictSame(await fieldsOf(keep), {});
  }
});

const groupsOf = async (query: string) => {
  const { body, text } = await get(`/contacts/duplicates?${query}`);
  if (!body.data) throw new Error(text);
  return body.data as { duplicates: { value: string; count: number; contacts: Body[] }[]; next_cursor: string | null };
};
const show = ({ duplicates }: Awaited<ReturnType<typeof groupsOf>>) =>
  duplicates.map(({ value, count, contacts }) => [value, count, ...contacts.map(({ email }) => email)]);

t.test('contacts that share a mailbox or phone number are found as duplicates, until they differ', async (t) => {
  const add = (email: string, contact_no = '') => addContact(service, { email, contact_no });
  await add('Jane.Doe+shop@gmail.com', '+49 (30) 123-456');
  await add('janedoe@googlemail.com', '0049 30 123456');
  await add('jane.doe@x.example', '030 123456');
  const plus = await add('jane.doe+news@x.example', '4930123456');
  await add('janedoe@x.example', '12');
  await add('+odd@x.example', '1-2');
  t.strictSame(show(await groupsOf('')), [
    ['jane.doe@x.example', 2, 'jane.doe@x.example', 'jane.doe+news@x.example'],
    ['janedoe@gmail.com', 2, 'Jane.Doe+shop@gmail.com', 'janedoe@googlemail.com'],
  ]);
  t.strictSame(show(await groupsOf('by=phone')), [
    ['4930123456', 3, 'Jane.Doe+shop@gmail.com', 'janedoe@googlemail.com', 'jane.doe+news@x.example'],
  ]);
  const first = await groupsOf('by=email&limit=1');
  t.equal(show(first)[0]?.[0], 'jane.doe@x.example');
  const second = await groupsOf(`by=email&limit=1&cursor=${first.next_cursor}`);
  t.equal(show(second)[0]?.[0], 'janedoe@gmail.com');
  t.strictSame(await groupsOf(`limit=1&cursor=${second.next_cursor}`), {
    duplicates: [],
    next_cursor: null,
    limit: 1,
    offset: 0,
  });
  t.equal((await get(`/contacts/duplicates?by=phone&cursor=${first.next_cursor}`)).status, 422);
  t.equal((await get('/contacts/duplicates?by=name')).status, 422);
  await post(`/contact/update-email/${plus}`, { email: 'another@x.example' });
  await post(`/contact/update/${plus}`, { contact_no: null });
  t.equal(show(await groupsOf('')).length, 1);
  t.equal(show(await groupsOf('by=phone'))[0]?.[1], 2);
});

t.test('duplicates are read from an index, in limited pages, and none is skipped', async (t) => {
  const now = new Date();
  const total = 90_000;
  const twins = new Set([5, 39_999, 40_000, 80_001, total - 1]);
  for (let from = 0; from < total; from += 10_000) {
    const rows = Array.from({ length: 10_000 }, (_, n) => from + n).flatMap((n) => {
      const row = (suffix: string) => ({
        uid: '0'.repeat(32),
        email: '',
        email_key: `z${String(n).padStart(6, '0')}${suffix}@z.example`,
        creation_date: now,
        last_modified: now,
      });
      return twins.has(n) ? [row(''), row('+1')] : [row('')];
    });
    await db.insertInto('automations_contacts').values(rows).execute();
  }
  const found: string[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page = await groupsOf(`limit=2&cursor=${cursor}`);
    t.ok(page.duplicates.length <= 2);
    found.push(...page.duplicates.map(({ value }) => value).filter((value) => value.endsWith('@z.example')));
    cursor = page.next_cursor;
  }
  t.strictSame(
    found,
    [...twins].map((n) => `z${String(n).padStart(6, '0')}@z.example`),
  );
  for (const kind of ['email', 'phone'] as const) {
    for (const { plans } of await explain(db, (db) => findGroups({ db } as unknown as Context, kind, '', 25))) {
      t.match(plans, [{ type: 'range', key: kind === 'email' ? 'contacts_email_twin' : 'contacts_phone' }]);
      t.match(plans[0]?.Extra, /Using index/);
      t.notMatch(plans[0]?.Extra, /temporary|filesort/);
    }
  }
  for (let from = 0; from < total; from += 10_000) {
    const some = `z${String(from / 10_000).padStart(2, '0')}%@z.example`;
    await db.deleteFrom('automations_contacts').where('email_key', 'like', some).execute();
  }
});
