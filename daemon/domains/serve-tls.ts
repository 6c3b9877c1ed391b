/**
 * HTTPS at TLS_PORT with the certificates that Waypost obtains. The certificates are replaced without losing a
 * connection.
 */
import path from 'node:path';
import type { Config } from '../../shared/config/config.ts';
import type { HttpServer } from '../../shared/http/server.ts';
import type { Log } from '../../shared/log/log.ts';
import { openKeyCipher } from '../../shared/secrets/key-cipher.ts';
import type { Db } from '../core/tables.ts';
import { type CertificateStore, startCertificateStore } from './certificate-store.ts';

export type TlsParts = { config: Config; db: Db; log: Log; writes: boolean };

/** Starts HTTPS, unless ACME_DIRECTORY is empty. Returns a function that stops the reloading of certificates. */
export async function serveTls(app: HttpServer, { config, db, log, writes }: TlsParts): Promise<() => Promise<void>> {
  if (config.acmeDirectory === '') return async () => {};
  const { localDir, host, tlsPort } = config;
  const store: CertificateStore = await startCertificateStore({
    db,
    log,
    cipher: await openKeyCipher(config, 'certificates'),
    localDir,
    writes,
    onReplaced: (hostnames) => app.reloadTls(hostnames),
  });
  const port = await app.listenTls(host, tlsPort, {
    certificate: store.find,
    directory: path.join(localDir, 'tls'),
    onFault: (err, hostname) => log.error({ err, hostname }, 'a certificate cannot be used'),
  });
  log.info({ port }, 'listening for TLS');
  return store.stop;
}
