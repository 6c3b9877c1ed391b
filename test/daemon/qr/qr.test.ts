/** QR codes decode to the short URL, follow their options, have an ETag, and are refused if nobody could scan them. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { contrast, toHex } from '../../../shared/drawing/colour.ts';
import { addWorkspace, caller, startDaemon } from '../../fixtures/daemon.ts';
import { needZbar } from '../../fixtures/zbar.ts';
import { t } from '../../runner/tap.ts';

const daemon = await startDaemon(t, { env: { PLANS_PRO_REQUESTS_PER_MINUTE: '100000' } });
const pro = await addWorkspace(daemon.context.db, 'pro');
const call = caller(daemon, pro.key);
const run = promisify(execFile);

const dir = await mkdtemp(path.join(tmpdir(), 'waypost-qr-'));
t.teardown(() => rm(dir, { recursive: true, force: true }));

async function image(at: string, key = pro.key) {
  const response = await fetch(`${daemon.origin}/api${at}`, { headers: { authorization: `Bearer ${key}` } });
  return { response, bytes: Buffer.from(await response.arrayBuffer()) };
}

let files = 0;
async function decode(png: Buffer): Promise<string> {
  const file = path.join(dir, `${++files}.png`);
  await writeFile(file, png);
  const { stdout } = await run('zbarimg', ['--quiet', '--raw', '-Sdisable', '-Sqrcode.enable', file]);
  return stdout.trim();
}

t.test('the code decodes to the short URL with ?qr=1, as SVG and PNG, at each level of error correction', async (t) => {
  await needZbar();
  for (const slug of ['q', `L${'o'.repeat(63)}`]) {
    const { json } = await call('POST', '/links', { url: 'https://example.com/', slug });
    for (const ecc of ['L', 'm', 'Q', 'h']) {
      for (const format of ['svg', 'png']) {
        const { response, bytes } = await image(`/links/${json.id}/qr?ecc=${ecc}&format=${format}&size=400`);
        t.equal(response.headers.get('content-type'), format === 'svg' ? 'image/svg+xml' : 'image/png');
        const { width, height } = await sharp(bytes).metadata();
        t.same([width, height], [400, 400]);
        t.equal(await decode(await sharp(bytes).png().toBuffer()), `${json.shortUrl}?qr=1`, `${format} ${ecc}`);
      }
    }
  }
});

t.test('a PNG of any accepted size and colours can be scanned', async (t) => {
  await needZbar();
  let refused = 0;
  for (const slug of ['small', `S${'o'.repeat(63)}`]) {
    const { json } = await call('POST', '/links', { url: 'https://example.com/', slug });
    for (const ecc of ['L', 'H']) {
      for (const size of [64, 74, 82, 90, 99, 111, 122, 123, 150, 256]) {
        const { response, bytes } = await image(`/links/${json.id}/qr?ecc=${ecc}&format=png&size=${size}`);
        if (response.status === 422) refused++;
        else t.equal(await decode(bytes), `${json.shortUrl}?qr=1`, `${slug} ${ecc} ${size}`);
      }
    }
    for (const colours of ['fg=036&bg=8cf', 'fg=949494', 'fg=000&bg=0f0', 'fg=00f&bg=ff0']) {
      const { bytes } = await image(`/links/${json.id}/qr?format=png&size=300&${colours}`);
      t.equal(await decode(bytes), `${json.shortUrl}?qr=1`, `${slug} ${colours}`);
    }
  }
  t.ok(refused >= 4 && refused < 20, `${refused} refused`);
});

t.test('the code has a quiet zone of 4 modules in the requested colours', async (t) => {
  const { json } = await call('POST', '/links', { url: 'https://example.com/', slug: 'colours' });
  const { bytes } = await image(`/links/${json.id}/qr?fg=%23036&bg=FFEEDD`);
  const svg = bytes.toString();
  const side = Number(/viewBox="0 0 (\d+) /.exec(svg)?.[1]);
  t.match(svg, `<path fill="#ffeedd" d="M0 0h${side}v${side}H0z"/>`);
  t.match(svg, '<path fill="#003366" d="M4 4h7v1h-7z');
  const modules = [...svg.matchAll(/M(\d+) (\d+)h(\d+)v1/g)].map(([, x, y, width]) => [
    Number(x),
    Number(y),
    Number(width),
  ]);
  t.ok(modules.length > 50, `${modules.length} runs of modules`);
  t.ok(modules.every(([x = 0, y = 0, width = 0]) => x >= 4 && y >= 4 && x + width <= side - 4 && y < side - 4));
});

t.test('each parameter is accepted at its limits and refused beyond them', async (t) => {
  const { json } = await call('POST', '/links', { url: 'https://example.com/' });
  for (const [query, status, field] of [
    ['', 200],
    ['size=64', 200],
    ['size=2048', 200],
    ['size=63', 422, 'size'],
    ['size=2049', 422, 'size'],
    ['size=big', 422, 'size'],
    ['ecc=X', 422, 'ecc'],
    ['ecc=', 422, 'ecc'],
    ['format=gif', 422, 'format'],
    ['fg=12345', 422, 'fg'],
    ['bg=red', 422, 'bg'],
    ['fg=777', 200],
    ['fg=959595', 422, 'fg'],
    ['fg=fff&bg=000', 422, 'fg'],
    ['fg=8cf&bg=036', 422, 'fg'],
    ['fg=036&bg=8cf', 200],
    ['size=64&format=png', 422, 'size'],
    ['size=73&format=png', 422, 'size'],
    ['size=74&format=png', 200],
    ['fg=fff', 422, 'fg'],
    ['bg=000', 422, 'fg'],
  ] as const) {
    const answer = await call('GET', `/links/${json.id}/qr?${query}`);
    t.equal(answer.status, status, query);
    if (field) t.equal(answer.json.error.details.field, field, query);
  }
});

t.test('contrast is computed as in WCAG', async (t) => {
  for (const [a, b, ratio] of [
    ['000', 'fff', 21],
    ['fff', 'fff', 1],
    ['#949494', 'fff', 3.03],
    ['#767676', 'fff', 4.54],
  ] as const) {
    t.equal(Number(contrast(toHex(a), toHex(b)).toFixed(2)), ratio);
    t.equal(contrast(toHex(b), toHex(a)), contrast(toHex(a), toHex(b)));
  }
});

t.test('colours need the Pro plan; black on white does not', async (t) => {
  const free = caller(daemon, (await addWorkspace(daemon.context.db, 'free')).key);
  const { json } = await free('POST', '/links', { url: 'https://example.com/' });
  t.equal((await free('GET', `/links/${json.id}/qr?size=100&ecc=H&format=png`)).status, 200);
  for (const field of ['fg', 'bg']) {
    const { status, json: body } = await free('GET', `/links/${json.id}/qr?${field}=${field === 'fg' ? '000' : 'fff'}`);
    t.equal(status, 402);
    t.match(body.error, { code: 'feature_not_in_plan', details: { field, plan: 'pro' } });
  }
});

t.test('a client that has the current image gets 304, until anything about the image changes', async (t) => {
  const { json } = await call('POST', '/links', { url: 'https://example.com/', slug: 'etag' });
  const ask = (tag: string, query = '') =>
    call('GET', `/links/${json.id}/qr${query}`, undefined, { 'if-none-match': tag });
  const tag = (await call('GET', `/links/${json.id}/qr`)).headers.get('etag') as string;
  const known = await ask(tag);
  t.same([known.status, known.text, known.headers.get('etag')], [304, '', tag]);
  t.equal((await ask(`"other", W/${tag}`)).status, 304);
  t.equal((await ask('"other"')).status, 200);
  for (const query of ['?size=300', '?ecc=H', '?fg=00f', '?format=png'])
    t.equal((await ask(tag, query)).status, 200, query);
  await call('PATCH', `/links/${json.id}`, { slug: 'etag2' });
  t.equal((await ask(tag)).status, 200, 'another slug');
});
