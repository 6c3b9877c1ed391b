/**
 * Imports from the tables of FluentCRM and FunnelKit in the same database. They work like imports from these plugins'
 * files, also by commands.
 */

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import { fromPhp } from '../../../automations-api/plugins/automations/imports/sources/php-values.ts';
import { type Automations, addContact, type Body, keepCounts, startAutomations } from '../../fixtures/automations.ts';
import { commandLine } from '../../fixtures/command-line.ts';
import { recordsOf } from '../../fixtures/csv.ts';
import { endOf } from '../../fixtures/imports.ts';
import { insertRows, makeTables } from '../../fixtures/moving/wordpress-plugins.ts';
import { createStores } from '../../fixtures/stack.ts';
import { t } from '../../runner/tap.ts';

const stores = await createStores(t);
const service = await startAutomations(t, {}, stores);
keepCounts(t, service);
const { get, post, db } = service;

const contactOf = async (email: string): Promise<Body> => {
  const { status, body } = await get(`/contact?email=${encodeURIComponent(email)}`);
  return status === 200 ? body.data.contact.contact : undefined;
};
const statusOf = async (email: string) => (await contactOf(email))?.db_contact.status;
const exported = async ({ site, key }: Automations): Promise<Record<string, Body>> => {
  const text = await (await fetch(`${site}/wp-json/automations/contacts/export?api_key=${key}&format=jsonl`)).text();
  const rows = text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Body);
  return Object.fromEntries(rows.map((row) => [row.email, row]));
};
const importFrom = async (from: string, query = '') => {
  const { status, body, text } = await post(`/import/add?from=${from}&create_fields=1${query}`);
  if (status !== 202) throw new Error(text);
  return endOf(service, body.data.import.ID);
};
const sourcesThere = async () => (await get('/import/sources')).body.data.sources;
const at = '2020-02-03 04:05:06';

t.test(
  'if the tables do not exist, no import from them is offered, and a request to import them is refused with the reason',
  async (t) => {
    t.same(await sourcesThere(), []);
    for (const [from, title] of [
      ['fluentcrm', 'FluentCRM'],
      ['funnelkit', 'FunnelKit'],
    ]) {
      t.match(await post(`/import/add?from=${from}`), {
        status: 422,
        body: { message: new RegExp(`no tables of ${title}`) },
      });
    }
    t.equal((await post('/import/add?from=mailchimp')).status, 422);
    // A shop that does not use FunnelKit's emails has this table too, but its customers consented to no emails.
    await sql`CREATE TABLE wp_bwf_contact (id INT PRIMARY KEY)`.execute(db);
    t.same(await sourcesThere(), []);
    await sql`DROP TABLE wp_bwf_contact`.execute(db);
  },
);

/** Serializes like PHP; lengths count bytes. */
function toPhp(value: unknown): string {
  if (typeof value === 'number') return `i:${value};`;
  if (typeof value === 'string') return `s:${Buffer.byteLength(value)}:"${value}";`;
  const list = Array.isArray(value);
  const entries = Object.entries(value as object).map(([key, one]) => toPhp(list ? Number(key) : key) + toPhp(one));
  return `a:${entries.length}:{${entries.join('')}}`;
}

const fieldsOfFluentcrm = toPhp([
  { label: 'Lieblingsfarbe 🎨', slug: 'farbe', type: 'checkbox', options: ['Grün', 'Rot'] },
  { label: 'Status', slug: 'cf_status', type: 'text' },
  { label: 'Notiz', slug: 'notiz', type: 'textarea' },
]);

t.test(
  'FluentCRM: every contact is imported with tags, lists, fields and status, and a refusal is never overridden',
  async (t) => {
    await makeTables(service, 'fluentcrm');
    const subscriber = (id: number, email: string, more = {}) => ({
      id,
      email,
      hash: `h${id}`,
      created_at: at,
      ...more,
    });
    const statuses = ['pending', 'bounced', 'complained', 'spammed', 'transactional', 'unsubscribed'];
    await insertRows(service, 'fc_subscribers', [
      subscriber(1, 'Ada@X.example', {
        ...{
          first_name: 'Ada 🎉',
          last_name: `O'Neil "Z"\nKing`,
          prefix: 'Ms',
          city: 'Käsestadt',
          country: 'DE',
          phone: '+49 30 1',
        },
        ...{
          date_of_birth: '1815-12-10',
          total_points: 7,
          life_time_value: 99,
          ip: '192.0.2.1',
          contact_type: 'customer',
        },
      }),
      subscriber(2, 'BO@x.example', { status: 'unsubscribed' }),
      subscriber(3, 'gone@x.example', { status: 'subscribed', created_at: null }),
      ...statuses.map((status, n) => subscriber(10 + n, `${status}@x.example`, { status })),
      // Enough contacts for more than one page.
      ...Array.from({ length: 510 }, (_, n) =>
        subscriber(100 + 2 * n, `many${n}@x.example`, { first_name: `No. ${n}` }),
      ),
    ]);
    await insertRows(service, 'fc_tags', [
      { id: 1, title: 'VIP, "gold" 🎉', slug: 'vip' },
      { id: 2, title: 'Käse', slug: 'kaese' },
    ]);
    await insertRows(service, 'fc_lists', [{ id: 1, title: '[News]', slug: 'news' }]);
    const [tag, list] = ['FluentCrm\\App\\Models\\Tag', 'FluentCrm\\App\\Models\\Lists'];
    const pivot = (subscriber_id: number, object_id: number, object_type = tag) => ({
      subscriber_id,
      object_id,
      object_type,
    });
    await insertRows(service, 'fc_subscriber_pivot', [
      ...[pivot(1, 1), pivot(1, 2), pivot(1, 2), pivot(1, 1, list), pivot(2, 2), pivot(2, 99), pivot(2, 99, list)],
      ...[pivot(1, 1, 'FluentCrm\\App\\Models\\Company'), pivot(1118, 2)],
    ]);
    const meta = (subscriber_id: number, key: string, value: string, object_type = 'custom_field') => ({
      ...{ subscriber_id, key, value, object_type, created_by: 1 },
    });
    await insertRows(service, 'fc_meta', [
      { object_type: 'option', key: 'contact_custom_fields', value: fieldsOfFluentcrm },
    ]);
    await insertRows(service, 'fc_subscriber_meta', [
      meta(1, 'farbe', toPhp(['Grün', 'Rot'])),
      meta(1, 'notiz', 'first line\nsecond "line" 🎉'),
      meta(1, 'of_a_deleted_field', 'x'),
      meta(1, 'notiz', 'no field', 'option'),
      meta(2, 'cf_status', 'subscribed'),
    ]);
    await addContact(service, { email: 'bo@x.example', f_name: 'Before', status: 'subscribed' });
    await addContact(service, { email: 'gone@x.example', status: 'unsubscribed' });

    t.same(await sourcesThere(), [{ name: 'fluentcrm', contacts: 519 }]);
    const dry = await importFrom('fluentcrm', '&dry_run=1');
    t.match(dry, {
      status: 'done',
      format: 'fluentcrm',
      file_name: 'FluentCRM.jsonl',
      total: 519,
      created: 517,
      failed: 0,
    });
    t.match(dry.mapping, {
      status: 'status',
      tags: 'tags',
      'attributes.Notiz': 'new:Notiz:text',
      city: 'new:City:text',
    });
    t.ok(['IP addresses', 'Purchases'].every((words) => dry.notes.some(({ text }: Body) => text.includes(words))));
    t.equal(await contactOf('ada@x.example'), undefined, 'a dry run makes nothing');
    t.equal((await post(`/import/start/${dry.ID}`, {})).status, 200);
    t.match(await endOf(service, dry.ID), { status: 'done', total: 519, created: 517, changed: 1, failed: 0 });

    const all = await exported(service);
    t.match(all['Ada@X.example'], {
      ...{
        f_name: 'Ada 🎉',
        l_name: `O'Neil "Z"\nKing`,
        country: 'DE',
        contact_no: '+49 30 1',
        type: 'customer',
        points: '7',
      },
      ...{ status_name: 'subscribed', creation_date: at, list_names: ['[News]'] },
      ...{ 'field:title': 'Ms', 'field:city': 'Käsestadt', 'field:date-of-birth': '1815-12-10' },
      'field:notiz': 'first line\nsecond "line" 🎉',
    });
    t.same(all['Ada@X.example'].tag_names.sort(), ['Käse', 'VIP, "gold" 🎉']);
    t.ok(Object.entries(all['Ada@X.example']).some(([name, value]) => /farbe/.test(name) && value === 'Grün, Rot'));
    t.match(all['bo@x.example'], {
      status_name: 'unsubscribed',
      f_name: 'Before',
      tag_names: ['Käse'],
      list_names: [],
    });
    t.match(all['gone@x.example'], { status_name: 'unsubscribed' });
    t.match(all['many509@x.example'], { f_name: 'No. 509', tag_names: ['Käse'] });
    const as = { pending: '0', bounced: '2', complained: '5', spammed: '5', transactional: '0', unsubscribed: '3' };
    for (const [word, code] of Object.entries(as)) t.equal(await statusOf(`${word}@x.example`), code, word);

    await sql`UPDATE wp_fc_subscribers SET status = 'unsubscribed' WHERE id = 1`.execute(db);
    t.match(await importFrom('fluentcrm', '&on_taken=skip'), { created: 0, changed: 1, failed: 0 });
    t.equal(await statusOf('ada@x.example'), '3');
    t.equal((await post(`/import/undo/${dry.ID}`)).status, 200);
    t.match((await endOf(service, dry.ID)).undo, { status: 'done', deleted: 516, restored: 1, kept: 1 });
    t.equal(await statusOf('bo@x.example'), '1');
  },
);

t.test(
  'FunnelKit: tags and fields are resolved by id, and contacts who unsubscribed by email or phone are opted out',
  async (t) => {
    await makeTables(service, 'funnelkit');
    const contact = (email: string, status: number, more = {}) => ({
      ...{ wpid: 0, email, status, creation_date: at, last_modified: at, ...more },
    });
    await insertRows(service, 'bwf_contact', [
      contact('Eve@F.example', 1, {
        ...{ f_name: 'Eve "E" 🎉', l_name: 'Line\nfeed', country: 'GB', state: 'London', type: 'customer', points: 3 },
        ...{ tags: '["1","2","99"]', lists: '{"0":"3","2":3}', contact_no: '+44 20', source: 'form' },
      }),
      contact('out@f.example', 1),
      contact('phone@f.example', 1, { contact_no: '0301234' }),
      contact('complaint@f.example', 5),
      contact('broken@f.example', 1, { tags: '["1","2', lists: 'null' }),
      ...[0, 2, 4, 7].map((status) => contact(`s${status}@f.example`, status)),
      contact('josé@f.example', 1),
    ]);
    await insertRows(service, 'bwfan_message_unsubscribe', [
      ...['OUT@f.example', 'complaint@f.example', 'nobody@f.example'].map((recipient) => ({ recipient, mode: 1 })),
      { recipient: '0301234', mode: 2 },
    ]);
    await insertRows(service, 'bwfan_terms', [
      { ID: 1, name: 'One, two', type: 1 },
      { ID: 2, name: 'Zwölf 🎉', type: 1 },
      { ID: 3, name: 'Letters', type: 2 },
    ]);
    const field = (ID: number, name: string, slug: string, type: number) => ({
      ID,
      name,
      slug,
      type,
      gid: 0,
      meta: '[]',
    });
    await insertRows(service, 'bwfan_fields', [
      ...[field(1, 'City', 'city', 1), field(2, 'Date of Birth', 'dob', 7), field(3, 'Likes', 'likes', 6)],
      ...[
        field(4, 'Email', 'email-2', 2),
        field(5, 'Last Open', 'last-open', 1),
        field(6, 'Unsubscribed Lists', 'unsubscribed-lists', 3),
      ],
    ]);
    await insertRows(service, 'bwf_contact_fields', [
      { cid: 1, f1: 'London', f2: '1990-05-06', f3: '["tea","Käse"]', f4: 12, f5: at, f6: '[7]' },
    ]);
    t.same((await sourcesThere()).at(-1), { name: 'funnelkit', contacts: 10 });
    const done = await importFrom('funnelkit');
    t.match(done, { status: 'done', format: 'funnelkit', total: 10, created: 9, failed: 1 });
    for (const words of ['damaged form', 'Email opens'])
      t.ok(
        done.notes.some(({ text }: Body) => text.includes(words)),
        words,
      );
    t.match(done.reasons, [{ fate: 'failed', text: /“7” is unknown/ }]);
    const all = await exported(service);
    t.match(all['Eve@F.example'], {
      ...{ f_name: 'Eve "E" 🎉', l_name: 'Line\nfeed', country: 'GB', state: 'London', type: 'customer', points: '3' },
      ...{ contact_no: '+44 20', source: 'form', creation_date: at, status_name: 'subscribed' },
      ...{ tag_names: ['One, two', 'Zwölf 🎉'], list_names: ['Letters'] },
      ...{
        'field:city': 'London',
        'field:date-of-birth': '1990-05-06',
        'field:likes': 'tea, Käse',
        'field:email': '12',
      },
    });
    const as = {
      ...{ 'out@f.example': 'unsubscribed', 'phone@f.example': 'unsubscribed', 'complaint@f.example': 'complaint' },
      ...{ 's0@f.example': 'unverified', 's2@f.example': 'bounced', 's4@f.example': 'soft_bounced' },
      ...{ 'broken@f.example': 'subscribed', 'josé@f.example': 'subscribed' },
    };
    for (const [email, status] of Object.entries(as)) t.equal(all[email].status_name, status, email);
    t.same(all['broken@f.example'].tag_names, []);
    await sql`DROP TABLE wp_bwfan_terms, wp_bwfan_fields`.execute(db);
    t.match(await importFrom('funnelkit', '&on_taken=fill'), { status: 'done', total: 10, skipped: 9, failed: 1 });
  },
);

const folder = t.testdir();
/** The command line of the same installation. */
const { run } = commandLine(
  'automations-api/cli.js',
  { MYSQL_URL: stores.mysqlUrl, REDIS_PREFIX: stores.redisPrefix, LOCAL_DIR: service.config.localDir },
  { cwd: folder },
);

t.test('commands import a file or tables, keep the failed rows, and export contacts', async (t) => {
  const file = path.join(folder, 'people.csv');
  writeFileSync(file, 'Email,First name,Team\ncli@c.example,Zoë 🎉,Blue\nno address,X,Y\nCLI@c.example,Again,\n');
  t.match(await run('import', file, '--dry-run'), {
    code: 3,
    err: '',
    out: /^would be created: 1\n.*would fail: 1\n/s,
  });
  t.equal(await contactOf('cli@c.example'), undefined);
  const { ID } = (await get('/imports?limit=1')).body.data.imports[0];
  t.match((await post(`/import/start/${ID}`, { dry_run: true, create_fields: true })).body, { code: 'success' });
  t.match(await endOf(service, ID), { mapping: { Email: 'email', Team: 'new:Team:text' } }, 'requested later');
  const { out, code: ofSome } = await run(
    'import',
    file,
    '--create-fields',
    '--on-taken',
    'fill',
    '--status',
    'subscribed',
    '--json',
  );
  const errorsFile = path.join(folder, 'people.errors.csv');
  t.equal(ofSome, 3);
  const report = JSON.parse(out);
  t.match(report, {
    ...{ created: 1, changed: 0, skipped: 1, failed: 1, errorsFile, dryRun: false },
    undo: `waypost automations import undo ${report.id}`,
  });
  t.match(recordsOf(readFileSync(errorsFile, 'utf8')), [{ Email: 'no address', Team: 'Y', error: /not valid/ }]);
  const team = (name: string) => {
    writeFileSync(file, `Email,First name,Team\ncli@c.example,${name},Blue\n`);
    return run('import', file, '--create-fields', '--on-taken', 'skip');
  };
  t.match(await team('Other'), { code: 0, out: /1 row: [^\n]*with values that differ from the file/ });
  t.match(recordsOf(readFileSync(errorsFile, 'utf8')), [{ 'First name': 'Other', error: /values that differ/ }]);
  t.match(await team('Zoë 🎉'), { code: 0, out: /1 row: The contact already matches the file/ });
  t.notOk(existsSync(errorsFile));
  const { code, out: lines } = await run('export', '--format', 'jsonl');
  t.equal(code, 0);
  const rows = lines
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Body);
  t.match(
    rows.find(({ email }) => email === 'cli@c.example'),
    { f_name: 'Zoë 🎉', status_name: 'subscribed', 'field:team': 'Blue' },
  );
  t.same(Object.fromEntries(rows.map((row) => [row.email, row])), await exported(service), 'as the API exports');
  const imported = await run('import', '--from', 'fluentcrm', '--dry-run');
  t.match(imported, { code: 0, out: /would fail: 0\n/ });
  const undone = await run('import', 'undo', String(report.id), '--json');
  t.match(JSON.parse(undone.out), { id: report.id, deleted: 1, restored: 0, kept: 0, left: /fields/ });
  t.equal(await contactOf('cli@c.example'), undefined);
  const { audit } = (await get('/audit?action=import.created')).body.data;
  t.match(audit[0], { by: { type: 'command_line' } });
  const faults: [string[], RegExp][] = [
    [['import', 'nowhere.csv'], /File nowhere\.csv does not exist/],
    [['import'], /either a file or a plugin with --from/],
    [['import', file, '--from', 'funnelkit'], /either a file or a plugin with --from/],
    [['import', file, '--status', 'nonsense'], /status/],
    [['import', file, '--mapping', 'email'], /JSON object/],
    [['import', 'undo', String(report.id)], /nothing to undo/],
  ];
  for (const [args, said] of faults) t.match(await run(...args), { code: 1, err: said, out: '' }, args.join(' '));
});

t.test('an import is refused with the reason if its tables were deleted or its caller has no access', async (t) => {
  await sql`DELETE FROM wp_bwf_contact`.execute(db);
  t.match(await importFrom('funnelkit'), { status: 'failed', error: 'The file has no rows.' });
  const read = await service.makeKey('read');
  const url = `${service.site}/wp-json/automations/import/add?from=fluentcrm&api_key=${read}`;
  t.equal((await fetch(url, { method: 'POST' })).status, 403);
});

t.test('values that PHP serialized are read correctly, and anything else is refused', async (t) => {
  const cases: [string, unknown][] = [
    ['N;', null],
    ['b:1;', true],
    ['i:-5;', -5],
    ['d:0.5;', 0.5],
    ['s:7:"Käse";";', 'Käse";'],
    ['s:5:"Käse";', 'Käse'],
    ['a:2:{i:0;s:1:"a";i:1;a:0:{}}', ['a', []]],
    ['a:1:{s:9:"__proto__";i:1;}', JSON.parse('{"__proto__":1}')],
    ['a:2:{i:3;b:0;s:1:"k";N;}', { 3: false, k: null }],
    ...['', 'text', 'a:9:{}', 's:99:"short";', 's:-1:"";', 'i:5;i:6;', 'O:8:"stdClass":0:{}', 'a:1:{i:0;'].map(
      (text): [string, unknown] => [text, undefined],
    ),
    ['a:1:{i:0;'.repeat(100_000), undefined],
  ];
  for (const [text, value] of cases) t.same(fromPhp(text), value, text.slice(0, 60));
});
