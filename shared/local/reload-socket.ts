/** The UNIX socket below LOCAL_DIR by which a command asks the running `waypost start` to reload and waits for it. */
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { explain } from '../process/entry.ts';
import { socketPath } from '../process/sockets.ts';
import type { Release } from './service-sets.ts';

const fileOf = (localDir: string) => socketPath(localDir, 'start.sock');

/** Answers until the returned function is called. */
export async function answerReloads(localDir: string, reload: () => Promise<Release>): Promise<() => Promise<void>> {
  const file = await fileOf(localDir);
  await rm(file, { force: true });
  const server = createServer(async ({ method }, answer) => {
    if (method !== 'POST') return answer.writeHead(405).end();
    const [status, body] = await reload().then(
      (release) => [200, release],
      (error) => [500, { message: explain(error) }],
    );
    answer.writeHead(status as number).end(JSON.stringify(body));
  });
  server.listen(file);
  await once(server, 'listening');
  server.unref();
  return async () => {
    server.closeAllConnections();
    server.close();
    await rm(file, { force: true });
  };
}

/** Tells whether `waypost start` runs there and has completed its own start. */
export async function isStarted(localDir: string): Promise<boolean> {
  const socket = connect(await fileOf(localDir));
  return once(socket, 'connect').then(
    () => {
      socket.destroy();
      return true;
    },
    () => false,
  );
}

/** Resolves to the release that now serves. @throws if its services do not start or nothing runs there */
export async function askForReload(localDir: string): Promise<Release> {
  const asked = request({ socketPath: await fileOf(localDir), method: 'POST' }).end();
  const [answer] = await once(asked, 'response').catch((cause: NodeJS.ErrnoException) => {
    const isThere = !['ENOENT', 'ECONNREFUSED'].includes(cause.code ?? '');
    throw new Error(isThere ? 'Waypost ended meanwhile' : `Waypost does not run on ${localDir}`, { cause });
  });
  const body = JSON.parse(await text(answer));
  if (answer.statusCode !== 200) throw new Error(body.message);
  return body;
}
