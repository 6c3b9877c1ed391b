/**
 * TLS by the name a client asks for. A certificate is loaded when its name is first asked for. One that was replaced
 * cannot be taken out of an app that has connections (they keep pointers to what belongs to its name), so new
 * certificates are served by a new app on the same port, and the old one is emptied when its connections are gone.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { RawResponse } from './answer.ts';
import { type Certificate, withCertificateFiles } from './certificate-files.ts';
import { uWS } from './library.ts';
import { type Listener, newListener } from './listener.ts';
import { type HttpOptions, mount } from './route.ts';

export type TlsOptions = {
  /** The certificate for a name as it is now; without one the handshake fails. Asked within handshakes. */
  certificate: (serverName: string) => Certificate | undefined;
  /** Where a certificate lies in a file while it is read. */
  directory: string;
  /** Told of a certificate that cannot be used. */
  onFault: (error: unknown, serverName: string) => void;
};

export type TlsListener = Listener & {
  connections: number;
  /** Names whose certificates it has loaded. */
  names: Set<string>;
};

export function newTlsListener(options: HttpOptions, tls: TlsOptions): TlsListener {
  const listener: TlsListener = {
    ...newListener(uWS.SSLApp({}), options.hsts?.seconds),
    connections: 0,
    names: new Set(),
  };
  const { app, kit, names } = listener;
  mount(app, options, kit);
  const countConnection = (_: RawResponse, change: number) => void (listener.connections += change);
  app.filter(countConnection as Parameters<typeof app.filter>[0]);
  app.missingServerName((name) => {
    // Names are lower-case here; else each spelling of one would be loaded.
    const certificate = name === name.toLowerCase() ? tls.certificate(name) : undefined;
    if (!certificate || names.has(name)) return;
    try {
      withCertificateFiles(tls.directory, certificate, (files) => app.addServerName(name, files));
    } catch (error) {
      return tls.onFault(error, name);
    }
    names.add(name);
    // A name has routes of its own here, so it gets only those that can be asked for on it.
    mount(app.domain(name), options.hotHost?.(name) ? { ...options, routes: [], unknown: [] } : options, kit);
  });
  return listener;
}

const retireWithinMs = 60_000;

/** Closes a listener that accepts no more once its connections are gone. */
export async function retire(listener: TlsListener): Promise<void> {
  const nap = () => sleep(1_000, undefined, { ref: false });
  for (let waited = 0; listener.connections > 0 && waited < retireWithinMs; waited += 1_000) await nap();
  listener.app.close();
  await nap();
  for (const name of listener.names) listener.app.removeServerName(name);
}
