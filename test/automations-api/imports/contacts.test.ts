/**
 * Imports of contacts from files: each row is imported once, a refusal is never overridden, and an import can be
 * undone.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { sql } from 'kysely';
import { createFinder, withoutIndex } from '../../../automations-api/plugins/automations/finder/core/finder.ts';
import { resolveFilter } from '../../../automations-api/plugins/automations/finder/resolve.ts';
import { formatNames } from '../../../automations-api/plugins/automations/imports/formats/formats.ts';
import { projectRoot } from '../../../shared/paths.ts';
import {
  type Automations,
  addContact,
  addTerms,
  answerOf,
  type Body,
  criteria,
  findWrongCounts,
  keepCounts,
  startAutomations,
} from '../../fixtures/automations.ts';
import { recordsOf } from '../../fixtures/csv.ts';
import { endOf, importFile, sendFile } from '../../fixtures/imports.ts';
import { t } from '../../runner/tap.ts';

const service = await startAutomations(t);
keepCounts(t, service);
const { get, post, del } = service;

const recordOf = async (email: string, { get }: Automations = service): Promise<Body> => {
  const { status, body } = await get(`/contact?email=${encodeURIComponent(email)}`);
  return status === 200 ? body.data.contact.contact.db_contact : undefined;
};
const statusOf = async (email: string) => (await recordOf(email))?.status;

t.test("a dry run reports each row's outcome and creates nothing; the started import can be undone", async (t) => {
  await addContact(service, { email: 'Known@x.example', f_name: 'Before', status: 'subscribed', tag_names: [] });
  const [vip] = await addTerms(service, 'tag', ['VIP']);
  const known = await recordOf('known@x.example');
  const file = `Email,First name,Tags,Plan,Status,Created at
new@x.example,"Zoë ""Z"" 🎉","VIP, Fresh",Pro,subscribed,2020-02-03 04:05:06
KNOWN@x.example,After,VIP,Basic,unsubscribed,2019-01-01
no address,X,,,,
NEW@X.example,Again,,,,
`;
  const dry = await importFile(service, 'people.csv', file, 'dry_run=1&create_fields=1');
  t.match(dry, { status: 'done', format: 'csv', total: 4, created: 1, changed: 2, failed: 1, dry_run: true });
  t.match(dry.mapping, {
    Email: 'email',
    'First name': 'f_name',
    Tags: 'tags',
    Plan: 'new:Plan:text',
    Status: 'status',
  });
  t.equal(await recordOf('new@x.example'), undefined);
  t.strictSame(await recordOf('known@x.example'), known);
  const errorsUrl = `${service.site}/wp-json/automations/import/${dry.ID}/errors?api_key=${service.key}`;
  const errors = await answerOf(await fetch(errorsUrl));
  t.match(recordsOf(errors.text), [{ Email: 'no address', error: /not valid/ }]);
  const marked = Buffer.from(await (await fetch(`${errorsUrl}&bom=true`)).arrayBuffer());
  t.equal(String(marked), `\ufeff${errors.text}`);

  t.equal((await post(`/import/start/${dry.ID}`, {})).status, 200);
  const done = await endOf(service, dry.ID);
  t.match(done, { status: 'done', created: 1, changed: 2, failed: 1, dry_run: false });
  t.match(await recordOf('new@x.example'), {
    email: 'new@x.example',
    f_name: 'Again',
    status: '1',
    creation_date: '2020-02-03 04:05:06',
    tags: new RegExp(`\\b${vip}\\b`),
  });
  t.match(await recordOf('known@x.example'), { f_name: 'After', status: '3', creation_date: known.creation_date });
  const { fields } = (await get('/fields')).body.data;
  t.ok(Object.values(fields as Body).some(({ name }: Body) => name === 'Plan'));

  t.equal((await post(`/import/undo/${dry.ID}`)).status, 200);
  t.match((await endOf(service, dry.ID)).undo, { status: 'done', deleted: 1, restored: 2, kept: 0 });
  t.equal(await recordOf('new@x.example'), undefined);
  t.match(await recordOf('known@x.example'), { f_name: 'Before', status: '1', tags: '[]' });
  t.equal((await post(`/import/undo/${dry.ID}`)).status, 422);
  const { audit } = (await get('/audit?action=import.undone,contact.deleted')).body.data;
  t.match(audit, [{ action: 'import.undone', subject: String(dry.ID) }], 'the undo is one entry');
  t.equal((await del(`/import/${dry.ID}`)).status, 200);
  t.equal((await get(`/import/${dry.ID}`)).status, 404);
});

t.test('tags and lists of all rows are added, and a filter finds the imported contacts', async (t) => {
  for (const email of ['same@all.example', 'outside@all.example']) await addContact(service, { email, f_name: 'Sam' });
  const names = 'tag_names[]=Fair&tag_names[]=Own&list_names[]=Guests';
  const dry = await importFile(
    service,
    'all.csv',
    'email,first name,tags\nnew@all.example,New,Own\nsame@all.example,Sam,\nwrong,,\n',
    `dry_run=1&on_taken=fill&${names}`,
  );
  t.match(dry, { created: 1, changed: 1, failed: 1, tag_names: ['Fair', 'Own'], list_names: ['Guests'] });
  t.equal((await get(`/contacts?import=${dry.ID}`)).body.data.contact.total, 0, 'a dry run has no contacts');
  await post(`/import/start/${dry.ID}`, {});
  await endOf(service, dry.ID);
  const emails = async (query: string) =>
    (await get(`/contacts?strict=1&${query}`)).body.data.contact.contacts.map(({ email }: Body) => email).sort();
  const { tags } = (await get('/tags')).body.data;
  const { lists } = (await get('/lists')).body.data;
  const idOf = (terms: Body[], name: string) => terms.find((term) => term.name === name).ID;
  const imported = ['new@all.example', 'same@all.example'];
  for (const query of [
    `tag_all=${idOf(tags, 'Fair')},${idOf(tags, 'Own')}`,
    `list=${idOf(lists, 'Guests')}`,
    `import=${dry.ID}`,
  ])
    t.strictSame(await emails(query), imported, query);
  const { db } = service;
  const finder = createFinder({ db, contactIndex: withoutIndex });
  t.equal(await finder.count(await resolveFilter(db, { import: dry.ID }, criteria)), 2, 'by SQL');
  await post(`/import/undo/${dry.ID}`);
  await endOf(service, dry.ID);
  t.strictSame(await emails(`import=${dry.ID}`), []);
  t.match(await recordOf('same@all.example'), { tags: '[]', lists: '[]' });
});

t.test('undo keeps changes made since the import', async (t) => {
  const done = await importFile(service, 'x.csv', 'email,first name\na@u.example,A\nb@u.example,B\n');
  await post(`/contact/update/${(await recordOf('b@u.example')).id}`, { f_name: 'Other' });
  await post(`/import/undo/${done.ID}`);
  const undone = await endOf(service, done.ID);
  t.match(undone.undo, { deleted: 1, restored: 0, kept: 1 });
  const reason = 'The contact was changed after the import.';
  t.strictSame(undone.reasons, [{ fate: 'kept', text: reason, rows: 1 }]);
  const { rows } = (await get(`/import/${done.ID}/rows?${new URLSearchParams({ rows: 'kept', reason })}`)).body.data;
  t.strictSame(rows, [{ number: 2, columns: { email: 'b@u.example' }, reason }]);
  t.equal(await recordOf('a@u.example'), undefined);
  t.match(await recordOf('b@u.example'), { f_name: 'Other' });
});

t.test(
  'for existing contacts, `change` overwrites, `fill` fills blanks and adds tags, and `skip` applies only refusals',
  async (t) => {
    const [one] = await addTerms(service, 'tag', ['One']);
    const file = 'email,first name,last name,tags,status\nw@x.example,New,Last,Two,unsubscribed\n';
    const cases = [
      ['change', { f_name: 'New', l_name: 'Last', tags: /\[\d+,\d+\]/, status: '3' }],
      ['fill', { f_name: 'Old', l_name: 'Last', tags: /\[\d+,\d+\]/, status: '3' }],
      ['skip', { f_name: 'Old', l_name: '', tags: `[${one}]`, status: '3' }],
    ] as const;
    for (const [way, wanted] of cases) {
      const id = await addContact(service, { email: 'w@x.example', f_name: 'Old', status: 'subscribed', tags: [one] });
      t.match(await importFile(service, 'w.csv', file, `on_taken=${way}`), { changed: 1, created: 0 }, way);
      t.match(await recordOf('w@x.example'), wanted, way);
      const subscribed = 'email,status\nw@x.example,subscribed\n';
      await importFile(service, 'w.csv', subscribed, `on_taken=${way}`);
      t.equal(await statusOf('w@x.example'), '3', way);
      if (way === 'change') {
        await importFile(service, 'w.csv', subscribed, 'on_taken=change&resubscribe=1');
        t.equal(await statusOf('w@x.example'), '1');
      }
      await del(`/contact/${id}`);
    }
    t.match(await importFile(service, 'w.csv', 'email\nw@x.example\nw@x.example\n', 'on_taken=skip'), {
      created: 1,
      skipped: 1,
    });
  },
);

const fixture = (name: string) => readFileSync(path.join(projectRoot, 'test/fixtures/moving/contacts', name), 'utf8');
const newField = (column: string, type: string) =>
  `create_fields=1&mapping=${JSON.stringify({ [column]: `new:${column}:${type}` })}`;

t.test('an unreadable cell is left out with a note; on request, its row is refused instead', async (t) => {
  const cases = [
    ['dates.csv', newField('dob', 'date'), 28, 14, '“29221” is left out of “dob”: it is not a clear date.'],
    ['numbers.csv', newField('amount', 'number'), 24, 11, '“NaN” is left out of “amount”: it is not a clear number.'],
  ] as const;
  for (const [file, query, rows, faulty, note] of cases) {
    const text = fixture(file).replaceAll('@x.example', `@${file}.example`);
    const refused = await importFile(service, file, text, `${query}&dry_run=1&refuse_faulty_cells=1`);
    t.match(refused, { created: rows - faulty, failed: faulty, refuse_faulty_cells: true }, file);
    t.ok(refused.reasons.some(({ text }: Body) => text === note));
    const done = await importFile(service, file, text, `${query}&status=subscribed`);
    t.match(done, { status: 'done', created: rows, failed: 0 }, file);
    t.strictSame(
      done.notes.filter(({ text }: Body) => text === note),
      [{ text: note, rows: 1 }],
    );
  }
  const own = 'email,f_name,tag_names,country,points\nown@cells.example,Own,"[""A""]",Atlantis,many\n';
  t.match(await importFile(service, 'own.csv', own), {
    ...{ format: 'waypost', created: 1, failed: 0 },
    notes: [{ text: /“Atlantis” is left out of “Country”/ }, { text: /“many” is left out of “Points”/ }],
  });
  t.match(await recordOf('own@cells.example'), { f_name: 'Own', country: '', points: '0' });
});

t.test("other systems' files: statuses, email addresses and phone numbers are read correctly", async (t) => {
  for (const file of ['do-not-contact.csv', 'opt-out.csv', 'shopify.csv', 'brevo.csv', 'own-statuses.csv']) {
    t.match(await importFile(service, file, fixture(file), 'status=subscribed&create_fields=1'), { failed: 0 }, file);
  }
  const statuses = {
    ...{ f14: '3', f4: '3', f5: '1', f12: '3', f13: '1', b1: '3', b2: '1' },
    ...{ z1: '3', z2: '1', z3: '2', z4: '5', z5: '4' },
  };
  for (const [who, status] of Object.entries(statuses)) t.equal(await statusOf(`${who}@x.example`), status, who);
  t.equal((await recordOf('f12@x.example'))?.contact_no, '+15550100');
  const words = await importFile(service, 'words.csv', fixture('status-words.csv'));
  t.match(words, { created: 41, failed: 1, reasons: [{ fate: 'failed', text: /“enabled” is unknown/ }] });
  const cells = 'email\nAda King <mailto:named@cells.example>\n\u200bnamed@cells.example\n';
  t.match(await importFile(service, 'cells.csv', cells), { created: 1, skipped: 1 });
  t.match(await recordOf('named@cells.example'), { f_name: 'Ada', l_name: 'King' });
});

/**
 * Random options and cells of an import. There are few contacts, so that rows match existing contacts and each other.
 */
const who = fc.constantFrom('p0', 'P0', 'p1', 'p2', 'known0', 'known1', 'Known2', 'no address');
const cell = {
  who,
  name: fc.constantFrom('', 'Ada', 'Bo'),
  tags: fc.constantFrom('', 'One', 'Two; One'),
  status: fc.constantFrom('', 'subscribed', 'unsubscribed', 'bounced', '0', 'weird'),
  out: fc.constantFrom('', 'no', 'yes'),
  born: fc.constantFrom('', '2020-02-03', '31.12.1980', '01/02/1980', '2031-02-30', 'x'),
  seats: fc.constantFrom('', '7', '1,5', '1.234', 'many'),
  country: fc.constantFrom('', 'DE', 'Atlantis'),
  size: fc.constantFrom('', 'S', 'huge'),
};
const importCase = fc.record({
  rows: fc.array(fc.record(cell), { minLength: 1, maxLength: 8 }),
  on_taken: fc.constantFrom('change', 'fill', 'skip'),
  resubscribe: fc.constantFrom('0', '1'),
  refuse_faulty_cells: fc.constantFrom('0', '1'),
  create_fields: fc.constantFrom('0', '1'),
  status: fc.constantFrom('subscribed', 'unverified', 'unsubscribed'),
  types: fc.record({ born: fc.constantFrom('date', 'text'), seats: fc.constantFrom('number', 'text') }),
});

t.test('for all options and rows, a dry run reports the same outcomes as the import', async (t) => {
  await post('/field/add', { field_name: 'Size', type: 4, options: ['S', 'M'] });
  let run = 0;
  const start = async ({ rows, types, ...choices }: Body) => {
    const at = `@dry${++run}.example`;
    const known = [0, 1, 2].map((n) => ({
      ...{ email: `known${n}${at}`, status: ['subscribed', 'unsubscribed', 'bounced'][n] },
      ...{ f_name: n ? 'Ada' : '', tag_names: n ? ['One'] : [], 'field:size': n ? 'M' : '' },
    }));
    t.equal((await post('/contacts/batch', { contacts: known, create_missing: true })).body.data.failed, 0);
    // Names are unique, so that no case creates a field that was missing in another case's dry run.
    const [born, seats] = [`Born ${run}`, `Seats ${run}`];
    const lines = rows.map((row: Body) =>
      [
        row.who.replace(/\d$/, `$&${at}`),
        row.name,
        `"${row.tags}"`,
        row.status,
        row.out,
        row.born,
        `"${row.seats}"`,
        row.country,
        row.size,
      ].join(),
    );
    const file = [`email,first name,tags,status,Opt out,${born},${seats},country,Size`, ...lines, ''].join('\n');
    const mapping = JSON.stringify({ [born]: `new:${born}:${types.born}`, [seats]: `new:${seats}:${types.seats}` });
    const query = new URLSearchParams({ ...choices, mapping, dry_run: '1' });
    return (await sendFile(service, 'dry.csv', file, String(query))).body.data.import.ID;
  };
  const received = ({ created, changed, skipped, failed, notes, reasons }: Body) => ({
    ...{ created, changed, skipped, failed, notes, reasons },
  });
  const cases = fc.array(importCase, { minLength: 8, maxLength: 8 });
  const check = fc.asyncProperty(cases, async (chosen) => {
    const ids: number[] = [];
    for (const one of chosen) ids.push(await start(one));
    const dry: Body[] = [];
    for (const id of ids) dry.push(await endOf(service, id));
    for (const id of ids) t.equal((await post(`/import/start/${id}`, {})).status, 200);
    for (const [place, id] of ids.entries()) {
      t.strictSame(received(await endOf(service, id)), received(dry[place] as Body), JSON.stringify(chosen[place]));
    }
  });
  await fc.assert(check, { numRuns: 2 });
});

t.test('an erased email address is not imported again', async (t) => {
  const id = await addContact(service, { email: 'gone@x.example' });
  t.equal((await post(`/contact/erase/${id}`)).status, 200);
  const done = await importFile(service, 'x.csv', 'email\nhere@x.example\ngone@x.example\n');
  t.match(done, { created: 1, failed: 1 });
  t.equal(await recordOf('gone@x.example'), undefined);
});

/** Returns the contents of the contact tables in a fixed order, without ids and modification times. */
async function tablesOf({ db }: Automations) {
  const contacts = await db.selectFrom('automations_contacts').selectAll().orderBy('email_key').execute();
  const terms = await db
    .selectFrom('automations_contact_terms as m')
    .innerJoin('automations_terms as t', 't.id', 'm.term_id')
    .innerJoin('automations_contacts as c', 'c.id', 'm.contact_id')
    .select(['c.email', 't.type', 't.name', 't.name_key', 'm.creation_date'])
    .execute();
  const values = await db
    .selectFrom('automations_field_values as v')
    .innerJoin('automations_fields as f', 'f.id', 'v.field_id')
    .innerJoin('automations_contacts as c', 'c.id', 'v.contact_id')
    .select(['c.email', 'f.slug', 'v.text_value', 'v.number_value', 'v.date_value'])
    .execute();
  const inOrder = (rows: object[]) => rows.map((row) => JSON.stringify(row)).sort();
  return {
    contacts: contacts.map(({ id: _, uid: __, last_modified: ___, ...row }) => row),
    terms: inOrder(terms),
    values: inOrder(values),
  };
}

t.test('importing an export into an empty installation restores the same tables', async (t) => {
  const [from, ...others] = [await startAutomations(t), await startAutomations(t), await startAutomations(t)];
  const types = ['Text', 'Seats', 'Notes', 'Size', 'Colour', 'Likes', 'Born'];
  const options = ['a, b', '["tea"]', '=1', "it's", 'Käse 🎉'];
  for (const { post } of [from, ...others]) {
    for (const [n, field_name] of types.entries()) await post('/field/add', { field_name, type: n + 1, options });
  }
  const awkward = ['=1+1', "'=x", '+49 30', '"quoted"', 'line\nfeed', 'Zoë 🎉', '@a', '\ttab', "''"];
  const statuses = ['unverified', 'subscribed', 'bounced', 'unsubscribed', 'soft_bounced', 'complaint'];
  const contacts = Array.from({ length: 54 }, (_, n) => {
    const text = awkward[n % awkward.length] as string;
    return {
      ...{
        email: `Person${n}@Round.example`,
        f_name: text,
        l_name: text,
        contact_no: n % 2 ? '+49 30' : '',
        state: text,
      },
      ...{ status: statuses[n % 6], type: n % 2 ? 'lead' : 'customer', points: n - 20, country: n % 3 ? 'DE' : '' },
      ...{ tag_names: n % 4 ? [text, 'a, b'] : [], list_names: n % 5 ? ['["x"]', 'News'] : [], source: text },
      ...{ 'field:text': text, 'field:seats': n % 2 ? '12.50' : '-0.001', 'field:notes': `${text}\n${text}` },
      ...{ 'field:size': options[n % 5], 'field:colour': options[n % 3], 'field:likes': options.slice(0, n % 5) },
      'field:born': n % 2 ? '1815-12-10' : '9999-12-31',
    };
  });
  t.match(await from.post('/contacts/batch', { contacts, create_missing: true }), { body: { data: { failed: 0 } } });
  const made = sql`creation_date - INTERVAL (id * 1000003) SECOND`;
  await sql`UPDATE wp_automations_contacts SET creation_date = ${made}`.execute(from.db);
  await sql`
    UPDATE wp_automations_contact_terms m JOIN wp_automations_contacts c ON c.id = m.contact_id
    SET m.creation_date = c.creation_date
  `.execute(from.db);
  const wanted = await tablesOf(from);
  t.equal(wanted.contacts.length, contacts.length);
  t.ok(wanted.terms.length > contacts.length && wanted.values.length > contacts.length * 6);
  for (const [n, format] of ['csv', 'jsonl'].entries()) {
    const to = others[n] as Automations;
    const url = `${from.site}/wp-json/automations/contacts/export?api_key=${from.key}&format=${format}`;
    const { text } = await answerOf(await fetch(url));
    const done = await importFile(to, `contacts.${format}`, text);
    t.match(done, { status: 'done', format: 'waypost', created: contacts.length, failed: 0 });
    t.strictSame(await tablesOf(to), wanted, format);
    t.same(await findWrongCounts(to.db), []);
    t.match(
      await importFile(to, `contacts.${format}`, text),
      { skipped: contacts.length, failed: 0 },
      'again, nothing',
    );
  }
});

type Said = { address: string; status: string };
type Form = {
  /** Returns the rows that this format can express, if it cannot express all rows. */
  says?: (rows: Said[]) => Said[];
  write: (rows: Said[]) => { name: string; text: string; query?: string };
};

const csvOf = (head: string, rows: Said[], cells: (status: string) => string) =>
  `${head}\n${rows.map(({ address, status }) => `${address},${cells(status)}\n`).join('')}`;
const table = (name: string, head: string, words: Record<string, string> = {}): Form => ({
  write: (rows) => ({ name, text: csvOf(head, rows, (status) => `,,${words[status] ?? status}`) }),
});

/** File formats that can express that a contact refuses emails. */
const forms: Record<string, Form> = {
  fluentcrm: table('people.csv', 'email,contact_type,address_line_1,status', {
    complaint: 'complained',
    unverified: 'pending',
  }),
  waypost: table('people.csv', 'email,f_name,tag_names,status_name'),
  csv: table('people.csv', 'E-mail,Plan,Colour,Status', {
    ...{ unsubscribed: 'Opted out', bounced: 'cleaned', complaint: 'spam' },
  }),
  funnelkit: table('FKA-Contacts-Export-1.csv', 'Email,First Name,Creation Date,Status', {
    ...{ subscribed: 'Subscribed', bounced: 'Soft Bounced', unverified: 'Unverified' },
  }),
  hubspot: {
    write: (rows) => ({
      name: 'people.csv',
      text: csvOf('Email,Record ID,Unsubscribed from all email,Email hard bounce reason', rows, (status) =>
        status === 'bounced' ? '1,,OTHER' : `1,${/unsubscribed|complaint/.test(status)},`,
      ),
      query: '&status=subscribed',
    }),
  },
  mailchimp: {
    says: (rows) => rows.map((row) => ({ ...row, status: rows[0]?.status ?? '' })),
    write(rows) {
      const names: Record<string, string> = {
        ...{ bounced: 'cleaned', complaint: 'unsubscribed', unverified: 'nonsubscribed' },
      };
      const status = rows[0]?.status ?? '';
      const text = csvOf('Email Address,MEMBER_RATING', rows, () => '2');
      return { name: `${names[status] ?? status}_members_export_1.csv`, text };
    },
  },
  listmonk: {
    says: (rows) => rows.map((row) => (row.status === 'subscribed' ? row : { ...row, status: 'unsubscribed' })),
    write(rows) {
      const lines = rows.map(({ address: email, status }, n) => {
        const subscription_status = status === 'subscribed' ? 'confirmed' : 'unsubscribed';
        const lists = [{ name: 'News', subscription_status }];
        return JSON.stringify({ uuid: String(n), email, name: '', attribs: {}, status: 'enabled', lists });
      });
      return { name: 'subscribers.jsonl', text: lines.join('\n') };
    },
  },
};

t.test('no import, in any format, order or kind, subscribes a contact that refused emails', async (t) => {
  t.same(Object.keys(forms).sort(), [...formatNames].sort(), 'every format is among them');
  const refusing = fc.constantFrom('unsubscribed', 'bounced', 'complaint');
  const status = fc.oneof({ weight: 2, arbitrary: fc.constant('subscribed') }, refusing, fc.constant('unverified'));
  const file = fc.record({
    form: fc.constantFrom(...Object.keys(forms)),
    way: fc.constantFrom('change', 'fill', 'skip'),
    rows: fc.array(fc.record({ who: fc.constantFrom('p0', 'p1', 'p2'), upper: fc.boolean(), status }), {
      minLength: 1,
      maxLength: 4,
    }),
  });
  let run = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(file, { minLength: 2, maxLength: 4 }), async (files) => {
      const at = `@r${++run}.example`;
      const refused = new Set<string>();
      for (const { form, way, rows } of files) {
        const { says = (all) => all, write } = forms[form] as Form;
        const said = says(
          rows.map(({ who, upper, status }) => ({ address: (upper ? who.toUpperCase() : who) + at, status })),
        );
        for (const { address, status } of said) {
          if (/unsub|bounced|complaint/.test(status)) refused.add(address.toLowerCase());
        }
        const { name, text, query = '' } = write(said);
        t.match(await importFile(service, name, text, `on_taken=${way}${query}`), { format: form, failed: 0 });
      }
      for (const address of refused) t.not(await statusOf(address), '1', JSON.stringify(files));
    }),
    { numRuns: 12 },
  );
});

t.test('if a file cannot be read or its import cannot start, the reason is reported', async (t) => {
  t.match(await importFile(service, 'x.csv', 'a,b\n1,2\n'), {
    status: 'failed',
    error: /format of the file is unknown/,
  });
  t.equal((await sendFile(service, 'x.csv', 'email\n', 'status=nonsense')).status, 422);
  t.equal((await sendFile(service, 'x.csv', 'email\n', 'on_taken=suffix')).status, 422);
  t.equal((await post('/import/pause/999999')).status, 404);
  const read = await service.makeKey('read');
  t.equal((await sendFile({ ...service, key: read }, 'x.csv', 'email\n')).status, 403);
});

t.test('fifty concurrent uploads cannot use more space than the site is allowed', async (t) => {
  const limited = await startAutomations(t, { CONTACT_IMPORTS_MEGABYTES: '1' });
  const file = `email,name\nada@x.example,${'x'.repeat(400_000)}\n`;
  const answers = await Promise.all(Array.from({ length: 50 }, () => sendFile(limited, 'people.csv', file)));
  const refused = answers.filter(({ status }) => status === 422);
  t.equal(refused.length, 48);
  t.ok(refused.every(({ body }) => /^Imports can use at most 1 MB/.test(body.message)));
  t.equal((await limited.get('/imports')).body.data.imports.length, 2);
});
