/**
 * The HTTP server of both services, with its listeners. Only this folder imports uWebSockets.js.
 */

import { socketPeer } from '../net/socket-peer.ts';
import { uWS } from './library.ts';
import {
  type CountedListener,
  closeListener,
  countConnections,
  listen,
  listenOnFile,
  newListener,
  stopListening,
  waitUntilIdle,
} from './listener.ts';
import { waitForSockets } from './open-sockets.ts';
import { type HttpOptions, mount } from './route.ts';
import { newTlsListener, retire, type TlsListener, type TlsOptions } from './tls.ts';

export type HttpServer = {
  /** Resolves to the bound port. Several processes can listen on one port. @throws if it is in use */
  listen(host: string, port: number): Promise<number>;
  /** Serves the same routes on a UNIX socket, for a proxy on this machine. @throws if its folder cannot be written */
  listenOnFile(file: string): Promise<void>;
  /** Serves the same routes over TLS, on a separate port (not 0, which cannot be shared). */
  listenTls(host: string, port: number, tls: TlsOptions): Promise<number>;
  /**
   * Serves the current certificates of `names` to new connections, and asks open connections to reconnect. As in a reload
   * of processes, a client that is just connecting can need to retry (see `tcp_migrate_req`).
   */
  reloadTls(names: string[]): Promise<void>;
  /**
   * Stops accepting, asks all clients to reconnect elsewhere, and resolves once the last connection is closed. After
   * `limitMs` it closes the rest.
   */
  drain(limitMs: number): Promise<void>;
  close(): void;
};

export function createHttpServer(options: HttpOptions): HttpServer {
  const hsts = options.hsts?.behindTls ? options.hsts.seconds : 0;
  const plain = newListener(uWS.App(), hsts, options.onConnection);
  mount(plain.app, options, plain.kit);
  let local: CountedListener | undefined;
  let tls: { listener: TlsListener; host: string; options: TlsOptions } | undefined;
  /** Superseded listeners that still have connections. */
  const retiring = new Set<TlsListener>();
  let draining = false;

  const current = () => [plain, local, tls?.listener].filter((listener) => listener !== undefined);
  const closeApps = () => {
    for (const listener of [...current(), ...retiring]) closeListener(listener);
  };

  return {
    listen: (host, port) => listen(plain, host, port),
    async listenOnFile(file) {
      local = { ...newListener(uWS.App(), hsts, options.onConnection, socketPeer), connections: 0 };
      mount(local.app, options, local.kit);
      countConnections(local);
      await listenOnFile(local, file);
    },
    async listenTls(host, port, tlsOptions) {
      const listener = newTlsListener(options, tlsOptions);
      tls = { listener, host, options: tlsOptions };
      return listen(listener, host, port);
    },
    async reloadTls(names) {
      if (!tls || draining) return;
      const old = tls.listener;
      if (!names.some((name) => old.names.has(name))) return;
      const listener = newTlsListener(options, tls.options);
      await listen(listener, tls.host, old.port);
      tls.listener = listener;
      retiring.add(old);
      await stopListening(old);
      void retire(old).finally(() => retiring.delete(old));
    },
    async drain(limitMs) {
      draining = true;
      await Promise.all(current().map(stopListening));
      const ports = [plain.port, tls?.listener.port].filter((port) => port !== undefined);
      await Promise.all([
        ...ports.map((port) => waitForSockets(port, limitMs)),
        local && waitUntilIdle(local, { limitMs, everyMs: 100 }),
      ]);
      closeApps();
    },
    close() {
      draining = true;
      closeApps();
    },
  };
}
