/**
 * The HTTP server of both services, with its listeners. Only this folder imports uWebSockets.js.
 */

import { uWS } from './library.ts';
import { closeListener, listen, newListener, stopListening } from './listener.ts';
import { waitForSockets } from './open-sockets.ts';
import { type HttpOptions, mount } from './route.ts';
import { newTlsListener, retire, type TlsListener, type TlsOptions } from './tls.ts';

export type HttpServer = {
  /** Resolves to the bound port. Several processes can listen on one port. @throws if it is in use */
  listen(host: string, port: number): Promise<number>;
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
  const plain = newListener(uWS.App(), options.hsts?.behindTls ? options.hsts.seconds : 0, options.onConnection);
  mount(plain.app, options, plain.kit);
  let tls: { listener: TlsListener; host: string; options: TlsOptions } | undefined;
  /** Superseded listeners that still have connections. */
  const retiring = new Set<TlsListener>();
  let draining = false;

  const closeApps = () => {
    for (const listener of [plain, ...(tls ? [tls.listener] : []), ...retiring]) closeListener(listener);
  };

  return {
    listen: (host, port) => listen(plain, host, port),
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
      const listeners = [plain, ...(tls ? [tls.listener] : [])];
      await Promise.all(listeners.map(stopListening));
      await Promise.all(listeners.map(({ port }) => waitForSockets(port, limitMs)));
      closeApps();
    },
    close() {
      draining = true;
      closeApps();
    },
  };
}
