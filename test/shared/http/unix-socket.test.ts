/** A server on a UNIX socket: a new process takes the socket over, and clients are those that the proxy names. */
import { chmod, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { Agent, get } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createHttpServer } from '../../../shared/http/server.ts';
import { createAddressReader } from '../../../shared/net/forwarded-address.ts';
import { socketAddress } from '../../../shared/net/socket-peer.ts';
import { type Test, t } from '../../runner/tap.ts';

async function makeFolder(t: Test): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'unix-'));
  t.teardown(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** A server that answers with its name and the request's IP address. */
const serverOf = (name: string) =>
  createHttpServer({
    routes: [{ method: 'GET', path: '/', handle: ({ ip }) => ({ status: 200, body: `${name} ${ip}` }) }],
    renderError: () => ({ status: 500 }),
  });

const ask = (to: { socketPath: string } | { port: number }, agent?: Agent) =>
  new Promise<string>((resolve, reject) => {
    const request = get({ ...to, path: '/', agent: agent ?? false }, async (answer) => {
      let text = '';
      for await (const chunk of answer.setEncoding('utf8')) text += chunk;
      resolve(text);
    });
    request.on('error', reject);
  });

t.test('only connections through the socket have its address, and only a listed address is trusted', async (t) => {
  const server = serverOf('a');
  t.teardown(() => server.close());
  const socketPath = path.join(await makeFolder(t), 'a.sock');
  await server.listenOnFile(socketPath);
  const port = await server.listen('127.0.0.1', 0);
  t.equal(await ask({ socketPath }), `a ${socketAddress}`);
  t.equal(await ask({ port }), 'a 127.0.0.1');
  const claimed = '198.51.100.7';
  t.equal(createAddressReader([socketAddress])(socketAddress, claimed), claimed);
  t.equal(createAddressReader([])(socketAddress, claimed), '100:0:0:0:0:0:0:1');
  t.equal(createAddressReader([socketAddress])(claimed, `192.0.2.1, ${socketAddress}`), claimed, 'not from others');
});

t.test("only the owner and the group of the socket's folder can connect", async (t) => {
  const folder = await makeFolder(t);
  await chmod(folder, 0o2750);
  const server = serverOf('a');
  t.teardown(() => server.close());
  const file = path.join(folder, 'a.sock');
  await server.listenOnFile(file);
  const [socket, its] = await Promise.all([stat(file), stat(folder)]);
  t.same([socket.mode & 0o777, socket.gid], [0o660, its.gid]);
  t.same(await readdir(folder), ['a.sock']);
});

t.test('the error for a folder that does not exist names the folder', async (t) => {
  const server = serverOf('a');
  t.teardown(() => server.close());
  await t.rejects(server.listenOnFile('/does/not/exist/a.sock'), {
    message: /^cannot listen on \/does\/not\/exist\/a\.sock.*; does its folder exist/,
  });
});

t.test('no request fails while one server after another takes over the socket', async (t) => {
  const socketPath = path.join(await makeFolder(t), 'a.sock');
  let serving = serverOf('0');
  t.teardown(() => serving.close());
  await serving.listenOnFile(socketPath);
  const agents = [new Agent({ keepAlive: true, maxSockets: 4 }), undefined];
  const seen = new Set<string>();
  const faults: string[] = [];
  let isOver = false;
  const asking = agents.map(async (agent) => {
    while (!isOver) {
      await Promise.all(
        Array.from({ length: 4 }, () =>
          ask({ socketPath }, agent).then(
            (name) => seen.add(name),
            // The server can close a kept connection at the moment when the next request is sent, as over TCP.
            (error: NodeJS.ErrnoException) => (agent && error.code === 'ECONNRESET') || faults.push(String(error)),
          ),
        ),
      );
    }
  });
  for (let turn = 1; turn <= 10; turn++) {
    const next = serverOf(String(turn));
    await next.listenOnFile(socketPath);
    const before = serving;
    serving = next;
    await before.drain(5_000);
    while (!seen.has(`${turn} ${socketAddress}`)) await new Promise(setImmediate);
  }
  isOver = true;
  await Promise.all(asking);
  agents[0]?.destroy();
  t.same(faults, []);
  t.equal(seen.size, 11);
});
