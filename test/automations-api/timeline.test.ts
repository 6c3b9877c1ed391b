/** Contacts' timelines: they have every change to the contact, with its author and in order, and nothing else. */
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { sql } from 'kysely';
import { forgetOld } from '../../automations-api/plugins/automations/retention.ts';
import { dataOf } from '../../automations-api/plugins/automations/timeline/core/entry.ts';
import {
  insertTimelineEntries,
  listTimeline,
} from '../../automations-api/plugins/automations/timeline/core/queries.ts';
import { addContact, addTerms, type Body, keepCounts, recordOf, startAutomations } from '../fixtures/automations.ts';
import { explain, indexesOf } from '../fixtures/explain.ts';
import { startReceiver } from '../fixtures/receiver.ts';
import { until } from '../fixtures/until.ts';
import { t } from '../runner/tap.ts';

const service = await startAutomations(t, { ALLOW_PRIVATE_DESTINATIONS: '1', WEBHOOK_RETRY_SECONDS: '0' });
const { get, post, del, db } = service;
keepCounts(t, service);

const [red, blue] = (await addTerms(service, 'tag', ['Red', 'Blue'])) as [number, number];
const [news] = (await addTerms(service, 'list', ['News'])) as [number];
const addField = async (field_name: string, type: number, more: object = {}): Promise<string> =>
  (await post('/field/add', { field_name, type, ...more })).body.data.fields.ID;
const text = await addField('Text', 1);
const number = await addField('Number', 2);
const date = await addField('Date', 7);
const choices = await addField('Choices', 6, { options: ['a', 'b', 'c'] });

/** Returns a contact's timeline, newest first. */
const timelineOf = async (id: number, query = 'limit=500'): Promise<Body[]> =>
  (await get(`/contact/${id}/timeline?${query}`)).body.data.timeline;
const eventsOf = async (id: number) => (await timelineOf(id)).map(({ event }) => event).reverse();
const rowsOf = (id: number) =>
  db.selectFrom('automations_timeline').select('id').where('contact_id', '=', id).execute();
const byKey = { type: 'api_key', name: '' };

t.test('each kind of change adds an entry with its author, old value and new value', async (t) => {
  const id = await addContact(service, {
    email: 'kinds@x.example',
    f_name: 'Ada',
    tags: [red],
    fields: { [text]: 'x' },
  });
  await post(`/contact/update/${id}`, { f_name: 'Grace', country: 'DE', fields: { [text]: 'y', number: 1.5 } });
  await post(`/contact/change-status/${id}`, { status: 'subscribed' });
  await post(`/contact/update-email/${id}`, { email: 'other@x.example' });
  await post(`/contact/list-assign/${id}`, { lists: [news] });
  await post(`/contact/tag-unassign/${id}`, { tagId: [red] });
  const entries = (await timelineOf(id)).reverse();
  t.match(
    entries.map(({ event, data }) => ({ event, ...data })),
    [
      {
        event: 'contact.created',
        changes: { email: { from: '', to: 'kinds@x.example' }, f_name: { from: '', to: 'Ada' }, status: { to: '0' } },
        fields: { [text]: { name: 'Text', from: null, to: 'x' } },
      },
      { event: 'tag.added', tag: { id: red, value: 'Red' } },
      {
        event: 'contact.updated',
        changes: { f_name: { from: 'Ada', to: 'Grace' }, country: { from: '', to: 'DE' } },
        fields: {
          [text]: { name: 'Text', from: 'x', to: 'y' },
          [number]: { name: 'Number', from: null, to: '1.5' },
        },
      },
      { event: 'contact.updated', changes: { status: { from: '0', to: '1' } } },
      { event: 'contact.status_changed', changes: { status: { from: '0', to: '1' } } },
      { event: 'contact.updated', changes: { email: { from: 'kinds@x.example', to: 'other@x.example' } } },
      { event: 'contact.email_changed', changes: { email: { from: 'kinds@x.example', to: 'other@x.example' } } },
      { event: 'list.added', list: { id: news, value: 'News' } },
      { event: 'tag.removed', tag: { id: red, value: 'Red' } },
    ],
  );
  for (const entry of entries) {
    t.strictSame(Object.keys(entry), ['at', 'event', 'by', 'data']);
    t.match(entry, { at: /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/, by: byKey });
    t.strictSame(Object.keys(entry.by), ['type', 'id', 'name']);
  }
});

t.test('entries of a batch name the API key, and an update without effect adds no entry', async (t) => {
  const contact = {
    email: 'batched@x.example',
    f_name: 'B',
    tags: [blue],
    fields: { [choices]: ['a', 'b'], date: '2020-02-29' },
  };
  const { results } = (await post('/contacts/batch', { contacts: [contact] })).body.data;
  const id = Number(results[0].id);
  t.match(await timelineOf(id), [{ event: 'tag.added' }, { event: 'contact.created', by: byKey }]);
  await post('/contacts/batch', { contacts: [contact] });
  await post(`/contact/update/${id}`, contact);
  await post(`/contact/tag-assign/${id}`, { tags: [blue] });
  t.strictSame(await eventsOf(id), ['contact.created', 'tag.added']);
});

t.test('if an update names a field twice, the timeline reports the value that is stored', async (t) => {
  const id = await addContact(service, { email: 'twice@x.example', fields: { [text]: 'old' } });
  await post(`/contact/update/${id}`, { fields: { [text]: 'first', text: 'last' } });
  const [entry] = await timelineOf(id);
  t.strictSame(entry.data.fields, { [text]: { name: 'Text', from: 'old', to: 'last' } });
  t.equal((await get(`/contact?id=${id}`)).body.data.contact.fields[text], 'last');
});

t.test('a refused change leaves no entry', async (t) => {
  const id = await addContact(service, { email: 'refused@x.example' });
  const { body } = await post(`/contact/update/${id}`, { email: 'kinds2@x.example', f_name: 'F' });
  t.equal(body.code, 'success');
  await addContact(service, { email: 'taken@x.example' });
  const before = await rowsOf(id);
  const count = async () => (await db.selectFrom('automations_timeline').select('id').execute()).length;
  const all = await count();
  for (const wrong of [
    { f_name: 'No', email: 'taken@x.example' },
    { tags: [999_999] },
    { fields: { [number]: 'x' } },
  ]) {
    t.equal((await post(`/contact/update/${id}`, wrong)).status, 422);
  }
  t.equal((await post('/contact/add', { email: 'taken@x.example' })).status, 422);
  t.strictSame(await rowsOf(id), before);
  t.equal(await count(), all);
});

t.test('deleting a tag is reported on the timeline of each of its contacts, with its author', async (t) => {
  const [doomed] = (await addTerms(service, 'tag', ['Doomed'])) as [number];
  const ids = [];
  for (const n of [1, 2, 3]) ids.push(await addContact(service, { email: `doomed${n}@x.example`, tags: [doomed] }));
  await del(`/tag/${doomed}`);
  for (const id of ids) {
    const [newest] = await timelineOf(id);
    t.match(newest, { event: 'tag.removed', by: byKey, data: { tag: { id: doomed, value: 'Doomed' } } });
  }
});

t.test('erasing a contact deletes its timeline and notes; the audit log keeps only its id', async (t) => {
  const id = await addContact(service, { email: 'erased@x.example', f_name: 'Erased', fields: { [text]: 'secret' } });
  await post(`/contact/${id}/note`, { note: 'a note' });
  await del(`/contact/${id}`);
  t.strictSame(await rowsOf(id), []);
  t.strictSame(await db.selectFrom('automations_notes').selectAll().where('contact_id', '=', id).execute(), []);
  t.equal((await get(`/contact/${id}/timeline`)).body.code, 'contact_not_exists');
  const [entry] = (await get('/audit?limit=1')).body.data.audit;
  t.match(entry, { action: 'contact.deleted', subject: String(id), by: byKey });
  t.equal(entry.data, null);
});

/** Random changes to a contact by a client. */
const steps = fc.array(
  fc.record(
    {
      f_name: fc.constantFrom('', 'Ada', 'Žofie', '陽子'),
      contact_no: fc.constantFrom('', '+49 1', '+49 2'),
      country: fc.constantFrom('', 'DE', 'FR'),
      type: fc.constantFrom('lead', 'customer'),
      status: fc.constantFrom('unverified', 'subscribed', 'bounced', 'unsubscribed'),
      tags: fc.subarray([red, blue]),
      lists: fc.subarray([news]),
      fields: fc.record(
        {
          [text]: fc.string({ maxLength: 20, unit: fc.constantFrom('a', 'é', ' ', '\\', '"', '😀') }),
          [number]: fc.constantFrom('', '0', '-12.50', '1e3'),
          [date]: fc.constantFrom('', '2020-02-29', '1999-1-2'),
          [choices]: fc.subarray(['a', 'b', 'c']),
        },
        { requiredKeys: [] },
      ),
      address: fc.constantFrom(1, 2, 3),
    },
    { requiredKeys: [] },
  ),
  { minLength: 1, maxLength: 8 },
);

/** Returns the contact's state according to its timeline. */
function replay(entries: Body[]) {
  const columns: Record<string, string> = {};
  const fields: Record<string, string | string[]> = {};
  const terms = new Set<number>();
  for (const { event, data } of entries) {
    for (const [name, { from, to }] of Object.entries<Body>(data.changes ?? {})) {
      // These changes also have an entry of their own.
      if (columns[name] !== to && (columns[name] ?? '') !== from) throw new Error(`${name} was not ${from}`);
      columns[name] = to;
    }
    for (const [id, { to }] of Object.entries<Body>(data.fields ?? {})) {
      if (to === null) delete fields[id];
      else fields[id] = to;
    }
    const { id } = data.tag ?? data.list ?? {};
    if (event.endsWith('.added')) terms.add(id);
    if (event.endsWith('.removed')) terms.delete(id);
  }
  return { columns, fields, terms: [...terms].sort((a, b) => a - b) };
}

t.test("replaying a contact's timeline from its creation gives its current state", async (t) => {
  let made = 0;
  const replays = fc.asyncProperty(steps, async (changes) => {
    const name = `replayed${++made}`;
    const address = (n: number) => `${name}-${n}@x.example`;
    const [first = {}, ...rest] = changes;
    const id = await addContact(service, { ...first, email: address(first.address ?? 1) });
    for (const { address: n, ...change } of rest) {
      const email = n === undefined ? {} : { email: address(n) };
      const { status, text: answer } = await post(`/contact/update/${id}`, { ...change, ...email });
      if (status !== 200) throw new Error(answer);
    }
    const { columns, fields, terms } = replay((await timelineOf(id)).reverse());
    const record = await recordOf(service, id);
    for (const [column, value] of Object.entries(columns)) {
      if (record[column] !== value) throw new Error(`${column} is ${record[column]}, replayed ${value}`);
    }
    t.same(
      terms,
      [...JSON.parse(record.tags), ...JSON.parse(record.lists)].sort((a, b) => a - b),
    );
    t.same(fields, (await get(`/contact?id=${id}`)).body.data.contact.fields);
  });
  await fc.assert(replays, { numRuns: 25 });
});

t.test('concurrent changes to a contact are reported in the order in which they took effect', async (t) => {
  const id = await addContact(service, { email: 'raced@x.example', f_name: 'F-1' });
  await Promise.all(
    Array.from({ length: 30 }, (_, n) =>
      n % 3 === 0
        ? post(n % 2 ? `/contact/tag-assign/${id}` : `/contact/tag-unassign/${id}`, { tags: [red], tagId: [red] })
        : post(`/contact/update/${id}`, { f_name: `F${n}`, fields: { [text]: `T${n}` } }),
    ),
  );
  const entries = (await timelineOf(id)).reverse();
  const updates = entries.filter(({ event }) => event === 'contact.updated');
  t.equal(updates.length, 20);
  updates.slice(1).forEach(({ data }, n) => {
    t.equal(data.changes.f_name.from, updates[n].data.changes.f_name.to);
    t.equal(data.fields[text].from, updates[n].data.fields[text].to);
  });
  const { columns, terms } = replay(entries);
  const record = await recordOf(service, id);
  t.equal(columns.f_name, record.f_name);
  t.same(terms, JSON.parse(record.tags));
});

t.test('contacts that are erased while they get changes, notes and events leave no rows', async (t) => {
  const receiver = await startReceiver(t);
  const webhook = (await post('/webhook/add', { url: receiver.url })).body.data.webhooks.ID;
  // On a busy machine the request can give up waiting for locks of the others.
  const erase = async (id: number) => {
    while ((await del(`/contact/${id}`)).status >= 500) await sleep(50);
  };
  const ids = [];
  for (let n = 0; n < 12; n++) ids.push(await addContact(service, { email: `gone${n}@x.example` }));
  await Promise.all(
    ids.flatMap((id, n) => [
      post(`/contact/update/${id}`, { f_name: 'Late', fields: { [text]: 'late' } }),
      post(`/contact/${id}/note`, { note: 'late' }),
      sleep(n * 3).then(() => erase(id)),
      post(`/contact/tag-assign/${id}`, { tags: [red] }),
    ]),
  );
  await until(async () => {
    const waiting = db
      .selectFrom('automations_webhook_deliveries')
      .select('id')
      .where('status', 'in', ['new', 'queued']);
    return (await waiting.execute()).length === 0;
  });
  for (const table of ['automations_timeline', 'automations_notes'] as const) {
    t.strictSame(await db.selectFrom(table).selectAll().where('contact_id', 'in', ids).execute(), []);
  }
  await del(`/webhook/${webhook}`);
});

t.test('a delivery that succeeded or permanently failed adds one entry, without its payload', async (t) => {
  const receiver = await startReceiver(t);
  const added = await post('/webhook/add', { url: receiver.url, events: ['contact.status_changed'] });
  const webhook_id = added.body.data.webhooks.ID;
  const id = await addContact(service, { email: 'received@x.example' });
  await post(`/contact/change-status/${id}`, { status: 'subscribed' });
  const received = (event: string) =>
    until(async () => {
      const found = await timelineOf(id, `event=${event}`);
      return found.length > 0 && found;
    });
  const data = { webhook_id, event: 'contact.status_changed', attempts: 1 };
  const [delivered] = await received('webhook.delivered');
  t.match(delivered, { by: { type: 'system' }, data });
  t.strictSame(Object.keys(delivered.data), ['webhook_id', 'delivery_id', 'event', 'attempts']);
  receiver.answers = [500];
  await post(`/contact/change-status/${id}`, { status: 'bounced' });
  const failed = await received('webhook.failed');
  t.match(failed, [{ data: { ...data, attempts: 2, error: 'it answered 500' } }]);
  receiver.answers = [204];
  t.equal((await post(`/webhook/retry/${failed[0].data.delivery_id}`)).status, 200);
  await until(async () => (await timelineOf(id, 'event=webhook.delivered')).length === 2);
  await del(`/webhook/${webhook_id}`);
});

t.test('pages of a timeline list each entry once, even while more entries are written', async (t) => {
  const id = await addContact(service, { email: 'paged@x.example' });
  const other = await addContact(service, { email: 'paged2@x.example' });
  for (let n = 0; n < 11; n++) await post(`/contact/update/${id}`, { f_name: `F${n}` });
  const names: string[] = [];
  let pages = 0;
  for (let cursor: string | null = ''; cursor !== null; pages++) {
    const { data } = (await get(`/contact/${id}/timeline?limit=4&cursor=${cursor}`)).body as Body;
    t.match(data, { limit: 4, offset: 0 });
    names.push(...data.timeline.map(({ data: { changes } }: Body) => changes.f_name?.to));
    await post(`/contact/update/${id}`, { f_name: `later ${pages}` });
    cursor = data.cursor;
    t.equal(data.next_cursor, cursor);
    if (cursor) t.equal((await get(`/contact/${other}/timeline?cursor=${cursor}`)).status, 422, 'it is of one contact');
  }
  t.equal(pages, 3);
  t.strictSame(names, [...Array.from({ length: 11 }, (_, n) => `F${10 - n}`), undefined]);
  await post(`/contact/change-status/${id}`, { status: 'subscribed' });
  for (const query of [
    'event[]=contact.created&event[]=contact.status_changed',
    'event=contact.created,contact.status_changed',
  ]) {
    const some = await timelineOf(id, query);
    t.strictSame(
      some.map(({ event }) => event),
      ['contact.status_changed', 'contact.created'],
    );
  }
  t.strictSame(
    await timelineOf(id, 'event='),
    await timelineOf(id, 'limit=25'),
    'an empty parameter leaves nothing out',
  );
  for (const wrong of ['cursor=x', 'event=.added', 'limit=501']) {
    t.equal((await get(`/contact/${id}/timeline?${wrong}`)).status, 422, wrong);
  }
});

t.test('a page of a long timeline is read through an index, even if only rare events are selected', async (t) => {
  const id = await addContact(service, { email: 'long@x.example' });
  // Other contacts are needed, because with a single contact the table's own order would be as good as the index.
  const other = await addContact(service, { email: 'longer@x.example' });
  const by = { by_type: 'system', by_id: 0, by_name: '' };
  const row = { contact_id: id, at: new Date(), ...by, data: '{}' };
  const rows = Array.from({ length: 50_000 }, (_, n) => ({
    ...row,
    contact_id: n % 50 === 0 ? id : other,
    event: n % 2500 < 50 ? 'rare.event' : 'link.clicked',
  }));
  await db.transaction().execute((trx) => insertTimelineEntries(trx, rows));
  await sql`ANALYZE TABLE ${sql.table('wp_automations_timeline')}`.execute(db);
  const last = (await listTimeline(db, id, [], { beforeId: undefined, limit: 25 })).at(-1) as { id: number };
  for (const events of [[], ['rare.event'], ['rare.event', 'other.event']]) {
    const plans = await explain(db, (on) => listTimeline(on, id, events, { beforeId: last.id, limit: 25 }));
    t.strictSame(indexesOf(plans), ['wp_automations_timeline.timeline_contact']);
    t.notMatch(JSON.stringify(plans), /filesort/);
  }
});

t.test('long values are shortened, so that every entry fits its column', async (t) => {
  const long = await addField('Long', 3);
  const value = '😀'.repeat(8_000);
  const id = await addContact(service, { email: 'long2@x.example', fields: { [long]: value } });
  const [created] = await timelineOf(id);
  t.match(created.data.fields[long].to, /^(😀){500}…$/u);
  const fields = Object.fromEntries(
    Array.from({ length: 500 }, (_, n) => [
      n,
      { name: 'n'.repeat(200), from: ['x'.repeat(2_000)], to: 'é'.repeat(2_000) },
    ]),
  );
  const data = dataOf({ name: 'contact.updated', data: {}, changes: { columns: {}, fields } }) as Body;
  t.ok(Buffer.byteLength(JSON.stringify(data)) < 65_535);
  t.equal(Object.keys(data.fields).length + data.left_out, 500);
});

t.test('entries older than TIMELINE_DAYS are deleted, and 0 keeps all entries', async (t) => {
  const id = await addContact(service, { email: 'old@x.example' });
  const now = new Date();
  const old = new Date(now.getTime() - 11 * 86_400_000);
  const oldest = await db.selectFrom('automations_timeline').select(['id', 'at']).orderBy('id').limit(3).execute();
  const ids = oldest.map((row) => row.id);
  await db.updateTable('automations_timeline').set({ at: old }).where('id', 'in', ids).execute();
  const left = async () =>
    (await db.selectFrom('automations_timeline').select('id').where('id', 'in', ids).execute()).length;
  await forgetOld(db, { auditDays: 400, timelineDays: 0, eventDays: 0 }, now);
  t.equal(await left(), 3);
  await forgetOld(db, { auditDays: 400, timelineDays: 10, eventDays: 0 }, now);
  t.equal(await left(), 0);
  t.equal((await rowsOf(id)).length, 1);
});
