/** The export of links matches the list with the same filters, in both formats, over any number of pages. */
import { exportLinks } from '../../../daemon/links/export.ts';
import { formats } from '../../../shared/export/formats.ts';
import { recordsOf as recordsOfCsv } from '../../fixtures/csv.ts';
import { addWorkspace, caller, type Json, startDaemon } from '../../fixtures/daemon.ts';
import { ask } from '../../fixtures/requests.ts';
import { t } from '../../runner/tap.ts';

const daemon = await startDaemon(t, { env: { PLANS_SCALE_REQUESTS_PER_MINUTE: '100000' } });
const { context } = daemon;
const { key, publicId } = await addWorkspace(context.db, 'scale');
const call = caller(daemon, key);

const awkward = [
  { title: '=HYPERLINK("https://evil.example")', tags: ['=1', 'a,b', 'say "so"'] },
  { title: "'quoted", note: 'two\nlines, "and" more', tags: ['a,b'] },
  { title: '犬 🙂', geo: { DE: 'https://example.de/' }, utm: { source: 'x' }, preview: { title: 'P' } },
  { title: '', expiresAt: '2031-01-01T00:00:00Z', maxClicks: 5, importedClicks: 7, password: 'secret-1' },
  { url: `https://example.com/${'x'.repeat(2_000)}`, externalId: 'one' },
];
for (const more of awkward) await call('POST', '/links', { url: 'https://example.com/', ...more });
const { links } = (await call('GET', '/links')).json;
await call('PATCH', `/links/${links[0].id}`, { archived: true });
await context.db
  .updateTable('links')
  .set({ clicks: 12, last_click_at: new Date(0) })
  .where('public_id', '=', links[1].id)
  .execute();

const listed = async (query: string) => (await call('GET', `/links?limit=100&${query}`)).json.links as Json[];
const file = async (query: string) => (await call('GET', `/links/export?${query}`)).text;
const recordsOf = (text: string) =>
  text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Json);
const withoutWorkspace = ({ workspaceId: _id, warnings: _warnings, ...link }: Json) => link;
const withoutClicks = ({ clicks: _clicks, lastClickAt: _at, ...link }: Json) => link;

t.test('CSV starts with a byte order mark on request, and JSON Lines never does', async (t) => {
  const { port } = new URL(daemon.origin);
  const headers = { Authorization: `Bearer ${key}` };
  const first = async (path: string) => (await ask(Number(port), { path: `/api${path}`, headers })).body.charCodeAt(0);
  for (const [path, code] of [
    ['/links/export?bom=1', 0xfeff],
    ['/links/export', 'i'.charCodeAt(0)],
    ['/links/export?bom=0', 'i'.charCodeAt(0)],
    ['/links/export?bom=1&format=jsonl', '{'.charCodeAt(0)],
    ['/stats/export?bom=1', 0xfeff],
    ['/stats/export', 'c'.charCodeAt(0)],
  ] as const) {
    t.equal(await first(path), code, path);
  }
  t.equal((await call('GET', '/links/export?bom=yes')).status, 422);
});

t.test('an export is recorded in the audit log, and a HEAD request, which exports nothing, is not', async (t) => {
  const entries = async () => (await call('GET', '/audit?action=links.export')).json.entries.length;
  const before = await entries();
  t.equal((await call('HEAD', '/links/export')).status, 200);
  t.equal(await entries(), before);
  await call('GET', '/links/export');
  t.equal(await entries(), before + 1);
});

t.test('an export has the same links in the same order as the list with the same filters', async (t) => {
  for (const query of [
    '',
    'archived=all',
    'archived=true',
    'tag=a%2Cb',
    'tag=none',
    'q=example.de',
    'q=犬',
    'domain=other.example',
    'sort=title&order=asc',
    'archived=all&sort=clicks',
    `url=${encodeURIComponent('https://example.com/')}`,
  ]) {
    const records = recordsOf(await file(`format=jsonl&${query}`));
    t.strictSame(records.map(withoutClicks), (await listed(query)).map(withoutWorkspace), query || 'no filter');
  }
  const clicks = recordsOf(await file('format=jsonl&archived=all')).map(({ clicks, lastClickAt }) => [
    clicks,
    lastClickAt,
  ]);
  t.strictSame(
    clicks.filter(([count]) => count > 0),
    [[12, '1970-01-01T00:00:00.000Z']],
  );
});

t.test('CSV has the same data as JSON Lines, and no formula that a spreadsheet runs', async (t) => {
  const records = recordsOf(await file('format=jsonl&archived=all'));
  const text = await file('archived=all');
  const asText = (value: unknown) => {
    if (value === null) return '';
    return typeof value === 'object' ? JSON.stringify(value) : String(value);
  };
  t.strictSame(
    recordsOfCsv(text),
    records.map((record) =>
      Object.fromEntries(
        Object.entries(record).map(([name, value]) => [name, asText(value).replace(/^'*[=+\-@]/, "'$&")]),
      ),
    ),
  );
});

t.test('an export reads many links page by page', async (t) => {
  const before = recordsOf(await file('format=jsonl')).length;
  const [one] = await context.db.selectFrom('links').selectAll().limit(1).execute();
  const { id: _id, external_id: _external, url_hash: _hash, ...row } = one as Json;
  const rows = Array.from({ length: 2_500 }, (_, n) => ({
    ...row,
    archived: false,
    public_id: `lnk_many${n}`,
    slug: `many${n}`,
  }));
  for (let from = 0; from < rows.length; from += 500) {
    await context.db
      .insertInto('links')
      .values(rows.slice(from, from + 500) as never)
      .execute();
  }
  const ids = recordsOf(await file('format=jsonl')).map(({ id }) => id);
  t.equal(ids.length, before + 2_500);
  t.equal(new Set(ids).size, ids.length);
  const auth = { workspaceId: row.workspace_id, workspacePublicId: publicId } as never;
  let reads = 0;
  const filters = { workspaceId: row.workspace_id, archived: 'all' } as const;
  for await (const text of exportLinks(context, auth, filters, {
    exportQuery: { sort: 'createdAt', order: 'desc' },
    format: formats.jsonl,
    onUnsealed: () => {},
  })) {
    t.ok(text.split('\n').length <= 1_001);
    reads++;
  }
  t.equal(reads, 3);
});

t.test('errors are reported, and the audit log names the exporter', async (t) => {
  t.equal((await call('GET', '/links/export?format=xlsx')).json.error.code, 'validation_failed');
  t.equal((await call('GET', '/links/export?sort=age')).json.error.code, 'validation_failed');
  const viewer = await addWorkspace(context.db, 'scale', 'viewer');
  t.equal((await caller(daemon, viewer.key)('GET', '/links/export')).json.error.code, 'forbidden');
  const { entries } = (await call('GET', '/audit?action=links.export')).json;
  t.match(entries[0], { action: 'links.export', objectId: 'jsonl' });
});
