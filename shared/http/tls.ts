/**
 * TLS by server name. A certificate is loaded when its name is first requested. A replaced certificate cannot be removed
 * from an app while connections point to its data. So a new app on the same port serves new certificates, and the old app
 * is closed when its connections have ended.
 */
import { type Certificate, withCertificateFiles } from './certificate-files.ts';
import { uWS } from './library.ts';
import { closeWhenIdle, countConnections, type Listener, newListener } from './listener.ts';
import { type HttpOptions, mount } from './route.ts';

export type TlsOptions = {
  /**
   * Returns the current certificate for a name; without a certificate the handshake fails. Called within handshakes.
   */
  certificate: (serverName: string) => Certificate | undefined;
  /** The directory for a certificate file while it is read. */
  directory: string;
  /** Called with a certificate that cannot be used. */
  onFault: (error: unknown, serverName: string) => void;
};

export type TlsListener = Listener & {
  connections: number;
  /** Names whose certificates are loaded. */
  names: Set<string>;
};

export function newTlsListener(options: HttpOptions, tls: TlsOptions): TlsListener {
  const listener: TlsListener = {
    ...newListener(uWS.SSLApp({}), options.hsts?.seconds, options.onConnection),
    connections: 0,
    names: new Set(),
  };
  const { app, kit, names } = listener;
  mount(app, options, kit);
  countConnections(listener);
  app.missingServerName((name) => {
    // Only lower-case names are loaded; otherwise each spelling would load a copy.
    const certificate = name === name.toLowerCase() ? tls.certificate(name) : undefined;
    if (!certificate || names.has(name)) return;
    try {
      withCertificateFiles(tls.directory, certificate, (files) => app.addServerName(name, files));
    } catch (error) {
      return tls.onFault(error, name);
    }
    names.add(name);
    // Each name has its own routes, so only those that exist on it are mounted.
    mount(app.domain(name), options.hotHost?.(name) ? { ...options, routes: [], unknown: [] } : options, kit);
  });
  return listener;
}

/** Closes a listener that has stopped accepting connections, as soon as its last connection has ended. */
export async function retire(listener: TlsListener): Promise<void> {
  await closeWhenIdle(listener);
  for (const name of listener.names) listener.app.removeServerName(name);
}
