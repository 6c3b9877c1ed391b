/**
 * The answers that the HTTP library sends itself, as the manual describes them. If this fails after an upgrade of the
 * library, update the page's table.
 */
import { readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ApiError } from '../../../shared/errors.ts';
import { json } from '../../../shared/http/answer.ts';
import { createHttpServer } from '../../../shared/http/server.ts';
import { projectRoot } from '../../../shared/paths.ts';
import { ask } from '../../fixtures/requests.ts';
import { t } from '../../runner/tap.ts';

const server = createHttpServer({
  routes: [
    { method: 'GET', path: '/fast', handle: () => json(200, {}) },
    { method: 'GET', path: '/slow', handle: () => sleep(50).then(() => json(200, {})) },
  ],
  renderError: (error) => json(error instanceof ApiError && error.code === 'bad_request' ? 400 : 404, {}),
});
const port = await server.listen('127.0.0.1', 0);
t.teardown(() => server.close());

/** Resolves to the response statuses for these segments. */
async function statuses(...segments: string[]): Promise<string> {
  const socket = connect(port, '127.0.0.1').setNoDelay(true);
  let text = '';
  socket.setEncoding('latin1').on('error', () => {});
  socket.on('data', (chunk) => {
    text += chunk;
  });
  const closed = new Promise((resolve) => socket.once('close', resolve));
  for (const segment of segments) {
    if (!socket.destroyed) socket.write(segment, 'latin1');
    // The answer to a later request shows that this segment was read.
    await ask(port, { path: '/slow' });
  }
  await ask(port, { path: '/slow' });
  if (!socket.destroyed) socket.end();
  await closed;
  return [...text.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => status).join(' ') || 'none';
}

const get = (lines: string[], path = '/fast', version = '1.1') =>
  `${[`GET ${path} HTTP/${version}`, ...lines].join('\r\n')}\r\n\r\n`;
const host = 'Host: a';
const headers = (count: number) => Array.from({ length: count }, (_, index) => `X-${index}: 1`);
const big = get([host, `X-Big: ${'x'.repeat(5_000)}`]);
const huge = get([host, `X-Big: ${'x'.repeat(20_000)}`]);
const pieces = (text: string) => text.match(/[\s\S]{1,2000}/g) as string[];

/** The library has a different release for Node.js 22 and later; its answers come second in the rows. */
const isNewer = Number(process.versions.modules) >= 127;

/** The segments to send and the expected answer, by the row in the page's table. */
const rows: [row: string, answered: string | [older: string, newer: string], segments: string[]][] = [
  ['HTTP/1.0', '505', [get([host], '/fast', '1.0')]],
  ['A request line split over two TCP segments', ['505', '200'], ['GET /fa', `st HTTP/1.1\r\n${host}\r\n\r\n`]],
  ['An empty line before the request', ['505', 'none'], [`\r\n${get([host])}`]],
  ['Lines that end without CR', '505', [`GET /fast HTTP/1.1\n${host}\n\n`]],
  ['An absolute URL, `OPTIONS *`', '505', [get([host], 'http://a/fast')]],
  ['No `Host`', '400', [get(['X-A: 1'])]],
  ['No headers', ['none', '400'], [get([])]],
  ['`Host` or a length sent twice', '400', [get([host, 'Host: b'])]],
  ['Header names with characters other than letters, digits and `-`', ['none', '200'], [get([host, 'X_A: 1'])]],
  ['Header names with characters other than letters, digits and `-`', ['none', '200'], [get([host, 'X.A: 1'])]],
  ['A space before the colon, a folded line, control characters', ['none', '400'], [get([host, 'X-A : 1'])]],
  ['A space before the colon, a folded line, control characters', ['none', '400'], [get([host, 'X-A: 1', ' 2'])]],
  ['A space before the colon, a folded line, control characters', ['none', '400'], [get([host, 'X-A: \x01'])]],
  ['More than 98 headers', '200', [get([host, ...headers(97)])]],
  ['More than 98 headers', ['none', '431'], [get([host, ...headers(98)])]],
  ['Headers of up to 16 KiB', '200', [big]],
  ['Headers of up to 16 KiB', '200', pieces(big)],
  ['More than 16 KiB in several segments', '431', pieces(huge)],
  [
    'Requests on the same connection after a request that is answered later',
    'none',
    [get([host], '/slow') + get([host])],
  ],
  [
    'Requests on the same connection after a request that is answered at once',
    '404 200',
    [get([host], '/none') + get([host])],
  ],
];

t.test('the library answers or drops some requests itself, as the manual describes', async (t) => {
  const page = await readFile(path.join(projectRoot, '.github/docs/requests.md'), 'utf8');
  const answers = await Promise.all(rows.map(([, , segments]) => statuses(...segments)));
  for (const [index, [row, answered]] of rows.entries()) {
    t.equal(answers[index], typeof answered === 'string' ? answered : answered[isNewer ? 1 : 0], row);
    t.ok(page.includes(`\n| ${row} |`), `the page says: ${row}`);
  }
});
