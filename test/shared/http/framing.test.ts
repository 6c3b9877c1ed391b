/** Where requests end: bytes after an ambiguous request are never executed, and its connection is closed. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect as connectTls } from 'node:tls';
import { ApiError } from '../../../shared/errors.ts';
import { json } from '../../../shared/http/answer.ts';
import type { HttpRoute } from '../../../shared/http/route.ts';
import { createHttpServer } from '../../../shared/http/server.ts';
import { freePort } from '../../fixtures/processes.ts';
import { makeCertificate, readCertificate, temporaryDirectory } from '../../fixtures/proxies.ts';
import { type Test, t } from '../../runner/tap.ts';

const statuses: Record<string, number> = {
  ...{ bad_request: 400, not_found: 404, method_not_allowed: 405, length_required: 411, body_too_large: 413 },
};

async function serve(t: Test) {
  const seen: string[] = [];
  const see = (path: string) => {
    seen.push(path);
    return json(200, { path });
  };
  const post: HttpRoute = { method: 'POST', path: '/api/post', handle: ({ body }) => see(`/api/post ${body}`) };
  const smuggled: HttpRoute = { method: 'GET', path: '/api/smuggled', handle: ({ path }) => see(path) };
  const exported: HttpRoute = {
    method: 'POST',
    path: '/api/export',
    streams: true,
    handle: ({ path }) => {
      seen.push(path);
      return {
        status: 200,
        stream: (async function* () {
          yield 'never';
        })(),
      };
    },
  };
  const server = createHttpServer({
    routes: [post, smuggled, exported],
    hot: (res, req, kit) => kit.later(res, req, ({ path }) => see(path)),
    unknown: ['/api', '/api/*'],
    bodyLimit: 1_000,
    renderError: (error) => json(error instanceof ApiError ? (statuses[error.code] ?? 500) : 500, {}),
  });
  const port = await server.listen('127.0.0.1', 0);
  const dir = await temporaryDirectory(t);
  await makeCertificate(dir, 'go.test');
  const tlsPort = await server.listenTls('127.0.0.1', await freePort(), {
    certificate: () => readCertificate(dir, 'go.test'),
    directory: dir,
    onFault: (error) => t.error(error),
  });
  t.teardown(() => server.close());
  return { seen, port, tlsPort };
}

/**
 * Sends each part in its own segment. Resolves to the response with the word `open`, or without it if the server
 * closed.
 */
function exchange(socket: Socket, parts: string[]): Promise<string> {
  return new Promise((resolve) => {
    let text = '';
    socket.setEncoding('latin1').on('error', () => {});
    socket.on('data', (chunk) => {
      text += chunk;
    });
    const late = setTimeout(() => {
      text += ' open';
      socket.destroy();
    }, 2_000);
    socket.on('close', () => {
      clearTimeout(late);
      resolve(text);
    });
    void (async () => {
      // Until the connection is open, several parts would be sent together.
      await once(socket, 'encrypted' in socket ? 'secureConnect' : 'connect');
      for (const part of parts) {
        if (!socket.destroyed) socket.write(part, 'latin1');
        await sleep(10);
      }
    })();
  });
}

const head = (request: string, ...lines: string[]) =>
  `${[`${request} HTTP/1.1`, 'Host: go.test', ...lines].join('\r\n')}\r\n\r\n`;
const chunked = 'Transfer-Encoding: chunked';
const smuggled = head('GET /api/smuggled');
const trailers = '0\r\nxxGET /api/smuggled HTTP/1.1\r\nHost: go.test\r\n\r\n';
const body = '2\r\n{}\r\n';

const cases: [what: string, first: string, rest: string, status: number][] = [
  ['a route', head('POST /api/post', chunked) + body, trailers, 200],
  ['a route by a request right behind', head('POST /api/post', chunked) + body, `0\r\n\r\n${smuggled}`, 200],
  ['a GET', head('GET /api/smuggled', chunked) + body, trailers, 411],
  ['a HEAD', head('HEAD /api/smuggled', chunked) + body, trailers, 411],
  [
    'a GET with Expect: 100-continue',
    head('GET /api/post', chunked, 'Expect: 100-continue'),
    `${body}${trailers}`,
    405,
  ],
  ['an unknown method', head('PUT /api/post', chunked) + body, trailers, 405],
  ['an unknown path', head('POST /api/none', chunked) + body, trailers, 404],
  ['a body over the limit', `${head('POST /api/post', chunked)}800\r\n${'x'.repeat(2_048)}\r\n`, trailers, 413],
  ['the hot path', head('POST /hot', chunked) + body, trailers, 200],
  ['a stream', head('POST /api/export', chunked) + body, trailers, 411],
  ['another coding', head('POST /api/post', 'Transfer-Encoding: xchunked') + body, trailers, 400],
  ['a list of codings', head('POST /api/post', 'Transfer-Encoding: gzip, chunked') + body, trailers, 400],
  ['two codings', head('POST /api/post', chunked, chunked) + body, trailers, 400],
  ['an empty coding before one', head('POST /api/post', 'Transfer-Encoding:', chunked), body + trailers, 400],
  ['a coding beside a length', head('POST /api/post', chunked, 'Content-Length: 2') + body, trailers, 400],
  ['two lengths', head('POST /api/post', `Content-Length: ${smuggled.length}`, 'Content-Length: 0'), smuggled, 400],
  [
    'two lengths turned',
    head('POST /api/post', 'Content-Length: 0', `Content-Length: ${smuggled.length}`),
    smuggled,
    400,
  ],
  ['two equal lengths', head('POST /api/post', 'Content-Length: 2', 'Content-Length: 2'), `{}${smuggled}`, 400],
  ['a list of lengths', head('POST /api/post', 'Content-Length: 2, 2'), `{}${smuggled}`, 400],
  ['two hosts', head('POST /api/post', 'Host: other.test'), smuggled, 400],
];

/** Matches one answer, or none if the connection was cut off before it. The library's own answers are HTML. */
const oneOf = (status: number) =>
  new RegExp(`^(HTTP/1.1 100 Continue\r\n\r\n)?(HTTP/1.1 (${status}|400|505) ((?!HTTP/1.1 ).)*)?$`, 's');

t.test('nothing after a request of ambiguous length is executed', async (t) => {
  const { seen, port, tlsPort } = await serve(t);
  const plain = () => connect(port, '127.0.0.1');
  const secure = () =>
    connectTls({ port: tlsPort, host: '127.0.0.1', servername: 'go.test', rejectUnauthorized: false });
  for (const open of [plain, secure]) {
    await Promise.all(
      cases.map(async ([what, first, rest, status]) => {
        const apart = await exchange(open(), [first, rest]);
        t.match(apart, oneOf(status), what);
        t.notMatch(apart, / open$/, `${what}: closed`);
        if (/ (?!100)\d{3} /.test(apart)) t.match(apart, /\r\nConnection: close\r\n/, `${what}: announced`);
        const together = await exchange(open(), [first + rest]);
        t.match(together, oneOf(status), `${what}, at once`);
        t.notMatch(together, / open$/, `${what}, at once: closed`);
      }),
    );
  }
  t.notOk(seen.includes('/api/export'), 'a request that cannot be answered is not executed');
  t.notOk(seen.includes('/api/smuggled'), 'no body or trailers were read as a request');
  t.ok(seen.includes('/api/post {}'), 'a chunked body is accepted');
});

t.test('a chunked body arrives complete, however it is split, and the client gets its answer', async (t) => {
  const { port } = await serve(t);
  const request = `${head('POST /api/post', chunked)}3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n`;
  // parser.test.ts covers a request line that is split.
  const first = request.indexOf('\r\n') + 2;
  const cuts = Array.from({ length: request.length - first }, (_, index) => first + index);
  const answers = await Promise.all(
    cuts.map((cut) => exchange(connect(port, '127.0.0.1'), [request.slice(0, cut), request.slice(cut)])),
  );
  for (const [index, answer] of answers.entries())
    t.match(answer, /^HTTP\/1\.1 200 .*"\/api\/post abcde"/s, `cut at ${first + index}`);
});

t.test('if a request has a length, the connection stays open and the body is not read as a request', async (t) => {
  const { seen, port } = await serve(t);
  const socket = connect(port, '127.0.0.1');
  const answer = exchange(socket, [
    `${head('GET /hot', `Content-Length: ${smuggled.length}`)}${smuggled}`,
    `${head('GET /last')}`,
  ]);
  setTimeout(() => socket.end(), 200);
  t.equal((await answer).split('HTTP/1.1 200 OK').length, 3);
  t.same(seen, ['/hot', '/last']);
});
