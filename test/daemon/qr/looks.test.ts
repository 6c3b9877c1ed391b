/** QR code designs: dots, margins and logos that stay readable, and errors about the others. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { qrNumbers } from '../../../daemon/qr/draw.ts';
import { addWorkspace, caller, type Json, startDaemon } from '../../fixtures/daemon.ts';
import { needZbar } from '../../fixtures/zbar.ts';
import { t } from '../../runner/tap.ts';

const daemon = await startDaemon(t, { env: { PLANS_PRO_REQUESTS_PER_MINUTE: '100000' } });
const { key } = await addWorkspace(daemon.context.db, 'pro');
const call = caller(daemon, key);
const run = promisify(execFile);
const dir = await mkdtemp(path.join(tmpdir(), 'waypost-qr-looks-'));
t.teardown(() => rm(dir, { recursive: true, force: true }));

const newLink = async (slug?: string): Promise<Json> =>
  (await call('POST', '/links', { url: 'https://example.com/', ...(slug ? { slug } : {}) })).json;

async function draw({ id }: Json, look: Json, method: 'GET' | 'POST' = 'POST') {
  const query = method === 'GET' ? `?${new URLSearchParams(look)}` : '';
  const response = await fetch(`${daemon.origin}/api/links/${id}/qr${query}`, {
    method,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    ...(method === 'POST' ? { body: JSON.stringify(look) } : {}),
  });
  const bytes = Buffer.from(await response.arrayBuffer());
  const error = response.status === 200 ? undefined : JSON.parse(bytes.toString()).error;
  return { status: response.status, headers: response.headers, bytes, error };
}

let files = 0;
/** Decodes with another program, on the white ground that a small margin needs. */
async function decode(image: Buffer): Promise<string> {
  const file = path.join(dir, `${++files}.png`);
  const density = image.subarray(0, 4).toString() === '<svg' ? { density: 144 } : {};
  const ground = { top: 40, bottom: 40, left: 40, right: 40, background: '#fff' };
  await writeFile(file, await sharp(image, density).extend(ground).png().toBuffer());
  const { stdout } = await run('zbarimg', ['--quiet', '--raw', '-Sdisable', '-Sqrcode.enable', file]).catch(
    (fault) => fault,
  );
  return stdout.trim();
}

const dataUri = (type: string, bytes: Buffer) => `data:image/${type};base64,${bytes.toString('base64')}`;
const svgUri = (svg: string) => `data:image/svg+xml,${encodeURIComponent(svg)}`;
const plain = (width = 64, height = width) => sharp({ create: { width, height, channels: 3, background: '#e11d48' } });
const round =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><circle cx="4" cy="4" r="4" fill="#e11d48"/></svg>';
const logos: Record<string, string> = {
  PNG: dataUri(
    'png',
    await plain()
      .png()
      .withExif({ IFD0: { Copyright: 'nobody should see this' } })
      .toBuffer(),
  ),
  JPEG: dataUri('jpeg', await plain(120, 60).jpeg().toBuffer()),
  SVG: svgUri(round),
  'SVG in base64': dataUri('svg+xml', Buffer.from(`<?xml version="1.0"?><!-- a comment -->${round}`)),
};

t.test('every combination of style, margin and error correction can be read by another program', async (t) => {
  await needZbar();
  for (const slug of ['s', `L${'o'.repeat(63)}`]) {
    const link = await newLink(slug);
    for (const style of ['squares', 'dots']) {
      for (const margin of [0, 16]) {
        for (const ecc of ['L', 'H']) {
          for (const format of ['svg', 'png']) {
            const look = { style, margin, ecc, format, size: 512 };
            const { status, bytes, error } = await draw(link, look);
            if (status === 200) t.equal(await decode(bytes), `${link.shortUrl}?qr=1`, JSON.stringify(look));
            else t.fail(`${JSON.stringify(look)}: ${status} ${error.message}`);
          }
        }
      }
    }
  }
});

t.test('a logo is in the middle, and the code stays readable', async (t) => {
  await needZbar();
  const link = await newLink(`logo-${'o'.repeat(40)}`);
  for (const [what, logo] of Object.entries(logos)) {
    for (const style of ['squares', 'dots']) {
      for (const format of ['svg', 'png']) {
        const { status, bytes, headers } = await draw(link, { logo, style, format, size: 600 });
        const name = `${what} ${style} ${format}`;
        if (status !== 200) throw new Error(`${name}: ${bytes}`);
        t.equal(headers.get('content-type'), format === 'svg' ? 'image/svg+xml' : 'image/png');
        t.equal(await decode(bytes), `${link.shortUrl}?qr=1`, name);
        const { data, info } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true });
        t.same([info.width, info.height], [600, 600], name);
        const middle = data.subarray((300 * 600 + 300) * 3).subarray(0, 3);
        t.ok(
          Math.abs((middle[0] as number) - 0xe1) < 8 && Math.abs((middle[1] as number) - 0x1d) < 8,
          `${name}: ${middle.join()}`,
        );
      }
    }
  }
});

t.test('an unreadable code is refused, and the error names the option at fault', async (t) => {
  for (const slug of ['u', `U${'o'.repeat(63)}`]) {
    const link = await newLink(slug);
    for (const format of ['svg', 'png']) {
      const look = { logo: logos.PNG, format, size: 512 };
      const { status, error } = await draw(link, { ...look, ecc: 'L' });
      t.same([status, error?.code, error?.details.field], [422, 'validation_failed', 'ecc'], `${slug} ${format}`);
      t.match(error?.message, /^ecc is too low for this logo/);
      t.equal((await draw(link, { ...look, ecc: 'H' })).status, 200);
    }
  }
});

t.test('the image contains no bytes of the uploaded file', async (t) => {
  const { bytes } = await draw(await newLink(), { logo: logos.PNG });
  const [, embedded = ''] = /xlink:href="data:image\/png;base64,([^"]+)"/.exec(bytes.toString()) ?? [];
  const { exif } = await sharp(Buffer.from(embedded, 'base64')).metadata();
  t.equal(exif, undefined);
  t.notMatch(bytes.toString(), /<circle|nobody/);
});

t.test('a small logo fits into a URL, and GET and POST return the same image and ETag', async (t) => {
  const link = await newLink();
  const look = { logo: logos.SVG as string, size: '300' };
  const got = await draw(link, look, 'GET');
  t.equal(got.status, 200);
  const posted = await draw(link, { ...look, size: 300 });
  t.equal(posted.headers.get('etag'), got.headers.get('etag'));
  t.same(posted.bytes, got.bytes);
  const tag = got.headers.get('etag') as string;
  const known = await call('POST', `/links/${link.id}/qr`, { ...look, size: 300 }, { 'if-none-match': tag });
  t.equal(known.status, 304);
  const other = await draw(link, { logo: logos.JPEG, size: 300 });
  t.not(other.headers.get('etag'), tag, 'another logo');
});

const shape = (inside: string, attributes = '') =>
  svgUri(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8" ${attributes}>${inside}</svg>`);
const entity = '<!DOCTYPE svg [<!ENTITY a "aaaa">]><svg xmlns="http://www.w3.org/2000/svg"><title>&a;</title></svg>';
const refused: [string, string][] = [
  ['no data URI', 'https://example.com/logo.png'],
  ['a GIF', 'data:image/gif;base64,R0lGODlhAQABAAAAACw='],
  ['a PNG that is none', dataUri('png', Buffer.from('not a picture'))],
  ['a JPEG that is a PNG', (logos.PNG as string).replace('png', 'jpeg')],
  ['an empty one', 'data:image/png;base64,'],
  ['a torn PNG', dataUri('png', (await plain(400).png({ compressionLevel: 0 }).toBuffer()).subarray(0, 3_000))],
  ['too many bytes', dataUri('png', Buffer.concat([await plain().png().toBuffer(), Buffer.alloc(100_000)]))],
  ['too many pixels', dataUri('png', await plain(3_000).png().toBuffer())],
  ['percent signs that encode nothing', 'data:image/svg+xml,%zz'],
  ['an SVG that is none', svgUri('<html></html>')],
  ['entities', svgUri(entity)],
  ['a script', shape('<script>alert(1)</script>')],
  ['a page in it', shape('<foreignObject width="8" height="8"><p>x</p></foreignObject>')],
  ['an image in it', shape('<image href="file:///etc/passwd" width="8" height="8"/>')],
  ['references that multiply', shape('<g id="a"><path d="M0 0h8"/></g><use href="#a"/>')],
  ['a filter', shape('<filter id="f"><feGaussianBlur stdDeviation="9999"/></filter>')],
  ['dashes without end', shape('<path d="M0 0h99999999" stroke="red" stroke-dasharray="0.0001"/>')],
  ['dashes by a character reference', shape('<path style="stroke-&#100;asharray:.001" d="M0 0h9"/>')],
  ['dashes by an escape', shape('<path style="stroke-d\\61sharray:.001" d="M0 0h9"/>')],
  ['an import', shape('<style>@import "http://example.com/x.css"</style>')],
  ['a paint from elsewhere', shape('<path fill="url(http://example.com/#a)" d="M0 0h8v8z"/>')],
  ['deep nesting', shape(`${'<g opacity=".9">'.repeat(40)}<path d="M0 0h8"/>${'</g>'.repeat(40)}`)],
  ['thousands of elements', shape('<path d="M0 0h8"/>'.repeat(2_100))],
  ['a tag that never ends', svgUri(`<svg <${'a'.repeat(60_000)}`)],
  ['thousands of tags that never end', svgUri(`<svg ${'<a'.repeat(20_000)}`)],
  ['thousands of comments that never end', svgUri(`<svg>${'<!--'.repeat(15_000)}`)],
  ['a tag in an attribute', shape('<path d="<image/>"/>')],
  ['a giant', svgUri('<svg xmlns="http://www.w3.org/2000/svg" width="1000000" height="1000000"/>')],
  ['another encoding', dataUri('svg+xml', Buffer.from(`\uFEFF${round}`, 'utf16le'))],
];

t.test('an invalid or unsafe logo is refused, and the error names the field', async (t) => {
  const link = await newLink();
  for (const [what, logo] of refused) {
    const { status, error } = await draw(link, { logo });
    t.same([status, error?.code, error?.details.field], [422, 'validation_failed', 'logo'], what);
    t.equal(typeof error?.details.issues[0].message, 'string');
  }
  t.equal((await draw(link, { logo: '' })).status, 422);
  t.equal((await draw(link, { logo: `data:image/png;base64,${'A'.repeat(200_000)}` })).status, 422);
});

t.test('each option is accepted at its limits and refused beyond them', async (t) => {
  const link = await newLink();
  for (const [look, status, field] of [
    [{}, 200],
    [{ margin: 16 }, 200],
    [{ margin: 17 }, 422, 'margin'],
    [{ margin: -1 }, 422, 'margin'],
    [{ margin: '4' }, 422, 'margin'],
    [{ style: 'stars' }, 422, 'style'],
    [{ size: 2_049 }, 422, 'size'],
    [{ ecc: 'X' }, 422, 'ecc'],
    [{ colour: 'red' }, 422, 'colour'],
  ] as const) {
    const answer = await draw(link, look);
    t.equal(answer.status, status, JSON.stringify(look));
    if (field) t.equal(answer.error.details.field, field);
  }
  t.equal((await draw(link, { margin: '7', style: 'dots' }, 'GET')).status, 200);
  t.equal((await draw(link, { margin: 'wide' }, 'GET')).error.details.field, 'margin');
});

t.test('a design is parsed once, and again when any part of it changes', async (t) => {
  const link = await newLink();
  const reads = () => (qrNumbers.qr_read as (typeof qrNumbers)[string]).value();
  const look = { size: 333, style: 'dots' };
  const before = reads();
  await draw(link, look);
  t.equal(reads(), before + 1);
  await draw(link, look);
  t.equal(reads(), before + 1);
  await draw(link, { ...look, margin: 5 });
  t.equal(reads(), before + 2);
});
