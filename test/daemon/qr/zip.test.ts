/** QR codes of many links in one archive: the same images as single ones, each with its own file name. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { strFromU8, unzipSync } from 'fflate';
import { addWorkspace, caller, type Json, startDaemon } from '../../fixtures/daemon.ts';
import { t } from '../../runner/tap.ts';

const daemon = await startDaemon(t, { env: { PLANS_PRO_REQUESTS_PER_MINUTE: '100000' } });
const { db } = daemon.context;
const newKey = async (plan: 'free' | 'pro') => (await addWorkspace(db, plan)).key;
const key = await newKey('pro');
const call = caller(daemon, key);

const make = async (links: object[], by = call): Promise<Json[]> =>
  (await by('POST', '/links/bulk', { links })).json.results.map(({ link }: Json) => link);

const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
async function archive(body: unknown) {
  const response = await fetch(`${daemon.origin}/api/links/qr.zip`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  });
  const bytes = Buffer.from(await response.arrayBuffer());
  return { response, bytes, files: response.ok ? unzipSync(bytes) : {} };
}

t.test('each image equals the image drawn alone, and other programs can read the archive', async (t) => {
  const url = 'https://example.com/';
  const links = await make([{ url, slug: 'One' }, { url, slug: 'one' }, { url, slug: 'l'.repeat(64) }, { url }]);
  const [theirs] = await make([{ url }], caller(daemon, await newKey('pro')));
  const ids = links.map(({ id }) => id);
  for (const look of [undefined, { format: 'png', size: 300, fg: '1f2937', style: 'dots' }]) {
    const { response, bytes, files } = await archive({
      ids: [...ids, ids[0], theirs.id, 'lnk_unknown', 'no id'],
      ...look,
    });
    t.equal(response.status, 200);
    t.match(response.headers.get('content-type'), 'application/zip');
    t.match(response.headers.get('content-disposition'), 'attachment');
    const format = look?.format ?? 'svg';
    const names = ['one-2', 'one', 'l'.repeat(64), links[3]?.slug].map((name) => `localhost_8080_${name}.${format}`);
    t.same(
      Object.keys(files)
        .map((name) => name.toLowerCase())
        .sort(),
      names.sort(),
    );
    for (const { id, slug } of links.slice(2)) {
      const query = new URLSearchParams((look ?? {}) as Record<string, string>);
      const alone = await fetch(`${daemon.origin}/api/links/${id}/qr?${query}`, { headers });
      const drawn = Buffer.from(await alone.arrayBuffer());
      t.ok(drawn.equals(files[`localhost_8080_${slug}.${format}`] as Uint8Array), `${slug}.${format}`);
    }
    const dir = await mkdtemp(path.join(tmpdir(), 'waypost-zip-'));
    t.teardown(() => rm(dir, { recursive: true, force: true }));
    await writeFile(path.join(dir, 'qr.zip'), bytes);
    const check = 'import sys, zipfile; print(zipfile.ZipFile(sys.argv[1]).testzip())';
    const { stdout } = await promisify(execFile)('python3', ['-c', check, path.join(dir, 'qr.zip')]);
    t.equal(stdout.trim(), 'None', 'every checksum is right');
  }
});

t.test('an archive can contain several hundred images', async (t) => {
  const ids: string[] = [];
  for (let n = 0; n < 6; n++)
    ids.push(...(await make(Array.from({ length: 50 }, () => ({ url: 'https://example.com/' })))).map(({ id }) => id));
  const { files } = await archive({ ids });
  t.equal(Object.keys(files).length, 300);
  for (const content of Object.values(files).slice(0, 5)) t.match(strFromU8(content), /^<svg /);
});

t.test('an image that cannot be drawn is refused before any part of the archive is sent', async (t) => {
  const [link, long] = await make([
    { url: 'https://example.com/', slug: 's' },
    { url: 'https://example.com/', slug: 'w'.repeat(64) },
  ]);
  const png = { format: 'png', size: 64, ecc: 'H' };
  for (const [body, status, field] of [
    [{ ids: [] }, 422, 'ids'],
    [{ ids: Array.from({ length: 501 }, () => link.id) }, 422, 'ids'],
    [{ ids: [link.id], size: 1 }, 422, 'size'],
    [{ ids: [link.id], fg: 'fff' }, 422, 'fg'],
    [{ ids: [link.id, long.id], ...png }, 422, 'size'],
    [{ ids: ['lnk_unknown'] }, 404, undefined],
  ] as const) {
    const { response, bytes } = await archive(body);
    t.equal(response.status, status, JSON.stringify(body).slice(0, 80));
    t.equal(JSON.parse(bytes.toString()).error.details?.field, field);
  }
  const free = caller(daemon, await newKey('free'));
  const [own] = await make([{ url: 'https://example.com/' }], free);
  t.equal((await free('POST', '/links/qr.zip', { ids: [own.id], fg: '000' })).status, 402);
});
