/** A uWebSockets.js app on a port, which can be closed without interrupting clients. */

import type { TemplatedApp, us_listen_socket, us_socket } from 'uWebSockets.js';
import { chmod, rename, rm } from 'node:fs/promises';
import { setImmediate as immediate, setTimeout as sleep } from 'node:timers/promises';
import type { RawResponse } from './answer.ts';
import { uWS } from './library.ts';
import type { HotKit, HttpOptions, Peer } from './route.ts';

export type Listener = {
  app: TemplatedApp;
  kit: HotKit;
  socket: us_listen_socket | undefined;
  port: number;
};

/**
 * Creates a listener with an incomplete kit, which `mount` completes. `hsts` is in seconds. `peer` is the peer of all its
 * connections if they have no address.
 */
export function newListener(
  app: TemplatedApp,
  hsts = 0,
  onConnection?: HttpOptions['onConnection'],
  peer?: Peer,
): Listener {
  if (onConnection) {
    const notify = (res: RawResponse, change: number) => void (change > 0 && onConnection(peer ?? res));
    app.filter(notify as Parameters<typeof app.filter>[0]);
  }
  const kit = { closing: false, hsts: hsts > 0 ? `max-age=${hsts}` : '', peer, send: () => {}, later: () => {} };
  return { app, kit, socket: undefined, port: 0 };
}

/** Binds a port, and resolves to it. @throws if it is in use */
export const listen = (listener: Listener, host: string, port: number): Promise<number> =>
  new Promise((resolve, reject) => {
    listener.app.listen(host, port, (socket) => {
      if (!socket) return reject(new Error(`port ${port} on ${host} is in use or not allowed`));
      listener.socket = socket;
      listener.port = uWS.us_socket_local_port(socket as unknown as us_socket);
      resolve(listener.port);
    });
  });

/**
 * Binds a UNIX socket for the owner and group of its folder. The socket gets its name once it accepts connections, and
 * takes the name over from a process that is about to end. @throws if the folder cannot be written
 */
export async function listenOnFile(listener: Listener, file: string): Promise<void> {
  const bound = `${file}.${process.pid}`;
  await rm(bound, { force: true });
  await new Promise<void>((resolve, reject) => {
    listener.app.listen_unix((socket) => {
      if (!socket)
        return reject(new Error(`cannot listen on ${bound}; does its folder exist, and can this user write to it?`));
      listener.socket = socket;
      resolve();
    }, bound);
  });
  await chmod(bound, 0o660);
  await rename(bound, file);
}

/** A turn of the event loop this short (in ms) leaves hardly any connection in the kernel's queue. */
const shortTurnMs = 0.2;
const waitsForShortTurn = 100;

/**
 * Stops accepting connections. From then on every answer also closes its connection. The kernel resets connections that
 * it has queued for a closed socket. A short turn of the event loop has accepted all queued connections, so the socket
 * is closed right after one.
 */
export async function stopListening(listener: Listener): Promise<void> {
  listener.kit.closing = true;
  await immediate();
  for (let turn = 0; turn < waitsForShortTurn; turn++) {
    const startedAt = performance.now();
    await immediate();
    if (performance.now() - startedAt < shortTurnMs) break;
  }
  if (listener.socket) uWS.us_listen_socket_close(listener.socket);
  listener.socket = undefined;
}

/** Stops accepting connections, and closes all open ones. */
export function closeListener(listener: Listener): void {
  listener.socket = undefined;
  listener.app.close();
}

export type CountedListener = Listener & { connections: number };

/** Keeps `connections` equal to the number of open connections. */
export function countConnections(listener: CountedListener): void {
  const { app } = listener;
  const count = (_: RawResponse, change: number) => void (listener.connections += change);
  app.filter(count as Parameters<typeof app.filter>[0]);
}

const idleWithinMs = 60_000;

/** Resolves when no connection is open, or after `limitMs`. */
export async function waitUntilIdle(
  listener: CountedListener,
  { limitMs, everyMs }: { limitMs: number; everyMs: number },
): Promise<void> {
  for (let waited = 0; listener.connections > 0 && waited < limitMs; waited += everyMs) await nap(everyMs);
}

const nap = (ms: number) => sleep(ms, undefined, { ref: false });

/** Closes a listener that no longer accepts, once its connections have ended or after a minute. */
export async function closeWhenIdle(listener: CountedListener): Promise<void> {
  await waitUntilIdle(listener, { limitMs: idleWithinMs, everyMs: 1_000 });
  closeListener(listener);
  await nap(1_000);
}
