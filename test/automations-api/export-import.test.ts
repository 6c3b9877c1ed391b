/** An export that is sent to another site line by line creates the same contacts there, without loss or change. */
import fc from 'fast-check';
import {
  type Automations,
  addTerms,
  answerOf,
  type Body,
  keepCounts,
  startAutomations,
} from '../fixtures/automations.ts';
import { recordsOf } from '../fixtures/csv.ts';
import { t } from '../runner/tap.ts';

const [from, ofLines, ofCsv] = [await startAutomations(t), await startAutomations(t), await startAutomations(t)];
keepCounts(t, ofLines);

const options = ['tea', 'a, b', '["tea"]', '=1', "it's", 'Käse'];
const fields: [name: string, type: number][] = [
  ['Text', 1],
  ['2024', 1],
  ['Größe', 2],
  ['Notes', 3],
  ['Select', 4],
  ['Radio', 5],
  ['Likes', 6],
  ['Born', 7],
];
const slugs = ['text', '2024', 'große', 'notes', 'select', 'radio', 'likes', 'born'].map((slug) => `field:${slug}`);
for (const { post } of [from, ofLines, ofCsv]) {
  for (const [field_name, type] of fields) await post('/field/add', { field_name, type, options });
}
// Other tags and lists are created first, so that ids differ at the destination.
await addTerms(ofLines, 'list', ['Of others', 'And others']);
await addTerms(ofCsv, 'tag', ['Of others', 'And others', 'And more']);

const awkward = fc.constantFrom(
  "'",
  "''=1",
  '=1+1',
  '-1',
  '+49 30',
  '@a',
  '\tTab',
  '\rCR',
  '＝1',
  'a\r\nb',
  '"',
  ' x ',
);
const text = (maxLength: number) => fc.oneof(fc.string({ unit: 'binary', minLength: 1, maxLength }), awkward);
const number = fc.oneof(
  fc.integer().map(String),
  fc.constantFrom('0.1', '-12.50', '12345678901234567890.0123456789', '1e21', '-0.0000000001', '9'.repeat(40)),
);
const name = fc.constantFrom('a, b', '"q"', '[1]', '["x"]', '12', "'=tag", 'ÄÖ 漢字', 'plain');
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
const contact = fc.record({
  f_name: text(50),
  l_name: text(50),
  contact_no: text(25),
  state: text(50),
  timezone: fc.constantFrom('', 'Europe/Berlin'),
  country: fc.constantFrom('', 'DE', 'GB'),
  source: fc.oneof(text(50), fc.constant('')),
  type: fc.constantFrom('lead', 'customer'),
  status: fc.constantFrom('unverified', 'subscribed', 'bounced', 'unsubscribed'),
  points: fc.integer({ min: -1_000, max: 1_000 }),
  tag_names: fc.uniqueArray(name),
  list_names: fc.uniqueArray(name),
  'field:text': maybe(text(300)),
  'field:2024': maybe(text(20)),
  'field:große': maybe(number),
  'field:notes': maybe(text(500)),
  'field:select': maybe(fc.constantFrom(...options)),
  'field:radio': maybe(fc.constantFrom(...options)),
  'field:likes': maybe(fc.uniqueArray(fc.constantFrom(...options), { minLength: 1 })),
  'field:born': maybe(fc.constantFrom('1815-12-10', '9999-12-31')),
});

async function download({ site, key }: Automations, query: string): Promise<string> {
  const { status, text } = await answerOf(
    await fetch(`${site}/wp-json/automations/contacts/export?api_key=${key}&${query}`),
  );
  if (status !== 200) throw new Error(text);
  return text;
}

/** All fields except ids and the creation time, which belong to the site. */
const reported = [
  'email,f_name,l_name,contact_no,country,state,timezone,type,source,points,status,status_name,tag_names,list_names',
  ...slugs,
].join();

async function send({ post }: Automations, contacts: Body[]): Promise<void> {
  if (contacts.length === 0) return;
  const { text, body } = await post('/contacts/batch', { contacts, create_missing: true });
  if (body?.data?.failed !== 0) throw new Error(text);
}

/** Reads a cell like a CSV reader: removes the apostrophe that protects against formulas. */
const readCell = (cell: string) => (/^'+[=+\-@\t\r＝＋－＠]/.test(cell) ? cell.slice(1) : cell);
const readCells = (record: Record<string, string>) =>
  Object.fromEntries(Object.entries(record).map(([column, cell]) => [column, readCell(cell)]));

t.test('an export sent back through contacts/batch produces an identical export', async (t) => {
  let run = 0;
  const names = (tags: string[], own: string) => (tags.includes(own) ? tags : [...tags, own]);
  await fc.assert(
    fc.asyncProperty(fc.array(contact, { minLength: 1, maxLength: 12 }), async (contacts) => {
      const own = `run ${++run}`;
      const [tag] = await addTerms(from, 'tag', [own]);
      await send(
        from,
        contacts.map((one, n) => ({ ...one, email: `c${n}.r${run}@x.example`, tag_names: names(one.tag_names, own) })),
      );
      const lines = (await download(from, `tag=${tag}&format=jsonl`)).split('\n').filter(Boolean);
      await send(
        ofLines,
        lines.map((line) => JSON.parse(line)),
      );
      await send(ofCsv, recordsOf(await download(from, `tag=${tag}`)).map(readCells));
      for (const format of ['csv', 'jsonl']) {
        const query = `format=${format}&columns=${encodeURIComponent(reported)}`;
        const sent = await download(from, `${query}&tag=${tag}`);
        t.ok(sent.includes(`c0.r${run}@x.example`));
        for (const to of [ofLines, ofCsv]) {
          const { tags } = (await to.get('/tags?limit=500')).body.data;
          const { ID } = tags.find(({ name }: Body) => name === own);
          t.equal(await download(to, `${query}&tag=${ID}`), sent);
        }
      }
    }),
    { numRuns: 15 },
  );
});

t.test('missing tags and lists are created by name only on request, and names take precedence over ids', async (t) => {
  const { post, get } = ofLines;
  const [known] = await addTerms(ofLines, 'tag', ['Known']);
  const batch = async (contact: object, options = {}) =>
    (await post('/contacts/batch', { contacts: [contact], ...options })).body.data.results[0];
  const email = 'named@x.example';
  t.match(await batch({ email, tag_names: ['Nowhere'] }), { ok: true, ignored: { tags: ['Nowhere'] } });
  t.match(await batch({ email, tag_names: ['KNOWN', 'Nowhere'], tags: [1] }), {
    ok: true,
    ignored: { tags: ['Nowhere'] },
  });
  const detail = async () => (await get(`/contact?email=${email}`)).body.data.contact.contact.db_contact;
  t.match(await detail(), { tags: `[${known}]`, lists: '[]' });
  t.match(await batch({ email, list_names: 'Nowhere' }, { create_missing: true }), { ok: true });
  t.match(await detail(), { tags: `[${known}]`, lists: /^\[\d+\]$/ });
  t.match(await batch({ email, tag_names: [], replace_tags: true }), { ok: true });
  t.match(await detail(), { tags: '[]' });
  for (const tag_names of [[7], 'x'.repeat(201), { a: 'x' }]) {
    t.match(await batch({ email, tag_names }), { ok: false, status: 422 });
  }
});

t.test('parallel batches that name the same missing tags create each tag once', async (t) => {
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, n) =>
      ofLines.post('/contacts/batch', {
        contacts: [
          { email: `made${n}@x.example`, tag_names: n % 2 ? ['Made 1', 'made 2'] : ['Made 2', 'MADE 1', 'Made 3'] },
        ],
        create_missing: true,
      }),
    ),
  );
  t.ok(answers.every(({ body }) => body.data.failed === 0));
  const { tags } = (await ofLines.get('/tags?limit=500')).body.data;
  const made = tags.map(({ name }: Body) => name.toLowerCase()).filter((one: string) => one.startsWith('made'));
  t.strictSame(made.sort(), ['made 1', 'made 2', 'made 3']);
});
