/** Hooks under random and hostile messages: contacts lose nothing, and the service stays up. */
import fc from 'fast-check';
import { parsePath, readPath } from '../../../automations-api/plugins/hooks/core/json-path.ts';
import { readMessage } from '../../../automations-api/plugins/hooks/core/mapping.ts';
import { addContact, addTerms, type Body, startAutomations } from '../../fixtures/automations.ts';
import { addHook, sendTo } from '../../fixtures/hooks.ts';
import { t } from '../../runner/tap.ts';

const service = await startAutomations(t);
const { post, get } = service;

t.test("a path finds only a message's own fields, never inherited properties", async (t) => {
  const body = JSON.parse(
    '{"a":[{"b":1},{"b":2,"c":{"d":"x"}}],"a.b":{"":5},"__proto__":{"y":3},"n":null,"h":[{"k":{"toString":1}}]}',
  );
  for (const [path, value] of [
    ['a[1].c.d', 'x'],
    ['a[b=2].c.d', 'x'],
    ['a[c.d=x].b', 2],
    ['["a.b"][""]', 5],
    ['__proto__.y', 3],
    ['a.0.b', 1],
    ['constructor', undefined],
    ['a.length.x', undefined],
    ['toString', undefined],
    ['n.a', undefined],
    ['a[9].b', undefined],
    ['a[b=3].c', undefined],
    ['h[k=x].k', undefined],
  ] as const) {
    t.equal(readPath(body, path), value, path);
  }
  for (const path of ['', '.', 'a.', 'a..b', 'a[', 'a[]', 'a]b', '[x]', `a${'.b'.repeat(30)}`]) {
    t.equal(parsePath(path), undefined, path);
  }
});

t.test('reading a message never fails, with any body and any path', async (t) => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.string({ maxLength: 60 }), fc.string({ maxLength: 60 }), (body, path, other) => {
      const read = readMessage({ email: path, f_name: other, fields: { a: path }, event: { path: other } }, body);
      t.type(read.notes.length, 'number');
    }),
    { numRuns: 2_000 },
  );
});

const names = ['f_name', 'l_name', 'contact_no', 'country', 'state', 'timezone', 'type', 'source', 'points'];

t.test('a known contact never loses a tag, a list or a value, and only named values change', async (t) => {
  const tags = await addTerms(service, 'tag', ['A', 'B', 'C']);
  const lists = await addTerms(service, 'list', ['D', 'E']);
  const fields: number[] = [];
  for (const [name, type] of [
    ['Text', 1],
    ['Number', 2],
    ['Day', 7],
  ] as const) {
    fields.push((await post('/field/add', { field_name: name, type })).body.data.fields.ID);
  }
  const texts = fc.constantFrom('', ' ', 'Ada', 'GB', 'customer', '12', '2026-01-02', 'x'.repeat(200), 'é\u0000');
  const value = fc.oneof(texts, fc.integer(), fc.boolean(), fc.constant(null), fc.constant([]), fc.constant({}));
  const keys = [...names, ...fields.map(String)];
  const hook = await addHook(service);
  let made = 0;
  const property = fc.asyncProperty(
    fc.record({
      known: fc.dictionary(fc.constantFrom(...names.slice(0, 6)), fc.constantFrom('Eve', 'DE'), { maxKeys: 4 }),
      held: fc.subarray([...tags, ...lists]),
      added: fc.subarray([...tags, ...lists, 999_999]),
      body: fc.dictionary(fc.constantFrom(...keys), value),
      overwrite: fc.subarray(keys),
      stored: fc.boolean(),
    }),
    async ({ known, held, added, body, overwrite, stored }) => {
      const email = `p${++made}@x.example`;
      const given = { ...known, ...('country' in known ? { country: 'DE' } : {}) };
      const own = { tags: held.filter((id) => tags.includes(id)), lists: held.filter((id) => lists.includes(id)) };
      const values = stored ? { [String(fields[0])]: 'Stored', [String(fields[1])]: '7' } : {};
      const id = await addContact(service, { email, ...given, ...own, fields: values, status: 'subscribed' });
      const sources = Object.fromEntries(names.map((name) => [name, name]));
      const mapping = {
        ...{ email: 'email', ...sources, overwrite, fields: Object.fromEntries(fields.map((one) => [one, `${one}`])) },
        ...{ tags: added.filter((one) => !lists.includes(one)), lists: added.filter((one) => lists.includes(one)) },
      };
      const before = await stateOf(id);
      const { changes, outcome, ...would } = (await post(`/hook/${hook.ID}/try`, { body: { ...body, email }, mapping }))
        .body.data.would as Body;
      if (outcome === 'failed') throw new Error(JSON.stringify({ body, would }));
      for (const { name, from, to } of changes) {
        const key = name.startsWith('fields.')
          ? String(fields[['text', 'number', 'day'].indexOf(name.slice(7))])
          : name;
        const isEmpty = from === '' || (name === 'points' && from === '0');
        if (to === '' || !(isEmpty || overwrite.includes(key)))
          throw new Error(`${name} changed from ${from} to ${to} by ${JSON.stringify({ body, overwrite })}`);
      }
      const isNew = (one: number) => added.includes(one) && !held.includes(one);
      if (![...would.tags, ...would.lists].every(isNew)) throw new Error(JSON.stringify(would));
      if (JSON.stringify(await stateOf(id)) !== JSON.stringify(before)) throw new Error('the try changed the contact');
    },
  );
  await fc.assert(property, { numRuns: 60 });
  t.pass();
});

const stateOf = async (id: number): Promise<Body> => (await get(`/contact?id=${id}`)).body.data.contact;

t.test('hostile bodies are answered with 2xx or 4xx, and the hook keeps working', async (t) => {
  const hook = await addHook(service, { mapping: { email: 'a.b[0]', fields: { x: 'c' } } });
  const big = 255 << 10;
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  const multipart = { 'content-type': 'multipart/form-data; boundary=b' };
  const part = '--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n';
  const bodies: [string | Buffer, Record<string, string>][] = [
    ['{"a":'.repeat(20_000), {}],
    ['['.repeat(big), {}],
    [`[${'0,'.repeat(99_000)}0]`, {}],
    [`{"__proto__":{"b":["p@x.example"]},"constructor":{"prototype":{"a":1}}}`, {}],
    [`{"a":{"b":["${'@'.repeat(big - 100)}"]}}`, {}],
    [`{"a":1e999,"b":-0,"c":${'9'.repeat(1_000)}}`, {}],
    ['{"a":"\\ud800"}', {}],
    [Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]), {}],
    ['a[b]'.repeat(50_000), form],
    [`a${'[b]'.repeat(50_000)}=1`, form],
    [`${'a&'.repeat(100_000)}`, form],
    [`__proto__[b]=1&constructor[prototype][a]=1&a[b][0]=x`, form],
    ['%'.repeat(big), form],
    [part.repeat(4_000), multipart],
    [`${part}x`, multipart],
    ['--b--', multipart],
    [part, { 'content-type': 'multipart/form-data' }],
    [Buffer.alloc(big, 0x20), {}],
    ['', {}],
    ['null', {}],
    ['<xml/>', { 'content-type': 'application/xml' }],
  ];
  for (const [body, headers] of bodies) {
    const { status } = await sendTo(service.site, hook, body, headers);
    t.ok([202, 400, 429].includes(status), `${String(body).slice(0, 20)}: ${status}`);
  }
  t.equal(({} as Body).a, undefined);
  t.match((await get('/hooks')).body.data.hooks, [{ ID: hook.ID }]);
});
