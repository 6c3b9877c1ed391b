/** QR codes on sheets of paper: a PDF whose codes have the requested size and place, and can be scanned. */
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { toPattern } from '../../../shared/drawing/qr-pattern.ts';
import { layoutOf, papers, type Sheet } from '../../../shared/drawing/qr-sheet.ts';
import { needPackaged } from '../../../shared/local/debian.ts';
import { addWorkspace, caller, type Json, startDaemon } from '../../fixtures/daemon.ts';
import { needZbar } from '../../fixtures/zbar.ts';
import { t } from '../../runner/tap.ts';

const daemon = await startDaemon(t, { env: { PLANS_PRO_REQUESTS_PER_MINUTE: '100000' } });
const { db } = daemon.context;
const newKey = async (plan: 'free' | 'pro') => (await addWorkspace(db, plan)).key;
const key = await newKey('pro');
const call = caller(daemon, key);
const run = promisify(execFile);
const dir = await mkdtemp(path.join(tmpdir(), 'waypost-sheets-'));
t.teardown(() => rm(dir, { recursive: true, force: true }));

const url = 'https://example.com/';
const make = async (links: object[], by = call): Promise<Json[]> =>
  (await by('POST', '/links/bulk', { links })).json.results.map(({ link }: Json) => link);
const links = await make(Array.from({ length: 13 }, (_, n) => ({ url, slug: `sheet-${String(n).padStart(2, '0')}` })));

async function request(body: unknown) {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const init = { method: 'POST', headers, body: JSON.stringify(body) };
  const response = await fetch(`${daemon.origin}/api/links/qr.pdf`, init);
  return { response, bytes: Buffer.from(await response.arrayBuffer()) };
}

const pixelsAMillimetre = 10;
let files = 0;

/** Draws the pages with another program, with ten pixels per millimetre. */
async function pagesOf(pdf: Buffer): Promise<Buffer[]> {
  await needPackaged({ pdftoppm: 'poppler-utils' }, 'The test of sheets needs it.', () => {});
  const name = `file${++files}`;
  await writeFile(path.join(dir, `${name}.pdf`), pdf);
  const resolution = String(pixelsAMillimetre * 25.4);
  await run('pdftoppm', ['-r', resolution, '-png', `${name}.pdf`, `${name}-page`], { cwd: dir });
  const pages = (await readdir(dir)).filter((file) => file.startsWith(`${name}-page`)).sort();
  return Promise.all(pages.map((page) => sharp(path.join(dir, page)).toBuffer()));
}

async function decode(png: Buffer): Promise<string[]> {
  await needZbar();
  const file = path.join(dir, `${++files}.png`);
  await writeFile(file, png);
  const { stdout } = await run('zbarimg', ['--quiet', '--raw', '-Sdisable', '-Sqrcode.enable', file]);
  return stdout.trim().split('\n');
}

const logo = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><circle cx="4" cy="4" r="4" fill="#c00"/></svg>')}`;

const sheets: [what: string, sheet: Partial<Sheet>, look: Json, pages: number][] = [
  ['the default sheet', {}, {}, 1],
  ['Letter with large codes in two columns', { paper: 'letter', side: 60, gap: 20, columns: 2 }, { style: 'dots' }, 3],
  ['small codes without labels', { side: 25, gap: 0, labels: false }, { fg: '0a4d7f', bg: 'f0f0f0', margin: 6 }, 1],
  ['codes with a logo', { side: 80 }, { logo }, 3],
];

for (const [what, given, look, count] of sheets) {
  t.test(`${what}: each code has its size and its place in millimetres, and can be scanned`, async (t) => {
    const sheet: Sheet = { paper: 'a4', side: 40, gap: 8, labels: true, ...given };
    const ids = links.map(({ id }) => id);
    const { response, bytes } = await request({ ids: [...ids, ids[0], 'lnk_unknown'], ...sheet, ...look });
    t.equal(response.status, 200, bytes.toString('latin1', 0, 300));
    t.equal(response.headers.get('content-type'), 'application/pdf');
    const { codesAPage, placeOf } = layoutOf(sheet) as NonNullable<ReturnType<typeof layoutOf>>;
    const pages = await pagesOf(bytes);
    t.equal(pages.length, count);
    const paper = papers[sheet.paper];
    for (const page of pages) {
      const { width = 0, height = 0 } = await sharp(page).metadata();
      t.ok(Math.abs(width - paper.width * pixelsAMillimetre) <= 2, `${width} pixels wide`);
      t.ok(Math.abs(height - paper.height * pixelsAMillimetre) <= 2, `${height} pixels high`);
    }
    for (const [n, { shortUrl }] of links.entries()) {
      const { x, y } = placeOf(n % codesAPage);
      const [left, top, side] = [x, y, sheet.side].map((length) => Math.round(length * pixelsAMillimetre)) as [
        number,
        number,
        number,
      ];
      const page = pages[Math.floor(n / codesAPage)] as Buffer;
      const code = await sharp(page).extract({ left, top, width: side, height: side }).png().toBuffer();
      t.same(await decode(code), [`${shortUrl}?qr=1`]);
      const dark = await sharp(code).threshold(128).trim({ background: '#fff', threshold: 40 }).toBuffer({
        resolveWithObject: true,
      });
      const margin = look.margin ?? 4;
      const modules = toPattern(`${shortUrl}?qr=1`, look.logo ? 'H' : 'M', margin, false).side;
      const expected = (side * (modules - 2 * margin)) / modules;
      t.ok(Math.abs(dark.info.width - expected) <= 3, `${dark.info.width} dark pixels instead of ${expected}`);
    }
  });
}

t.test('a label is the short URL, and text without labels is absent', async (t) => {
  const [first] = links;
  const textOf = async (labels: boolean) => {
    const file = path.join(dir, `${++files}.pdf`);
    await writeFile(file, (await request({ ids: [first?.id], labels })).bytes);
    return (await run('pdftotext', [file, '-'])).stdout.trim();
  };
  t.equal(await textOf(true), first?.shortUrl.replace(/^https?:\/\//, ''));
  t.equal(await textOf(false), '');
});

t.test('a sheet that cannot be drawn is refused', async (t) => {
  const [{ id }] = links as [Json];
  for (const [body, status, field] of [
    [{ ids: [] }, 422, 'ids'],
    [{ ids: [id], side: 9 }, 422, 'side'],
    [{ ids: [id], side: 190, paper: 'a4', margin: 4 }, 200, undefined],
    [{ ids: [id], side: 191 }, 422, 'side'],
    [{ ids: [id], gap: -1 }, 422, 'gap'],
    [{ ids: [id], columns: 0 }, 422, 'columns'],
    [{ ids: [id], paper: 'a5' }, 422, 'paper'],
    [{ ids: [id], format: 'png' }, 422, 'format'],
    [{ ids: [id], fg: 'fff' }, 422, 'fg'],
    [{ ids: ['lnk_unknown'] }, 404, undefined],
  ] as const) {
    const { response, bytes } = await request(body);
    t.equal(response.status, status, JSON.stringify(body));
    if (status !== 200) t.equal(JSON.parse(bytes.toString()).error.details?.field, field);
  }
  const free = caller(daemon, await newKey('free'));
  const [own] = await make([{ url }], free);
  t.equal((await free('POST', '/links/qr.pdf', { ids: [own?.id], fg: '000' })).status, 402);
});
