/** Many concurrent clients: no object is lost, doubled or left over, and stored counts stay correct. */

import {
  addContact,
  addTerms,
  answerOf,
  type Body,
  findWrongCounts,
  recordOf,
  startAutomations,
} from '../fixtures/automations.ts';
import { type Test, t } from '../runner/tap.ts';

const service = await startAutomations(t);
const { get, post, del, db } = service;
const times = <T>(n: number, work: (n: number) => Promise<T>) =>
  Promise.all(Array.from({ length: n }, (_, i) => work(i)));
const idsIn = (record: Body, kind: 'tags' | 'lists'): number[] => JSON.parse(record[kind]);

/** Declares a test that ends with a check of the stored counts. */
const race = (name: string, work: (t: Test) => Promise<unknown>) =>
  t.test(name, async (t) => {
    await work(t);
    t.strictSame(await findWrongCounts(db), [], 'stored counts match the contacts');
  });

race(
  '20 parallel adds of one address, in different case, leave one contact; the others are already_exists',
  async (t) => {
    const [tag] = await addTerms(service, 'tag', ['Raced for']);
    const answers = await times(20, (n) =>
      post('/contact/add', { email: n % 2 ? 'Race@x.example' : 'race@X.example', f_name: `F${n}`, tags: [tag] }),
    );
    t.equal(answers.filter(({ status }) => status === 200).length, 1);
    for (const { status, body } of answers.filter((answer) => answer.status !== 200)) {
      t.equal(status, 422);
      t.equal(body.code, 'already_exists');
    }
    t.equal((await get('/contacts?email=race@x.example')).body.data.contact.total, 1);
    t.equal((await get(`/contacts?tag=${tag}`)).body.data.contact.total, 1);
  },
);

race('20 parallel changes to one address leave it with one contact', async (t) => {
  const ids = await times(20, (n) => addContact(service, { email: `mover${n}@x.example` }));
  const answers = await Promise.all(ids.map((id) => post(`/contact/update-email/${id}`, { email: 'moved@x.example' })));
  t.equal(answers.filter(({ status }) => status === 200).length, 1);
  t.equal(answers.filter(({ body }) => body.code === 'already_exists').length, 19);
});

for (const [one, many, given] of [
  ['tag', 'tags', 'tagId'],
  ['list', 'lists', 'listId'],
] as const) {
  race(`20 parallel assigns of different ${many} to one contact lose none, nor do unassigns`, async (t) => {
    const ids = await addTerms(
      service,
      one,
      Array.from({ length: 20 }, (_, n) => `${one} ${n}`),
    );
    const contact = await addContact(service, { email: `many-${many}@x.example` });
    const assigned = await Promise.all(ids.map((id) => post(`/contact/${one}-assign/${contact}`, { [many]: [id] })));
    t.ok(assigned.every(({ status, body }) => status === 200 && body.data[many].length === 1));
    t.strictSame(idsIn(await recordOf(service, contact), many), ids);
    const unassigned = await Promise.all(
      ids.slice(5).map((id) => post(`/contact/${one}-unassign/${contact}`, { [given]: [id] })),
    );
    t.same([...new Set(unassigned.map(({ status }) => status))], [200]);
    t.strictSame(idsIn(await recordOf(service, contact), many), ids.slice(0, 5));
  });

  race(`20 parallel assigns of one ${one} to one contact are one membership, reported as new once`, async (t) => {
    const [id] = await addTerms(service, one, [`Once ${one}`]);
    const contact = await addContact(service, { email: `once-${many}@x.example` });
    const answers = await times(20, () => post(`/contact/${one}-assign/${contact}`, { [many]: [id] }));
    t.equal(answers.flatMap(({ body }) => body.data[many]).length, 1);
    t.equal((await get(`/contacts?${one}=${id}`)).body.data.contact.total, 1);
  });

  race(`a ${one} deleted while contacts get it leaves no dead id on any contact`, async (t) => {
    for (let round = 0; round < 4; round++) {
      const [doomed, kept] = (await addTerms(service, one, [`Doomed ${round}`, `Kept ${round}`])) as [number, number];
      const contacts = await times(12, (n) => addContact(service, { email: `doomed-${one}-${round}-${n}@x.example` }));
      const [answers, deleted] = await Promise.all([
        Promise.all([
          ...contacts.map((id) => post(`/contact/${one}-assign/${id}`, { [many]: [doomed, kept] })),
          ...contacts.map((id) => post(`/contact/update/${id}`, { f_name: `Round ${round}` })),
          post('/contact/add', { email: `late-${one}-${round}@x.example`, [many]: [doomed, kept] }),
          post('/contacts/batch', {
            contacts: contacts.map((_, n) => ({ email: `b-${one}-${round}-${n}@x.example`, [many]: [doomed, kept] })),
          }),
        ]),
        del(`/${one}/${doomed}`),
      ]);
      t.equal(deleted.status, 200);
      t.ok(
        answers.every(({ status }) => status === 200),
        answers.map(({ text }) => text).join(),
      );
      const left = await db
        .selectFrom('automations_contact_terms as m')
        .leftJoin('automations_terms as t', 't.id', 'm.term_id')
        .select('m.contact_id')
        .where('t.id', 'is', null)
        .execute();
      t.strictSame(left, []);
      for (const id of contacts) t.strictSame(idsIn(await recordOf(service, id), many), [kept]);
      t.equal((await get(`/contacts?${one}=${kept}`)).body.data.contact.total, 25);
      t.equal((await get(`/contacts?${one}=${doomed}`)).body.data.contact.total, 0);
    }
  });
}

race('a field deleted while contacts get values for it leaves no value behind', async (t) => {
  const fields = await times(
    4,
    async (n) => (await post('/field/add', { field_name: `F${n}`, type: 1 })).body.data.fields.ID,
  );
  await Promise.all([
    ...fields.map((id) => del(`/field/${id}`)),
    times(20, (n) => post('/contact/add', { email: `value${n}@x.example`, fields: { [fields[n % 4]]: 'v' } })),
  ]);
  t.strictSame(await db.selectFrom('automations_field_values').selectAll().execute(), []);
});

race('parallel creation of one tag, field or list creates one', async (t) => {
  for (const [path, body] of [
    ['/tag/add', { tags: ['Same', 'same'] }],
    ['/list/add', { lists: ['Same'] }],
    ['/field/add', { field_name: 'Same', type: 1 }],
  ] as [string, object][]) {
    const answers = await times(12, () => post(path, body));
    t.equal(answers.filter(({ status }) => status === 200).length, 1, path);
    t.equal(answers.filter(({ body }) => body.code === 'already_exists').length, 11, path);
  }
});

race(
  'concurrent changes, deletions, assigns and batches on the same contacts all end, and the counts are right',
  async (t) => {
    const tags = (await addTerms(service, 'tag', ['Storm 1', 'Storm 2', 'Storm 3'])) as [number, number, number];
    const ids = await times(10, (n) => addContact(service, { email: `storm${n}@x.example`, tags: [tags[n % 3]] }));
    const statuses = ['unverified', 'subscribed', 'bounced', 'unsubscribed'];
    const answers = await times(120, (n) => {
      const id = ids[n % 10];
      switch (n % 6) {
        case 0:
          return post(`/contact/change-status/${id}`, { status: statuses[n % 4] });
        case 1:
          return post(`/contact/tag-assign/${id}`, { tags: [tags[n % 3]] });
        case 2:
          return post(`/contact/tag-unassign/${id}`, { tagId: [tags[(n + 1) % 3]] });
        case 3:
          return post(`/contact/update/${id}`, { l_name: `L${n}`, tags: [tags[n % 3]] });
        case 4:
          return post('/contacts/batch', {
            contacts: [5, 4, 3, 2, 1].map((k) => ({
              email: `storm${(n + k) % 10}@x.example`,
              status: statuses[k % 4],
            })),
          });
        default:
          return n > 100 ? del(`/contact/${id}`) : get(`/contact?id=${id}`);
      }
    });
    // On a busy machine some requests are answered with 503, and change nothing.
    const others = answers.filter(
      ({ status, body }) => ![200, 503].includes(status) && body.code !== 'contact_not_exists',
    );
    t.strictSame(
      others.map(({ body }) => body),
      [],
    );
  },
);

const newFilter = { status: ['subscribed'] };
/** Kinds of objects that two clients read and then change: how they are created, and the paths to use. */
const edited: [string, () => Promise<{ read: string; change: string; remove: string }>, object, object][] = [
  [
    'contact',
    async () => {
      const id = await addContact(service, { email: 'two-tabs@x.example' });
      return { read: `/contact?id=${id}`, change: `/contact/update/${id}`, remove: `/contact/${id}` };
    },
    { f_name: 'Theirs' },
    { f_name: 'Mine' },
  ],
  [
    'rule',
    async () => {
      const [tag] = await addTerms(service, 'tag', ['Two tabs']);
      const rule = {
        name: 'Two tabs',
        trigger: { event: 'contact.created' },
        steps: [{ action: 'add_tags', tags: [tag] }],
        active: false,
      };
      const { ID } = (await post('/rule/add', rule)).body.data.rule;
      return { read: `/rule/${ID}`, change: `/rule/update/${ID}`, remove: `/rule/${ID}` };
    },
    { name: 'Theirs' },
    { name: 'Mine' },
  ],
  [
    'segment',
    async () => {
      const { ID } = (await post('/segment/add', { name: 'Two tabs', filter: {} })).body.data.segment;
      return { read: `/segment/${ID}`, change: `/segment/update/${ID}`, remove: `/segment/${ID}` };
    },
    { filter: newFilter },
    { filter: { status: ['bounced'] } },
  ],
];

for (const [what, make, theirs, mine] of edited) {
  t.test(
    `of two changes based on the same version of a ${what}, the later change gets a conflict that shows the earlier change`,
    async (t) => {
      const { read, change, remove } = await make();
      const send = async (method: string, path: string, tag: string | null, body?: object) =>
        answerOf(
          await fetch(`${service.site}/wp-json/automations${path}`, {
            method,
            headers: { 'X-API-Key': service.key, 'Content-Type': 'application/json', 'If-Match': tag ?? '' },
            ...(body ? { body: JSON.stringify(body) } : {}),
          }),
        );
      const tag = (await get(read)).headers.get('etag');
      const changed = await send('POST', change, tag, theirs);
      t.equal(changed.status, 200, changed.text);
      const now = await get(read);
      t.equal(now.headers.get('etag'), changed.headers.get('etag'));
      for (const refused of [await send('POST', change, tag, mine), await send('DELETE', remove, tag)]) {
        t.equal(refused.status, 409, refused.text);
        const { code, details } = refused.body;
        t.same([code, details.etag], ['conflict', now.headers.get('etag')]);
        t.match(now.body.data, JSON.parse(JSON.stringify({ [what]: shown(details.current[what]) })));
        t.match(details.changed_by, { type: 'api_key' });
        t.match(details.changed_at, /^\d{4}-\d\d-\d\d /);
      }
      t.equal((await send('POST', change, now.headers.get('etag'), mine)).status, 200);
      t.equal((await post(change, theirs)).status, 200, 'without the header as before');
      t.equal((await send('DELETE', remove, (await get(read)).headers.get('etag'))).status, 200);
    },
  );
}

/** Leaves out the time of a segment's count, which is not part of its version. */
const shown = ({ counted_at: _, ...thing }: Body) => thing;
