/** A connection that the server closes leaves nothing in its memory, after any kind of request. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import path from 'node:path';
import { t } from '../../runner/tap.ts';

const script = path.join(import.meta.dirname, '../../fixtures/closing-process.js');
const connections = 8_000;
const atOnce = 8;
/**
 * The maximum memory that can remain. A connection that is never freed takes 440 bytes outside V8's heap, 3.5 MB for
 * all of them.
 */
const mostBytes = 1_500_000;

const server = spawn(process.execPath, [script], { stdio: ['ignore', 'pipe', 'inherit'] });
t.teardown(() => server.kill('SIGKILL'));
const [line] = (await once(server.stdout, 'data')) as [Buffer];
const port = Number(line.toString());

/** Reads how many bytes the server's main thread has allocated with malloc. */
function allocated(): number {
  const [, heap = ''] = readFileSync(`/proc/${server.pid}/smaps`, 'utf8').split('[heap]');
  return Number(/^Rss:\s+(\d+) kB/m.exec(heap)?.[1]) * 1_024;
}

/** Sends a request on its own connection and waits until the server closes it. */
const askOnce = (request: string) =>
  new Promise<string>((resolve, reject) => {
    let text = '';
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true }, () => socket.write(request));
    socket.on('data', (bytes) => {
      text += bytes;
    });
    socket.on('error', reject);
    socket.on('end', () => {
      socket.destroy();
      resolve(text);
    });
  });

async function askOften(request: string, times: number): Promise<boolean> {
  let left = times;
  let areDone = true;
  const askInTurn = async () => {
    while (left-- > 0) areDone &&= (await askOnce(request)).startsWith('HTTP/1.1 200');
  };
  await Promise.all(Array.from({ length: atOnce }, askInTurn));
  return areDone;
}

const requests = {
  'a body without a length':
    'POST /api/soon HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n0\r\n\r\n',
  'a client that asks to close': 'GET /api/soon HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
};

for (const [name, request] of Object.entries(requests)) {
  t.test(`the memory of a closed connection is freed: ${name}`, async (t) => {
    await askOften(request, connections / 4);
    const before = allocated();
    t.ok(await askOften(request, connections));
    const grown = allocated() - before;
    t.ok(grown < mostBytes, `${grown} bytes more`);
  });
}
