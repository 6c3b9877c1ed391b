import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ApiError } from '../../../shared/errors.ts';
import { json } from '../../../shared/http/answer.ts';
import type { HttpRoute } from '../../../shared/http/route.ts';
import { createHttpServer } from '../../../shared/http/server.ts';
import { receiveFile } from '../../../shared/import/receive-file.ts';
import { mountDisk } from '../../fixtures/disk.ts';
import { until } from '../../fixtures/until.ts';
import { t } from '../../runner/tap.ts';

const mebibyte = 2 ** 20;
const folder = await mkdtemp(path.join(tmpdir(), 'waypost-receive-'));
t.teardown(() => rm(folder, { recursive: true }));
let to = path.join(folder, 'here', 'file');
let ended = 0;
let largest = 0;

const upload: HttpRoute = {
  method: 'POST',
  path: '/upload',
  streamsBody: true,
  bodyLimit: 300 * mebibyte,
  async handle(request) {
    if (request.headers.authorization === 'none') throw new ApiError('forbidden', 'not you');
    try {
      return json(200, await receiveFile(request, to));
    } finally {
      ended++;
      largest = process.memoryUsage().rss;
    }
  },
};
const statuses: Record<string, number> = {
  body_too_large: 413,
  length_required: 411,
  bad_request: 400,
  forbidden: 403,
  unavailable: 503,
};
const server = createHttpServer({
  routes: [upload],
  renderError: (error) => {
    const code = error instanceof ApiError ? error.code : 'internal_error';
    return json(statuses[code] ?? 500, { code, message: (error as Error).message });
  },
});
const port = await server.listen('127.0.0.1', 0);
t.teardown(() => server.close());
const url = `http://127.0.0.1:${port}/upload`;
const post = (body: Uint8Array | string | FormData, headers: Record<string, string> = {}) =>
  fetch(url, { method: 'POST', body, headers });
const digest = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

t.beforeEach(() => rm(to, { force: true }));

t.test('a file of any length arrives unchanged, as a raw body and in a form', async (t) => {
  for (const length of [1, 70_000, mebibyte, 40 * mebibyte + 7]) {
    const bytes = randomBytes(length);
    const raw = await post(bytes);
    t.same(await raw.json(), { fields: {}, bytes: length });
    t.equal(digest(await readFile(to)), digest(bytes));
    await rm(to);
    const form = new FormData();
    form.set('format', 'dub');
    form.set('file', new Blob([bytes]), 'Käse "links".csv');
    const answer = await post(form);
    const { fileName, ...others } = (await answer.json()) as { fileName: string };
    t.match(fileName, /links/);
    t.same(others, { fields: { format: 'dub' }, bytes: length });
    t.equal(digest(await readFile(to)), digest(bytes));
    await rm(to);
  }
});

t.test('a large file needs little memory', async (t) => {
  const block = Buffer.alloc(mebibyte, 'x');
  const blocks = 250;
  const before = process.memoryUsage().rss;
  const socket = connect(port, '127.0.0.1');
  socket.write(`POST /upload HTTP/1.1\r\nHost: a\r\nContent-Length: ${blocks * mebibyte}\r\n\r\n`);
  for (let n = 0; n < blocks; n++) if (!socket.write(block)) await once(socket, 'drain');
  const [answer] = await once(socket, 'data');
  socket.destroy();
  t.match(String(answer), /^HTTP\/1\.1 200 /);
  t.ok(largest - before < 64 * mebibyte, `${Math.round((largest - before) / mebibyte)} MiB more`);
});

const boundary = 'b';
const form = (...parts: string[]) =>
  [...parts.map((part) => `--${boundary}\r\nContent-Disposition: form-data; ${part}\r\n`), `--${boundary}--\r\n`].join(
    '',
  );
const asForm = { 'Content-Type': `multipart/form-data; boundary=${boundary}` };
const filePart = (name: string) => `name="${name}"; filename="a.csv"\r\n\r\nurl\n`;

const refused: [name: string, status: number, send: () => Promise<Response>][] = [
  ['no body', 400, () => post('')],
  ['a form without a file', 400, () => post(form('name="format"\r\n\r\ndub'), asForm)],
  ['a form with two files', 400, () => post(form(filePart('file'), filePart('other')), asForm)],
  ['a form without a boundary', 400, () => post('x', { 'Content-Type': 'multipart/form-data; charset=utf-8' })],
  ['a form that ends early', 400, () => post(form(filePart('file')).slice(0, -12), asForm)],
  [
    'a form field that is too long',
    400,
    () => post(form(`name="mapping"\r\n\r\n${'x'.repeat(70_000)}`, filePart('file')), asForm),
  ],
  ['too many fields', 400, () => post(form(...Array.from({ length: 30 }, (_, n) => `name="f${n}"\r\n\r\n1`)), asForm)],
  ['a caller without permission', 403, () => post(randomBytes(2 * mebibyte), { Authorization: 'none' })],
];
for (const [name, status, send] of refused) {
  t.test(`this upload is refused and leaves no file behind: ${name}`, async (t) => {
    const answer = await send();
    t.equal(answer.status, status, await answer.text());
    t.notOk(existsSync(to));
  });
}

/** Sends a raw request with only a part of its body, and resolves to the answer. */
const sendPart = (head: string, body = '', andLeave = false) =>
  new Promise<string>((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    let text = '';
    socket.setEncoding('utf8');
    socket
      .on('data', (piece) => void (text += piece))
      .on('close', () => resolve(text))
      .on('error', reject);
    socket.write(`POST /upload HTTP/1.1\r\nHost: a\r\n${head}\r\n\r\n${body}`, () => {
      if (andLeave) setImmediate(() => socket.destroy());
    });
  });

t.test('a body without a length, or longer than the limit, is refused before it is read', async (t) => {
  t.match(await sendPart('Transfer-Encoding: chunked', '1\r\na\r\n0\r\n\r\n'), /^HTTP\/1\.1 411 /);
  t.match(await sendPart(`Content-Length: ${301 * mebibyte}`, 'a'), /^HTTP\/1\.1 413 /);
  t.notOk(existsSync(to));
});

t.test('a client that disconnects during an upload leaves no file behind', async (t) => {
  const before = ended;
  await sendPart('Content-Length: 100000', 'x'.repeat(50_000), true);
  await until(() => ended === before + 1);
  t.notOk(existsSync(to));
});

t.test('a full disk is reported, and no part of the file remains', async (t) => {
  const disk = await mountDisk(t, '1m');
  if (!disk) {
    t.pass('no separate disk can be mounted here');
    return;
  }
  const kept = to;
  t.teardown(() => {
    to = kept;
  });
  to = path.join(disk, 'file');
  const bytes = randomBytes(3 * mebibyte);
  const form = new FormData();
  form.set('file', new Blob([bytes]), 'a.csv');
  for (const body of [bytes, form]) {
    const answer = await post(body);
    t.equal(answer.status, 503);
    t.match(await answer.json(), { message: 'The disk is too full for the file.' });
    t.same(await readdir(disk), []);
  }
});
