/** Tags and lists over HTTP. They differ only in name, so every guarantee is checked for both. */

import { addContact, addTerms, recordOf, startAutomations } from '../fixtures/automations.ts';
import { t } from '../runner/tap.ts';

const kinds = [
  { one: 'tag', many: 'tags', type: '1' },
  { one: 'list', many: 'lists', type: '2' },
] as const;

/** Compares names as MySQL does. */
const { compare: collate } = new Intl.Collator('en', { sensitivity: 'base' });

const service = await startAutomations(t);
const { get, post, del, call } = service;

for (const { one, many, type } of kinds) {
  t.test(`${one}/add returns each new ${one} with every field of the specification`, async (t) => {
    const { status, body } = await post(`/${one}/add`, { [many]: ['Alpha', '  Beta '] });
    t.equal(status, 200);
    t.match(body, { code: 'success', data: { limit: 0, offset: 0 } });
    t.match(
      body.data[many].map(({ name }: { name: string }) => name),
      ['Alpha', 'Beta'],
    );
    for (const term of body.data[many]) {
      t.strictSame(Object.keys(term), ['ID', 'name', 'type', 'created_at', 'updated_at', 'data']);
      t.type(term.ID, 'number');
      t.equal(term.type, type);
      t.match(term.created_at, /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
      t.equal(term.updated_at, null);
      t.equal(term.data, null);
    }
  });

  t.test(
    `a ${one} whose name exists, ignoring case, is skipped, and a request without new names gets already_exists`,
    async (t) => {
      await addTerms(service, one, ['Once']);
      const some = await post(`/${one}/add`, { [many]: ['ONCE', 'Twice', 'twice', 'Twicé'] });
      t.strictSame(
        some.body.data[many].map(({ name }: { name: string }) => name),
        ['Twice', 'Twicé'],
      );
      const none = await post(`/${one}/add`, { [many]: 'once' });
      t.equal(none.status, 422);
      t.match(none.body, { code: 'already_exists', message: String });
    },
  );

  t.test(`${many} with equivalent names are created as one ${one}`, async (t) => {
    const name = `Same ${one} caf\u00e9`;
    const [id] = await addTerms(service, one, [name]);
    const alike = [`Same\u00a0${one} caf\u00e9`, `S\u200bame ${one} cafe\u0301`, `\ufeffSAME ${one} caf\u00e9\u00ad`];
    for (const other of alike) {
      t.match(
        await post(`/${one}/add`, { [many]: [other] }),
        { body: { code: 'already_exists' } },
        JSON.stringify(other),
      );
    }
    const contact = { email: `same-${one}@x.example`, [`${one}_names`]: alike };
    const { body } = await post('/contacts/batch', { contacts: [contact], create_missing: true });
    t.match(await recordOf(service, Number(body.data.results[0].id)), { [many]: `[${id}]` });
    t.match(await post(`/${one}/add`, { [many]: ['\u200b'] }), { status: 400 });
  });

  t.test(`a single string creates one ${one}, and commas are part of its name`, async (t) => {
    const { body } = await post(`/${one}/add`, { [many]: 'One, two' });
    t.equal(body.data[many][0].name, 'One, two');
  });

  for (const [what, given] of [
    ['no names', {}],
    ['an empty list', { [many]: [] }],
    ['an empty name', { [many]: [' '] }],
    ['null', { [many]: null }],
  ] as const) {
    t.test(`${one}/add with ${what} is refused with required_fields_missing`, async (t) => {
      const { status, body } = await post(`/${one}/add`, given);
      t.equal(status, 400);
      t.equal(body.code, 'required_fields_missing');
    });
  }

  for (const [what, given] of [
    ['a name over 200 characters', ['x'.repeat(201)]],
    ['an object for a name', [{}]],
    ['over 500 names', Array.from({ length: 501 }, (_, n) => `n${n}`)],
  ] as const) {
    t.test(`${one}/add with ${what} is refused with unprocessable_entity`, async (t) => {
      const { status, body } = await post(`/${one}/add`, { [many]: given });
      t.equal(status, 422);
      t.equal(body.code, 'unprocessable_entity');
    });
  }

  t.test(`${many} are listed newest first with ID and name, and pages are complete`, async (t) => {
    const ids = await addTerms(
      service,
      one,
      Array.from({ length: 30 }, (_, n) => `${one} ${n}`),
    );
    const first = await get(`/${many}`);
    t.equal(first.body.data[many].length, 25);
    t.match(first.body.data, { limit: 25, offset: 0 });
    t.strictSame(Object.keys(first.body.data[many][0]), ['ID', 'name']);
    t.equal(first.body.data[many][0].ID, ids.at(-1));
    const total = Number(first.headers.get('x-wp-total'));
    t.equal(Number(first.headers.get('x-wp-totalpages')), Math.ceil(total / 25));
    const seen: number[] = [];
    for (let page = 1; seen.length < total; page++) {
      const { body } = await get(`/${many}?page=${page}&limit=7`);
      t.match(body.data, { limit: 7, offset: (page - 1) * 7 });
      seen.push(...body.data[many].map(({ ID }: { ID: number }) => ID));
    }
    t.strictSame(
      seen,
      [...new Set(seen)].sort((a, b) => b - a),
    );
    t.equal((await get(`/${many}?offset=${total - 1}&page=1`)).body.data[many].length, 1);
    t.strictSame((await get(`/${many}?page=9999`)).body.data[many], []);
  });

  for (const query of ['page=0', 'page=-1', 'page=x', 'limit=0', 'limit=501', 'offset=-1', 'page[]=1', 'limit=1e2']) {
    t.test(`${many}?${query} is refused with unprocessable_entity`, async (t) => {
      const { status, body } = await get(`/${many}?${query}`);
      t.equal(status, 422);
      t.equal(body.code, 'unprocessable_entity');
    });
  }

  t.test(
    `${one}/update renames a ${one}, even to its own name in another case, but not to the name of another ${one}`,
    async (t) => {
      const [id, other] = await addTerms(service, one, ['Old name', 'Other name']);
      const { status, body } = await post(`/${one}/update/${id}`, { [one]: ' New name ' });
      t.equal(status, 200);
      t.strictSame(body.data, { [many]: { ID: id, name: 'New name' }, limit: 0, offset: 0 });
      t.equal((await post(`/${one}/update/${id}`, { [one]: 'NEW NAME' })).status, 200);
      t.equal((await post(`/${one}/update/${id}`, { [one]: 'NEW NAME' })).status, 200);
      const taken = await post(`/${one}/update/${other}`, { [one]: 'new name' });
      t.equal(taken.status, 422);
      t.equal(taken.body.code, 'already_exists');
      t.match(await post(`/${one}/update/${id}`, {}), { status: 400, body: { code: 'required_fields_missing' } });
      t.match(await post(`/${one}/update/${id}`, { [one]: '  ' }), { status: 400 });
      t.match(await post(`/${one}/update/999999999`, { [one]: 'x' }), {
        status: 404,
        body: { code: 'data_not_found' },
      });
    },
  );

  t.test(`deleting a ${one} also removes it from every contact`, async (t) => {
    const [id, kept] = await addTerms(service, one, ['Doomed', 'Kept']);
    const contact = await addContact(service, { email: `${one}@doomed.example`, [many]: [id, kept] });
    const { status, body } = await del(`/${one}/${id}`);
    t.equal(status, 200);
    t.strictSame(body.data, { [many]: { ID: id, name: 'Doomed' }, limit: 0, offset: 0 });
    t.equal((await recordOf(service, contact))[many], `[${kept}]`);
    t.match(await del(`/${one}/${id}`), { status: 404, body: { code: 'data_not_found' } });
    t.notOk((await get(`/${many}?limit=500`)).body.data[many].some(({ ID }: { ID: number }) => ID === id));
    t.equal((await post(`/${one}/add`, { [many]: ['Doomed'] })).status, 200, 'its name is free again');
  });

  t.test(`a wrong method on a ${one} path is answered with method_not_allowed and the header Allow`, async (t) => {
    const { status, body, headers } = await call('PUT', `/${one}/1`, {});
    t.equal(status, 405);
    t.equal(body.code, 'method_not_allowed');
    t.equal(headers.get('allow'), 'DELETE');
  });
}

for (const { one, many } of kinds) {
  t.test(`${many} are searched by a part of the name, sorted, and counted on request`, async (t) => {
    const names = ['zz 100% Äpfel', 'ZZ apfelmus', 'zz_other'];
    const ids = (await addTerms(service, one, names)) as [number, number, number];
    for (let n = 0; n < 3; n++) {
      await addContact(service, { email: `${one}${n}@counted.example`, [many]: ids.slice(n === 0 ? 0 : 1, 2) });
    }
    const found = async (query: string) =>
      (await get(`/${many}?${query}`)).body.data[many].map(({ ID }: { ID: number }) => names[ids.indexOf(ID)] ?? ID);
    t.strictSame(await found('search=APFEL'), ['ZZ apfelmus', 'zz 100% Äpfel']);
    t.strictSame(await found('search=%25'), ['zz 100% Äpfel'], 'a percent sign is one');
    t.strictSame(await found('search=zz_'), ['zz_other'], 'an underscore is one');
    t.strictSame(await found('search=zz&sort=name'), ['zz 100% Äpfel', 'ZZ apfelmus', 'zz_other'].sort(collate));
    t.strictSame(await found('search=zz&sort=contacts'), ['ZZ apfelmus', 'zz 100% Äpfel', 'zz_other']);
    t.strictSame(await found('search=zz&sort=contacts&order=asc&limit=1'), ['zz_other']);
    t.strictSame(await found(`ids=${ids[2]},${ids[0]},999999999&order=asc`), ['zz 100% Äpfel', 'zz_other']);
    const counted = await get(`/${many}?search=zz&sort=created&order=asc&counts=1`);
    t.equal(counted.headers.get('x-wp-total'), '3');
    t.equal(counted.body.data.total, 3);
    t.match(counted.body.data[many], [
      { ID: ids[0], name: names[0], contacts: 1, created_at: /^\d{4}-/, updated_at: null },
      { contacts: 3 },
      { contacts: 0 },
    ]);
    for (const query of ['sort=size', 'order=up', 'counts=maybe', 'ids=x']) {
      t.match(await get(`/${many}?${query}`), { status: 422, body: { code: 'unprocessable_entity' } }, query);
    }
  });
}

t.test("a tag's or list's uses are shown before its deletion", async (t) => {
  const [tag] = (await addTerms(service, 'tag', ['Named'])) as [number];
  const [list] = (await addTerms(service, 'list', ['Named'])) as [number];
  await addContact(service, { email: 'named@x.example', tags: [tag], lists: [list] });
  const of = async (path: string, body: object) => (await post(path, body)).body.data;
  const { segment } = await of('/segment/add', { name: 'Without', filter: { tag_not: [tag], list: [list] } });
  const { rule } = await of('/rule/add', {
    name: 'By tag',
    trigger: { event: 'tag.added', tag },
    steps: [{ action: 'remove_lists', lists: [list] }],
    active: false,
  });
  await post('/consent/settings', { public_lists: [list] });
  const named = {
    contacts: 1,
    rules: [{ ID: rule.ID, name: 'By tag' }],
    segments: [{ ID: segment.ID, name: 'Without' }],
    others: [],
  };
  t.strictSame((await get(`/tag/${tag}/uses`)).body.data.uses, named);
  t.strictSame((await get(`/list/${list}/uses`)).body.data.uses, { ...named, public: true });
  t.match(await get(`/tag/${list}/uses`), { status: 404, body: { code: 'data_not_found' } });
});

t.test("a tag's id does not work as a list's id", async (t) => {
  const [tag] = await addTerms(service, 'tag', ['Only a tag']);
  t.equal((await del(`/list/${tag}`)).status, 404);
  t.equal((await post(`/list/update/${tag}`, { list: 'x' })).status, 404);
  t.equal((await post('/list/add', { lists: ['Only a tag'] })).status, 200);
});
