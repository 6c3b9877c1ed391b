/** The UNIX socket in LOCAL_DIR through which a command makes the running `waypost start` reload, and waits for it. */
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import { explain } from '../process/entry.ts';
import { listen, pathOfSocket, readAnswer, socketPath } from '../process/sockets.ts';
import type { Release } from './service-sets.ts';

const socketName = 'start.sock';
const longestAnswer = 1 << 20;

type Fault = { message: string; serves: string | undefined };

/** A failed reload. `serves` is the version that keeps running, if any. */
export class NotReloaded extends Error {
  readonly serves: string | undefined;

  constructor({ message, serves }: Fault) {
    super(message);
    this.serves = serves;
  }
}

type Sets = {
  reload: () => Promise<Release>;
  serving: () => Release | undefined;
  settled: () => Promise<Release | undefined>;
};

/** Serves the socket: POST reloads, GET waits for the start or reload in progress. The returned function ends it. */
export async function answerReloads(localDir: string, sets: Sets): Promise<() => Promise<void>> {
  const file = await socketPath(localDir, socketName);
  await rm(file, { force: true });
  const fault = (error: unknown): Fault => ({ message: explain(error), serves: sets.serving()?.version });
  const server = createServer(async ({ method }, answer) => {
    const turn = method === 'POST' ? sets.reload() : sets.settled();
    const [status, body] = await turn.then(
      (release) => [200, release ?? {}] as const,
      (error) => [500, fault(error)] as const,
    );
    answer.writeHead(status).end(JSON.stringify(body));
  });
  await listen(server, { path: file });
  server.unref();
  return async () => {
    server.closeAllConnections();
    server.close();
    await rm(file, { force: true });
  };
}

/** Resolves to the running version, after a start or reload in progress; `undefined` if Waypost is not running. */
export async function findServing(localDir: string): Promise<string | undefined> {
  const answer = await send(localDir, 'GET').catch((error: NodeJS.ErrnoException) => {
    if (!isGone(error)) throw error;
  });
  return answer?.version;
}

/** Resolves to the release after the reload. @throws if its services do not start or Waypost is not running */
export async function requestReload(localDir: string): Promise<Release> {
  return send(localDir, 'POST').catch((cause: NodeJS.ErrnoException) => {
    if (!isGone(cause)) throw cause;
    const isThere = cause.code === 'ECONNRESET';
    throw new Error(isThere ? 'Waypost ended during the reload' : `Waypost is not running on ${localDir}`, { cause });
  });
}

/** Returns whether nothing listens on the socket, or the process ended before it answered. */
const isGone = ({ code = '' }: NodeJS.ErrnoException) => ['ENOENT', 'ECONNREFUSED', 'ECONNRESET'].includes(code);

async function send(localDir: string, method: 'GET' | 'POST') {
  const sent = request({ socketPath: pathOfSocket(localDir, socketName), method }).end();
  const [answer] = await once(sent, 'response');
  const body = JSON.parse(await readAnswer(answer, longestAnswer));
  if (answer.statusCode !== 200) throw new NotReloaded(body);
  return body;
}
