/** Certificates for uWebSockets.js, which reads them from files. The files exist only while they are read. */
import { randomBytes } from 'node:crypto';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createSecureContext } from 'node:tls';

/** PEM texts: the certificate with its chain, and its private key. */
export type Certificate = { chain: string; key: string };

type Files = { cert_file_name: string; key_file_name: string };

/** Calls `use` with temporary files. @throws if certificate and key do not match, which uWebSockets.js does not report */
export function withCertificateFiles(
  directory: string,
  { chain, key }: Certificate,
  use: (files: Files) => void,
): void {
  createSecureContext({ cert: chain, key });
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const base = path.join(directory, `${process.pid}-${randomBytes(8).toString('hex')}`);
  const files: Files = { cert_file_name: `${base}.crt`, key_file_name: `${base}.key` };
  try {
    writeFileSync(files.cert_file_name, chain, { mode: 0o600 });
    writeFileSync(files.key_file_name, key, { mode: 0o600 });
    use(files);
  } finally {
    for (const file of Object.values(files)) rmSync(file, { force: true });
  }
}
