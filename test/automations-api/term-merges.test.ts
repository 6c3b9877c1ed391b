/** Merges of tags and lists: contacts, rules, segments and settings then use the kept tag or list. */

import {
  addContact,
  addTerms,
  type Body,
  findWrongCounts,
  recordOf,
  startAutomations,
} from '../fixtures/automations.ts';
import { addManyContacts } from '../fixtures/many-contacts.ts';
import { until } from '../fixtures/until.ts';
import { t } from '../runner/tap.ts';

const kinds = [
  { one: 'tag', many: 'tags' },
  { one: 'list', many: 'lists' },
] as const;

const service = await startAutomations(t);
const { db, get, post, del, makeKey, site } = service;

const add = async (path: string, body: object): Promise<Body> => {
  const { status, text, body: answer } = await post(path, body);
  if (status !== 200) throw new Error(text);
  return answer.data;
};
const idsOf = async (contact: number, many: 'tags' | 'lists'): Promise<number[]> =>
  JSON.parse((await recordOf(service, contact))[many]);

async function untilMerged(): Promise<void> {
  const open = () => db.selectFrom('automations_term_merges').select('term_id').executeTakeFirst();
  await until(open, (merge) => merge === undefined);
}

for (const { one, many } of kinds) {
  t.test(`merging ${many} combines their contacts, frees their names, and is reported and audited`, async (t) => {
    const [a, b, kept] = (await addTerms(service, one, ['A', 'B', 'Kept'])) as [number, number, number];
    const both = await addContact(service, { email: `both-${one}@x.example`, [many]: [a, b, kept] });
    const other = await addContact(service, { email: `other-${one}@x.example`, [many]: [b] });
    const { body, status } = await post(`/${one}/merge`, { from: [a, b, a], into: kept });
    t.equal(status, 200);
    t.strictSame(body.data, {
      [many]: { ID: kept, name: 'Kept' },
      merged: [
        { ID: a, name: 'A' },
        { ID: b, name: 'B' },
      ],
      limit: 0,
      offset: 0,
    });
    t.strictSame(await idsOf(both, many), [kept]);
    t.strictSame(await idsOf(other, many), [kept]);
    t.equal((await get(`/contacts?${one}=${kept}`)).body.data.contact.total, 2);
    t.strictSame(await findWrongCounts(db), []);
    t.equal((await post(`/contact/${one}-assign/${other}`, { [many]: [a] })).status, 422, 'it was deleted');
    t.equal((await post(`/${one}/add`, { [many]: ['A'] })).status, 200, 'its name is free');
    const timeline = (await get(`/contact/${other}/timeline?event=${one}.added,${one}.removed`)).body.data.timeline;
    t.match(timeline.slice(0, 2), [
      { event: `${one}.removed`, by: { type: 'api_key' }, data: { [one]: { id: b, value: 'B', merged_into: kept } } },
      { event: `${one}.added`, by: { type: 'api_key' }, data: { [one]: { id: kept, value: 'Kept', merged_from: b } } },
    ]);
    const [entry] = (await get(`/audit?action=${one}.merged&limit=1`)).body.data.audit;
    t.match(entry, { subject: '*', data: { into: kept, into_name: 'Kept' } });
  });

  t.test(`segments and rules that used merged ${many} use the kept ${one}, and the merge starts no rule`, async (t) => {
    const [a, b, kept] = (await addTerms(service, one, ['SA', 'SB', 'SKept'])) as [number, number, number];
    const filter = { [one]: [b, a], [`${one}_all`]: [a, kept], [`${one}_not`]: [999] };
    const { segment } = await add('/segment/add', { name: `Of ${many}`, filter });
    const rule = {
      name: `By ${one}`,
      trigger: { event: `${one}.added`, [one]: a },
      conditions: { [one]: [a] },
      steps: [{ wait: '1 day' }, { action: `remove_${many}`, [many]: [a, b] }],
    };
    const { ID } = (await add('/rule/add', rule)).rule;
    const contact = await addContact(service, { email: `ruled-${one}@x.example`, [many]: [a] });
    await add(`/rule/update/${ID}`, { steps: [{ action: `remove_${many}`, [many]: [b] }] });
    await add('/rule/add', { ...rule, name: 'New', trigger: { event: `${one}.added`, [one]: kept } });
    await add(`/${one}/merge`, { from: [a, b], into: kept });
    const now = (await get(`/segment/${segment.ID}`)).body.data.segment;
    t.match(now, { filter: { [one]: [kept], [`${one}_all`]: [kept], [`${one}_not`]: [999] }, count: 1 });
    t.match((await get(`/rule/${ID}`)).body.data.rule, {
      trigger: { [one]: kept },
      conditions: { [one]: [kept] },
      steps: [{ action: `remove_${many}`, [many]: [kept] }],
    });
    const { definition } = await db
      .selectFrom('automations_rule_versions')
      .select('definition')
      .where('rule_id', '=', ID)
      .where('version', '=', 1)
      .executeTakeFirstOrThrow();
    t.match(JSON.parse(definition), { steps: [{ wait: '1 day' }, { [many]: [kept] }] }, 'also where runs continue');
    t.equal((await get(`/contact/${contact}/runs`)).body.data.runs.length, 1, 'only of the time before');
  });

  t.test(`${many} are merged in the requested order, even while an earlier merge continues`, async (t) => {
    const [a, b, c, gone] = (await addTerms(service, one, ['MA', 'MB', 'MC', 'MGone'])) as [
      number,
      number,
      number,
      number,
    ];
    await addManyContacts(db, `moving-${one}`, 1_800, [a]);
    await add(`/${one}/merge`, { from: [a], into: b });
    await add(`/${one}/merge`, { from: [b], into: c });
    await untilMerged();
    t.equal((await get(`/contacts?${one}=${c}`)).body.data.contact.total, 1_800);
    await add(`/${one}/merge`, { from: [c], into: gone });
    t.equal((await del(`/${one}/${gone}`)).status, 200);
    await untilMerged();
    const left = db.selectFrom('automations_contact_terms').select('contact_id').where('term_id', 'in', [a, b, c]);
    t.strictSame(await left.execute(), []);
    const pending = () => db.selectFrom('automations_term_deletions').select('term_id').executeTakeFirst();
    await until(async () => !(await pending()));
    t.strictSame(await findWrongCounts(db), []);
  });

  t.test(
    `concurrent merges and assignments of ${many} lose no contact and leave no rows of the merged ${many}`,
    async (t) => {
      const ids = await addTerms(service, one, ['R0', 'R1', 'R2', 'R3']);
      const [first, second, third, kept] = ids as [number, number, number, number];
      const contacts: number[] = [];
      for (let n = 0; n < 12; n++) {
        contacts.push(await addContact(service, { email: `raced${n}-${one}@x.example`, [many]: [first] }));
      }
      const merges = [
        post(`/${one}/merge`, { from: [first], into: second }),
        post(`/${one}/merge`, { from: [second, third], into: kept }),
        post(`/${one}/merge`, { from: [third], into: kept }),
      ];
      const assigns = contacts.map((id) => post(`/contact/${one}-assign/${id}`, { [many]: [second, kept] }));
      const answers = await Promise.all([...merges, ...assigns]);
      for (const { status, text } of answers) t.ok([200, 404, 422].includes(status), text);
      await post(`/${one}/merge`, { from: [first], into: kept });
      await post(`/${one}/merge`, { from: [second], into: kept });
      await untilMerged();
      for (const id of contacts) t.strictSame(await idsOf(id, many), [kept]);
      t.strictSame(await findWrongCounts(db), []);
    },
  );

  t.test(`${many} that cannot be merged are refused with the reason`, async (t) => {
    const other = one === 'tag' ? 'list' : 'tag';
    const [a, kept] = (await addTerms(service, one, ['XA', 'XKept'])) as [number, number];
    const [foreign] = (await addTerms(service, other, ['Foreign'])) as [number];
    const { segment } = await add('/segment/add', {
      name: `Torn ${one}`,
      filter: { [one]: [kept], [`${one}_not`]: [a] },
    });
    for (const [what, given, status, code, message] of [
      ['itself', { from: [a, kept], into: kept }, 422, 'unprocessable_entity', /into must not be one/],
      ['an unknown one', { from: [a], into: 999_999_999 }, 404, 'data_not_found', /no such/],
      ['a deleted one', { from: [a, 999_999_999], into: kept }, 404, 'data_not_found', /no such/],
      ['another kind', { from: [foreign], into: kept }, 404, 'data_not_found', /no such/],
      [
        'terms that a segment distinguishes',
        { from: [a], into: kept },
        422,
        'unprocessable_entity',
        `segment ${segment.ID} `,
      ],
      ['nothing', { from: [], into: kept }, 400, 'required_fields_missing', /from/],
      ['nothing into', { from: [a] }, 400, 'required_fields_missing', /into/],
    ] as const) {
      t.match(await post(`/${one}/merge`, given), { status, body: { code, message } }, what);
    }
    t.equal((await get(`/${one}/${a}/uses`)).status, 200, 'it is still there');
    const write = await makeKey('write');
    const body = JSON.stringify({ from: [a], into: kept });
    const headers = { 'Content-Type': 'application/json' };
    const url = `${site}/wp-json/automations/${one}/merge?api_key=${write}`;
    t.equal((await fetch(url, { method: 'POST', body, headers })).status, 403);
  });
}

t.test('two tags cannot be merged if a rule adds one and removes the other', async (t) => {
  const [a, kept] = (await addTerms(service, 'tag', ['Trial', 'Customer'])) as [number, number];
  const steps = [
    { action: 'remove_tags', tags: [a] },
    { action: 'add_tags', tags: [kept] },
  ];
  const { rule } = await add('/rule/add', {
    name: 'Bought',
    trigger: { event: 'contact.created' },
    steps,
    active: false,
  });
  t.match(await post('/tag/merge', { from: [a], into: kept }), {
    status: 422,
    body: { message: `rule ${rule.ID} (Bought)` },
  });
});

t.test('a tag in a group of a segment is listed as used, and replaced by a merge', async (t) => {
  const [a, kept] = (await addTerms(service, 'tag', ['Group A', 'Group kept'])) as [number, number];
  const field = (await add('/field/add', { field_name: 'Group field', type: 1 })).fields;
  const any_of = [{ tag: [a] }, { country: ['DE'], field: { [field.slug]: 'x' } }];
  const { segment } = await add('/segment/add', { name: 'Groups', filter: { any_of } });
  const stored = { tag: [a] };
  t.strictSame(segment.filter.any_of, [stored, { country: ['DE'], field: { [field.ID]: 'x' } }], 'slugs become ids');
  const uses = async (path: string) => (await get(path)).body.data.uses.segments.map(({ ID }: Body) => ID);
  t.strictSame(await uses(`/tag/${a}/uses`), [segment.ID]);
  t.strictSame(await uses(`/field/${field.ID}/uses`), [segment.ID]);
  await add('/tag/merge', { from: [a], into: kept });
  t.strictSame((await get(`/segment/${segment.ID}`)).body.data.segment.filter.any_of[0], { tag: [kept] });
});

t.test('merging a public list does not make another list public', async (t) => {
  const [open, closed, alsoOpen] = (await addTerms(service, 'list', ['Open', 'Closed', 'Also'])) as [
    number,
    number,
    number,
  ];
  await add('/consent/settings', { public_lists: [open, alsoOpen] });
  t.match(await post('/list/merge', { from: [open], into: closed }), { status: 422, body: { message: /consent/ } });
  await add('/list/merge', { from: [open], into: alsoOpen });
  t.strictSame((await get('/consent/settings')).body.data.consent.public_lists, [alsoOpen]);
});

t.test('a tag cannot be merged while an open job adds it', async (t) => {
  const [a, kept] = (await addTerms(service, 'tag', ['JA', 'JKept'])) as [number, number];
  const { insertId } = await db
    .insertInto('automations_jobs')
    .values({
      status: 'queued',
      filter: '{}',
      action: JSON.stringify({ action: 'add_tags', tags: [a] }),
      total: 1,
      due_at: new Date(Date.now() + 3_600_000),
      by_type: 'api_key',
      by_id: 1,
      by_name: '',
      created_at: new Date(),
    })
    .executeTakeFirstOrThrow();
  t.match(await post('/tag/merge', { from: [a], into: kept }), { status: 422, body: { message: `job ${insertId} ` } });
  await post(`/job/cancel/${insertId}`);
  await add('/tag/merge', { from: [a], into: kept });
});
