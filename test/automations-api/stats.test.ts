/** The site's analytics: each number equals a count of the contacts, and is read only from indexes. */
import fc from 'fast-check';
import { sql } from 'kysely';
import { insertExampleContacts } from '../../automations-api/demo/contact-queries.ts';
import { previousDays, readDays, seriesOf } from '../../automations-api/plugins/automations/stats/period.ts';
import { findFirstCreation, listCreatedSince } from '../../automations-api/plugins/automations/stats/queries.ts';
import { listLatest } from '../../automations-api/plugins/automations/timeline/core/queries.ts';
import { addContact, type Body, keepCounts, startAutomations } from '../fixtures/automations.ts';
import { explain, indexesOf, wholeReads } from '../fixtures/explain.ts';
import { t } from '../runner/tap.ts';

const service = await startAutomations(t);
const { get, post, del, db } = service;
keepCounts(t, service);

const statusNames = ['unverified', 'subscribed', 'bounced', 'unsubscribed', 'soft_bounced', 'complaint'];
const dayMs = 86_400_000;
const now = new Date();
const today = Math.floor(now.getTime() / dayMs);
const show = (day: number) => new Date(day * dayMs).toISOString().slice(0, 10);

/** Adds a contact for each entry, created the given number of days ago. */
const addMadeAgo = (name: string, made: { days: number; status: number }[]) =>
  insertExampleContacts(
    db,
    made.map(({ days, status }, n) => ({
      email: `${name}${n}@x.example`,
      status,
      creation_date: new Date((today - days) * dayMs + (n % 24) * 3_600_000),
    })),
  );

const statsOf = async (query = ''): Promise<Body> => {
  const answer = await get(`/stats?${query}`);
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.body.data.stats;
};

/** Counts the contacts themselves instead of reading stored counts. */
async function countCreated(from: string, to: string, bucket: 10 | 7): Promise<Record<string, number>> {
  const { rows } = await sql<{ start: string; n: number }>`
    SELECT LEFT(DATE_FORMAT(creation_date, '%Y-%m-%d'), ${sql.lit(bucket)}) AS start, COUNT(*) AS n
    FROM ${sql.table('automations_contacts')}
    WHERE creation_date >= ${from} AND creation_date < ${to} + INTERVAL 1 DAY GROUP BY start`.execute(db);
  return Object.fromEntries(rows.map(({ start, n }) => [start, Number(n)]));
}
const filled = (series: { start: string; created: number }[], bucket: 10 | 7) =>
  Object.fromEntries(
    series.filter(({ created }) => created > 0).map((one) => [one.start.slice(0, bucket), one.created]),
  );

t.test('a site without contacts has zeros for each day, and no first contact', async (t) => {
  const stats = await statsOf('compare=previous');
  t.match(stats, { contacts: 0, first_day: null, before: 0, created: 0, interval: 'day' });
  t.ok([today, today + 1].map(show).includes(stats.to), 'up to today, even if midnight has passed');
  t.equal(stats.series.length, 30);
  t.equal(stats.previous.to, show(Date.parse(stats.to) / dayMs - 30));
});

t.test(
  'the numbers of contacts by status and by day or month equal a count that leaves out deleted contacts',
  async (t) => {
    const made = Array.from({ length: 120 }, (_, n) => ({ days: (n * n) % 700, status: n % 6 }));
    await addMadeAgo('made', made);
    const gone = await addContact(service, { email: 'gone@x.example', status: 'subscribed' });
    await addMadeAgo('new', [{ days: 0, status: 1 }]);
    await del(`/contact/${gone}`);
    for (const [query, from, bucket] of [
      ['', show(today - 29), 10],
      [`from=${show(today - 699)}&interval=day&compare=previous`, show(today - 699), 10],
      [`from=${show(today - 699)}`, show(today - 699), 7],
      [`from=${show(today - 59)}&interval=month`, show(today - 59), 7],
    ] as const) {
      const stats = await statsOf(`to=${show(today)}&${query}`);
      t.match(stats, { from, to: show(today), interval: bucket === 7 ? 'month' : 'day', contacts: 121 });
      const truth = await countCreated(from, show(today), bucket);
      t.same(filled(stats.series, bucket), truth, query);
      t.equal(
        stats.created,
        Object.values(truth).reduce((sum, n) => sum + n, 0),
      );
      t.equal(stats.before + stats.created, 121, 'before and created are all');
      for (const { status, contacts } of stats.statuses) {
        const { total } = (await get(`/contacts?status=${status}&limit=1`)).body.data.contact;
        t.equal(contacts, total, status);
        const { total: since } = (await get(`/contacts?status=${status}&from=${from}&limit=1`)).body.data.contact;
        t.equal(
          stats.created_statuses.find((one: Body) => one.status === status).contacts,
          since,
          `${status}, created`,
        );
      }
    }
    const stats = await statsOf(`from=${show(today - 9)}&to=${show(today - 5)}&compare=previous`);
    const previous = await countCreated(show(today - 14), show(today - 10), 10);
    t.match(stats.previous, { from: show(today - 14), to: show(today - 10) });
    t.same(filled(stats.previous.series, 10), previous);
    t.equal(stats.statuses.length, statusNames.length);
    t.equal(stats.first_day, show(today - Math.max(...made.map(({ days }) => days))));
  },
);

t.test('on request, the tags and lists with the most contacts are listed, the largest first', async (t) => {
  t.notOk('tags' in (await statsOf()));
  const names = ['Rare', 'Common', 'Unused'];
  for (const many of ['tags', 'lists']) await post(`/${many.slice(0, -1)}/add`, { [many]: names });
  const tagged = { tag_names: ['Common'], list_names: ['Rare'] };
  await addContact(service, { email: 'one@terms.example', ...tagged });
  await addContact(service, { email: 'two@terms.example', ...tagged });
  await addContact(service, { email: 'three@terms.example', tag_names: ['Common', 'Rare'] });
  const namesIn = (terms: Body[]) => terms.map(({ name, contacts }) => [name, contacts]);
  const { tags, lists } = await statsOf('terms=50');
  t.same(namesIn(tags), [
    ['Common', 3],
    ['Rare', 1],
  ]);
  t.same(namesIn(lists), [['Rare', 2]]);
  t.same(namesIn((await statsOf('terms=1')).tags), [['Common', 3]]);
  for (const terms of [0, 51, 'x']) t.equal((await get(`/stats?terms=${terms}`)).status, 422);
});

t.test('a period with invalid or reversed days, or with too many days, is refused', async (t) => {
  for (const query of [
    'from=2026-02-30',
    'to=tomorrow',
    'from=2026-02-02&to=2026-02-01',
    'from=2020-01-01&to=2022-06-01&interval=day',
    'from=1990-01-01&to=2026-01-01',
    'interval=week',
  ]) {
    const { status, body } = await get(`/stats?${query}`);
    t.equal(status, 422, query);
    t.equal(body.code, 'unprocessable_entity', query);
  }
});

t.test(
  'each day of a period is in exactly one point of its series, and the previous period is equally long and ends where the period starts',
  async (t) => {
    const day = fc.integer({ min: 0, max: 40_000 });
    fc.assert(
      fc.property(day, fc.integer({ min: 0, max: 730 }), fc.boolean(), (from, length, isByMonth) => {
        const interval = isByMonth ? 'month' : 'day';
        const asked = readDays({ from: show(from), to: show(from + length), interval }, now);
        const counts = Array.from({ length: length + 1 }, (_, n) => ({ day: from + n, status: 1, n: 1 }));
        const series = seriesOf(asked, interval, counts);
        const starts = series.map(({ start }) => start);
        t.same(starts, [...new Set(starts)].sort(), 'in order, once each');
        if (series.reduce((sum, { created }) => sum + created, 0) !== length + 1) throw new Error('a day is lost');
        const previous = previousDays(asked);
        if (previous.until !== asked.from || previous.until - previous.from !== length + 1)
          throw new Error('another length');
      }),
      { numRuns: 60 },
    );
  },
);

t.test(
  'the newest timeline entries of all contacts are listed once each, page by page, with their contacts',
  async (t) => {
    const id = await addContact(service, { email: 'latest@x.example', f_name: 'Lat' });
    await post(`/contact/${id}/note`, { note: 'Rang.' });
    const { body } = await get('/timeline?limit=1');
    t.match(body.data.timeline, [
      {
        event: 'note.added',
        data: { note: { note: 'Rang.' } },
        contact: { id: String(id), email: 'latest@x.example', f_name: 'Lat', l_name: '' },
      },
    ]);
    const seen: string[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page: Body = (await get(`/timeline?limit=3&cursor=${cursor}`)).body.data;
      seen.push(...page.timeline.map((one: Body) => `${one.contact.id} ${one.event}`));
      cursor = page.next_cursor;
    }
    const { n } = await db
      .selectFrom('automations_timeline')
      .select((e) => e.fn.countAll().as('n'))
      .executeTakeFirstOrThrow();
    t.equal(seen.length, Number(n));
    const { next_cursor: own } = (await get(`/contact/${id}/timeline?limit=1`)).body.data;
    t.equal((await get(`/timeline?cursor=${own}`)).status, 422, 'the cursor of one contact is none of all');
  },
);

t.test(
  'a webhook is reported as failing if it has dead letters or old deliveries, but not for deliveries in progress',
  async (t) => {
    const add = async (name: string) =>
      (await post('/webhook/add', { url: `https://${name}.example/`, events: ['contact.created'] })).body.data.webhooks
        .ID as number;
    const [dead, late, fresh, off] = [await add('dead'), await add('late'), await add('fresh'), await add('off')];
    await post(`/webhook/update/${off}`, { active: false });
    const delivery = (webhook_id: number, status: 'new' | 'queued' | 'dead' | 'delivered', minutes: number) => ({
      webhook_id,
      event_id: `${webhook_id}-${minutes}`.padEnd(32, '0'),
      event: 'contact.created',
      payload: '{}',
      status,
      last_error: `after ${minutes}`,
      created_at: new Date(Math.floor(now.getTime() / 1_000) * 1_000 - minutes * 60_000),
      // The deliveries are due later, so that no worker sends them during the test.
      due_at: new Date(now.getTime() + 3_600_000),
    });
    await db
      .insertInto('automations_webhook_deliveries')
      .values([
        delivery(dead, 'dead', 50),
        delivery(dead, 'dead', 40),
        delivery(dead, 'delivered', 30),
        delivery(late, 'queued', 60),
        delivery(late, 'queued', 30),
        delivery(fresh, 'queued', 2),
        delivery(off, 'queued', 20),
      ])
      .execute();
    const since = new Date(now.getTime() - 60 * 60_000).toISOString().slice(0, 19).replace('T', ' ');
    const shown = { events: ['contact.created'], active: true };
    t.same((await get('/stats/webhooks')).body.data.webhooks, [
      {
        ...shown,
        ID: dead,
        url: 'https://dead.example/',
        dead: 2,
        pending: 0,
        pending_since: null,
        last_error: 'after 40',
      },
      {
        ...shown,
        ID: late,
        url: 'https://late.example/',
        dead: 0,
        pending: 2,
        pending_since: since,
        last_error: 'after 60',
      },
    ]);
  },
);

t.test('the list of jobs can be limited to unfinished jobs', async (t) => {
  const job = (status: 'running' | 'done') => ({
    status,
    filter: '{}',
    action: '{"action":"delete"}',
    total: 1,
    by_type: 'api_key',
    by_id: 1,
    by_name: '',
    created_at: now,
    due_at: new Date(now.getTime() + 3_600_000),
    ended_at: status === 'done' ? now : null,
  });
  await db
    .insertInto('automations_jobs')
    .values([job('done'), job('running')])
    .execute();
  const { body, headers } = await get('/jobs?status=open');
  t.match(body.data.jobs, [{ status: 'running' }]);
  t.equal(body.data.jobs.length, 1);
  t.equal(headers.get('x-wp-total'), '1');
  t.equal((await get('/jobs?status=shut')).status, 422);
});

t.test('each number is read from an index, without a scan of all contacts', async (t) => {
  await sql`ANALYZE TABLE ${sql.table('automations_contact_counts')}`.execute(db);
  const explained = [
    ...(await explain(db, (db) => listCreatedSince(db, today - 2))),
    ...(await explain(db, (db) => listLatest(db, undefined, 10))),
  ];
  t.notOk(indexesOf(explained).some((one) => one.endsWith('.null')));
  t.same(wholeReads(explained.slice(0, 1)), []);
  const [first] = await explain(db, findFirstCreation);
  t.match(first?.plans[0], { Extra: /optimized away/ });
});
