/** The HTTP server: limited bodies, wrong methods and paths, clients that disconnect, and draining. */
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { ApiError } from '../../../shared/errors.ts';
import { json } from '../../../shared/http/answer.ts';
import type { HotHandler, HttpRequest, HttpRoute } from '../../../shared/http/route.ts';
import { createHttpServer } from '../../../shared/http/server.ts';
import { ask, sendRaw } from '../../fixtures/requests.ts';
import { type Test, t } from '../../runner/tap.ts';

const statuses: Record<string, number> = { not_found: 404, method_not_allowed: 405, body_too_large: 413 };
const hot: HotHandler = (res, req, kit) =>
  req.getHeader('x-later') === ''
    ? kit.send(res, req, { status: 200, body: 'hot' })
    : kit.later(res, req, ({ method }) => ({ status: 200, body: method }));

async function serve(t: Test, routes: HttpRoute[], bodyLimit = 1_000) {
  const server = createHttpServer({
    routes,
    hot,
    hotHost: (host) => host === 'hot.test',
    unknown: ['/api', '/api/*'],
    bodyLimit,
    renderError: (error) => {
      const code = error instanceof ApiError ? error.code : 'internal_error';
      return json(statuses[code] ?? 500, { code }, error instanceof ApiError ? error.headers : {});
    },
  });
  const port = await server.listen('127.0.0.1', 0);
  t.teardown(() => server.close());
  return { server, port };
}

const echo: HttpRoute = {
  method: 'POST',
  path: '/api/echo/{name}',
  handle: ({ body, params, query, headers, path }) =>
    json(200, { body: body.toString(), name: params.name, query, type: headers['content-type'], path }),
};
const read: HttpRoute = {
  method: 'GET',
  path: '/api/read',
  handle: async () => json(200, { read: true }, { 'X-Odd': 'a\r\nInjected: b' }),
};
const broken: HttpRoute = {
  method: 'GET',
  path: '/api/broken',
  handle: () => Promise.reject(new Error('inner secret')),
};

t.test('a route gets the complete request', async (t) => {
  const { port } = await serve(t, [echo, read, broken]);
  const answer = await ask(port, {
    method: 'POST',
    path: '/api/echo/a%2Fb%20%C3%A4?x=1&y',
    headers: { 'Content-Type': 'text/x' },
    body: 'hällo',
  });
  t.same(JSON.parse(answer.body), {
    body: 'hällo',
    name: 'a/b ä',
    query: 'x=1&y',
    type: 'text/x',
    path: '/api/echo/a%2Fb%20%C3%A4',
  });
  t.equal(JSON.parse((await ask(port, { method: 'POST', path: '/api/echo/%zz' })).body).name, '%zz');
  t.equal((await ask(port, { path: '/api/broken' })).body, '{"code":"internal_error"}');
});

t.test('every answer has its own request id, and no header value can start another header', async (t) => {
  const { port } = await serve(t, [read]);
  const answers = await Promise.all(Array.from({ length: 50 }, () => ask(port, { path: '/api/read' })));
  t.equal(new Set(answers.map(({ headers }) => headers['x-request-id'])).size, 50);
  t.equal(answers[0]?.headers.injected, undefined);
});

t.test('text is sent as UTF-8 in bodies, streams and headers, with every build of the library', async (t) => {
  const texts = ['', 'plain', 'hällo', '¿ÿ', 'Łódź', '世界 🎉', 'ä'.repeat(70_000), `${'x'.repeat(70_000)}é`];
  const routes = texts.flatMap((text, index): HttpRoute[] => [
    { method: 'GET', path: `/api/body/${index}`, handle: () => ({ status: 200, body: text }) },
    { method: 'GET', path: `/api/json/${index}`, handle: () => json(200, text) },
    {
      method: 'GET',
      path: `/api/stream/${index}`,
      handle: () => ({
        status: 200,
        stream: (async function* () {
          yield text;
          yield '–';
          yield text;
        })(),
      }),
    },
    {
      method: 'GET',
      path: `/api/header/${index}`,
      handle: () => ({ status: 200, headers: { 'X-Text': `a${text.slice(0, 1_000)}\tb` } }),
    },
  ]);
  const { port } = await serve(t, routes);
  const bytesOf = async (path: string) =>
    Buffer.from(await (await fetch(`http://127.0.0.1:${port}${path}`)).arrayBuffer());
  for (const [index, text] of texts.entries()) {
    const name = text.slice(0, 10);
    t.ok((await bytesOf(`/api/body/${index}`)).equals(Buffer.from(text)), `body ${name}`);
    t.ok((await bytesOf(`/api/json/${index}`)).equals(Buffer.from(JSON.stringify(text))), `JSON ${name}`);
    t.ok((await bytesOf(`/api/stream/${index}`)).equals(Buffer.from(`${text}–${text}`)), `stream ${name}`);
    const header = (await ask(port, { path: `/api/header/${index}` })).headers['x-text'];
    t.equal(Buffer.from(String(header), 'latin1').toString(), `a${text.slice(0, 1_000)}\tb`, `header ${name}`);
    const { headers } = await ask(port, { method: 'HEAD', path: `/api/body/${index}` });
    t.equal(headers['content-length'], String(Buffer.byteLength(text)), `length ${name}`);
  }
});

t.test('unencoded UTF-8 in a path or query is read correctly', async (t) => {
  const { port } = await serve(t, [echo]);
  const word = Buffer.from('hä世').toString('latin1');
  const text = await sendRaw(port, `POST /api/echo/${word}?q=${word} HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n`);
  const sent = JSON.parse(Buffer.from(text.slice(text.indexOf('\r\n\r\n') + 4), 'latin1').toString());
  t.same(sent, { body: '', name: 'hä世', query: 'q=hä世', path: '/api/echo/hä世' });
});

t.test('HEAD gets the answer to GET without its body, even twice on one connection', async (t) => {
  const { port } = await serve(t, [read]);
  const head = await ask(port, { method: 'HEAD', path: '/api/read' });
  t.equal(head.status, 200);
  t.equal(head.headers['content-length'], '13');
  t.equal(head.body, '');
  const one = (method: string) => `${method} /api/read HTTP/1.1\r\nHost: a\r\n\r\n`;
  const text = await sendRaw(port, one('HEAD') + one('HEAD') + one('GET'), { quietMs: 700 });
  t.equal(text.match(/^HTTP\/1\.1 200 OK\r$/gm)?.length, 3);
  t.equal(text.match(/\{"read":true\}/g)?.length, 1, 'and only GET has a body');
  t.ok(text.endsWith('{"read":true}'));
});

t.test('every reader of a request sees the method exactly as it was sent', async (t) => {
  const streamed: HttpRoute = {
    method: 'GET',
    path: '/api/stream',
    handle: () => ({ status: 200, stream: (async function* () {})() }),
  };
  const { port } = await serve(t, [read, streamed]);
  const refused = '{"code":"method_not_allowed"}';
  for (const [line, host, isLater, ...expected] of [
    ['HEAD /later', 'a', true, '200', ''],
    ['HEAD /api/read', 'hot.test', true, '200', ''],
    ['PUT /api/read', 'hot.test', true, '200', 'PUT'],
    // Methods are case-sensitive. A proxy expects a body in the answer to `head`.
    ['head /later', 'a', true, '200', 'head'],
    ['head /hot', 'a', false, '200', 'hot'],
    ['head /api/read', 'a', false, '405', refused],
  ] as const) {
    const later = isLater ? 'X-Later: 1\r\n' : '';
    const text = await sendRaw(port, `${line} HTTP/1.1\r\nHost: ${host}\r\n${later}Connection: close\r\n\r\n`);
    t.same([text.split(' ')[1], text.slice(text.indexOf('\r\n\r\n') + 4)], expected, `${line} ${host}`);
  }
  const head = await ask(port, { method: 'HEAD', path: '/api/stream' });
  t.match(head, { status: 200, headers: { 'content-length': undefined } }, 'the length of a stream is unknown');
});

t.test('a request with Connection: close gets one such header, and then the connection ends', async (t) => {
  const parts: HttpRoute = {
    method: 'GET',
    path: '/api/parts',
    handle: () => ({
      status: 200,
      stream: (async function* () {
        yield 'a';
      })(),
    }),
  };
  const { port } = await serve(t, [read, broken, parts]);
  for (const [method, path] of [
    ['GET', '/api/read'],
    ['HEAD', '/api/read'],
    ['GET', '/api/broken'],
    ['GET', '/api/nothing'],
    ['GET', '/api/parts'],
    ['GET', '/hot'],
    ['HEAD', '/hot'],
  ] as const) {
    for (const asked of ['close', 'Close']) {
      const text = await sendRaw(port, `${method} ${path} HTTP/1.1\r\nHost: a\r\nConnection: ${asked}\r\n\r\n`, {
        quietMs: 10_000,
      });
      t.equal(text.match(/^Connection: close\r$/gm)?.length, 1, `${method} ${path}`);
      t.notMatch(text, /Keep-Alive/i);
    }
    const kept = await sendRaw(port, `${method} ${path} HTTP/1.1\r\nHost: a\r\n\r\n`);
    t.match(kept, /^Keep-Alive: timeout=\d+\r$/m);
    t.notMatch(kept, /^Connection:/m);
  }
});

t.test('unknown paths are answered with 404, and known paths with other methods with 405', async (t) => {
  const { port } = await serve(t, [echo, read]);
  const cases: [method: string, path: string, status: number, allow?: string][] = [
    ['GET', '/api', 404],
    ['GET', '/api/', 404],
    ['GET', '/api/nothing', 404],
    ['POST', '/api/nothing/at/all', 404],
    ['PUT', '/api/read', 405, 'GET, HEAD'],
    ['GET', '/api/echo/x', 405, 'POST'],
    ['HEAD', '/api/echo/x', 405, 'POST'],
    ['PATCH', '/api/echo/x', 405, 'POST'],
    ['GET', '/else', 200],
    ['PUT', '/else', 200],
  ];
  for (const [method, path, status, allow] of cases) {
    const answer = await ask(port, { method, path });
    t.equal(answer.status, status, `${method} ${path}`);
    t.equal(answer.headers.allow, allow, `${method} ${path}`);
  }
  t.equal((await ask(port, { path: '/api/read', headers: { Host: 'hot.test' } })).body, 'hot', 'a host without routes');
});

t.test('a body over the limit is refused while it arrives, whether or not its length is declared', async (t) => {
  let called = 0;
  const count: HttpRoute = { ...echo, handle: () => json(200, { called: ++called }) };
  const { port } = await serve(t, [count]);
  const post = (headers: Record<string, string>, size: number) =>
    ask(port, { method: 'POST', path: '/api/echo/x', headers, body: 'x'.repeat(size) }).catch(() => ({ status: 0 }));
  t.equal((await post({ 'Content-Length': '1000' }, 1_000)).status, 200);
  t.equal((await post({ 'Content-Length': '1001' }, 1_001)).status, 413);
  t.equal((await post({ 'Transfer-Encoding': 'chunked' }, 1_000)).status, 200);
  t.not((await post({ 'Transfer-Encoding': 'chunked' }, 200_000)).status, 200);
  t.equal(called, 2);
  const declared = await sendRaw(port, 'POST /api/echo/x HTTP/1.1\r\nHost: a\r\nContent-Length: 99999999999\r\n\r\n');
  t.match(declared, /^HTTP\/1\.1 413 /, 'before a byte of it was sent');
});

t.test('a client that disconnects before its answer causes no error', async (t) => {
  let finish = () => {};
  const slow: HttpRoute = {
    method: 'GET',
    path: '/api/slow',
    handle: () =>
      new Promise((resolve) => {
        finish = () => resolve(json(200, {}));
      }),
  };
  const { port } = await serve(t, [slow, echo, read]);
  const socket = connect(port, '127.0.0.1', () => socket.write('GET /api/slow HTTP/1.1\r\nHost: a\r\n\r\n'));
  await sleep(50);
  socket.destroy();
  await sleep(50);
  finish();
  const half = connect(port, '127.0.0.1', () =>
    half.write('POST /api/echo/x HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\nabc'),
  );
  await sleep(50);
  half.destroy();
  await sleep(50);
  t.equal((await ask(port, { path: '/api/read' })).status, 200);
});

t.test('a stream is produced no faster than its client reads it, and stops when the client disconnects', async (t) => {
  const chunk = Buffer.alloc(1 << 16, 'x');
  let made = 0;
  let ended = false;
  async function* endless() {
    try {
      for (;;) {
        made++;
        yield chunk;
        await sleep(0);
      }
    } finally {
      ended = true;
    }
  }
  const stream: HttpRoute = { method: 'GET', path: '/api/stream', handle: () => ({ status: 200, stream: endless() }) };
  const { port } = await serve(t, [stream]);
  const socket = connect(port, '127.0.0.1', () => {
    socket.pause();
    socket.write('GET /api/stream HTTP/1.1\r\nHost: a\r\n\r\n');
  });
  for (let before = -1; before !== made; ) {
    before = made;
    await sleep(200);
  }
  t.ok(made > 0 && made < 500, `${made} chunks of 64 KiB wait for a client that reads nothing`);
  let taken = 0;
  socket.on('data', (bytes) => {
    taken += bytes.length;
  });
  const stoppedAt = made;
  socket.resume();
  while (taken < (stoppedAt + 10) << 16) await sleep(5);
  t.ok(made > stoppedAt, 'it continues when the client reads');
  socket.destroy();
  while (!ended) await sleep(5);
  t.pass('it ended');
});

t.test('a draining server answers open requests, closes every connection and accepts no more', async (t) => {
  const seen: HttpRequest[] = [];
  const slow: HttpRoute = {
    method: 'GET',
    path: '/api/slow',
    handle: async (request) => {
      seen.push(request);
      await sleep(200);
      return json(200, { late: true });
    },
  };
  const { server, port } = await serve(t, [slow]);
  const under = sendRaw(port, 'GET /api/slow HTTP/1.1\r\nHost: a\r\n\r\n', { quietMs: 1_000 });
  while (seen.length === 0) await sleep(5);
  const drained = server.drain(5_000);
  const answer = await under;
  t.match(answer, /^HTTP\/1\.1 200 OK\r\n/);
  t.match(answer, /\r\nConnection: close\r\n/);
  await drained;
  await t.rejects(ask(port, { path: '/api/slow' }), { code: 'ECONNREFUSED' });
});

t.test('connections still open at the end of draining are closed without an answer', async (t) => {
  const { server, port } = await serve(t, [read]);
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  let answered = '';
  socket.on('data', (bytes) => {
    answered += bytes;
  });
  const closed = new Promise((resolve) => socket.once('close', resolve));
  socket.write('GET /first HTTP/1.1\r\nHost: a\r\n\r\n');
  while (answered === '') await sleep(5);
  const before = answered;
  await server.drain(20);
  socket.write('GET /second HTTP/1.1\r\nHost: a\r\n\r\n');
  await closed;
  t.equal(answered, before);
});

t.test('a stream that ends while the process drains is sent completely', async (t) => {
  let finish = () => {};
  const rest = new Promise<void>((resolve) => {
    finish = resolve;
  });
  async function* parts() {
    yield 'first ';
    await rest;
    yield 'last';
  }
  const stream: HttpRoute = { method: 'GET', path: '/api/stream', handle: () => ({ status: 200, stream: parts() }) };
  const { server, port } = await serve(t, [stream]);
  const answered = fetch(`http://127.0.0.1:${port}/api/stream`);
  await answered;
  const drained = server.drain(100);
  finish();
  t.equal(await (await answered).text(), 'first last');
  await drained;
});

t.test('browsers get a header that makes them use HTTPS, if HTTPS is available', async (t) => {
  for (const behindTls of [true, false]) {
    const server = createHttpServer({
      routes: [read],
      hot,
      hsts: { seconds: 5, behindTls },
      renderError: () => json(500, {}),
    });
    const port = await server.listen('127.0.0.1', 0);
    t.teardown(() => server.close());
    for (const path of ['/api/read', '/hot']) {
      const { headers } = await ask(port, { path });
      t.equal(headers['strict-transport-security'], behindTls ? 'max-age=5' : undefined, path);
    }
  }
});
