/** Inspection of the certificate that a server has for a name, over a TLS connection that sends nothing. */
import { readFileSync } from 'node:fs';
import { isIPv4 } from 'node:net';
import { connect, rootCertificates, type TLSSocket } from 'node:tls';
import { isPublicAddress } from './public-address.ts';

export type CertificateState = {
  certificateStatus: 'none' | 'pending' | 'active' | 'failed';
  certificateExpiresAt: Date | null;
  certificateError: string | null;
};

export type CertificateOptions = {
  port: number;
  allowPrivate: boolean;
  withinMs: number;
  /** An additional trusted certificate, or a file with one. */
  ca?: string;
  caFile?: string;
};

/** Connection errors, which do not concern the certificate. */
const unreachable = new Set(['ECONNREFUSED', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'EADDRNOTAVAIL', 'EACCES']);

const inWords: Record<string, string> = {
  CERT_HAS_EXPIRED: 'the certificate has expired',
  CERT_NOT_YET_VALID: 'the certificate is not valid yet',
  ERR_TLS_CERT_ALTNAME_INVALID: 'the certificate is for another name',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'the certificate is self-signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'the certificate is not issued by a known authority',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'the certificate is not issued by a known authority',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'the certificate is not issued by a known authority, or lacks its chain',
};

const failed = (certificateError: string, certificateExpiresAt: Date | null = null): CertificateState => ({
  certificateStatus: 'failed',
  certificateExpiresAt,
  certificateError,
});

/** Checks the certificate at one of the name's IP addresses; `undefined` if no server is reachable. */
export function checkCertificate(
  hostname: string,
  addresses: string[],
  { port, allowPrivate, withinMs, ca = '', caFile = '' }: CertificateOptions,
): Promise<CertificateState | undefined> {
  const allowed = addresses.filter((address) => allowPrivate || isPublicAddress(address));
  const host = allowed.find(isIPv4) ?? allowed[0];
  if (host === undefined || withinMs <= 0) return Promise.resolve(undefined);
  const own = [ca, caFile === '' ? '' : readFileSync(caFile, 'utf8')].filter(Boolean);
  const trusted = own.length > 0 ? { ca: [...rootCertificates, ...own] } : {};
  return new Promise((resolve) => {
    // Any certificate is accepted for inspection; nothing is sent or trusted.
    const socket = connect({ host, port, servername: hostname, rejectUnauthorized: false, ...trusted });
    const end = (state: CertificateState | undefined) => {
      clearTimeout(timer);
      socket.destroy();
      resolve(state);
    };
    const timer = setTimeout(() => end(undefined), withinMs);
    socket.once('secureConnect', () => end(stateOf(socket)));
    socket.once('error', ({ code = '' }: NodeJS.ErrnoException) =>
      end(unreachable.has(code) ? undefined : failed('the server offers no certificate for this name')),
    );
  });
}

function stateOf(socket: TLSSocket): CertificateState {
  const certificate = socket.getPeerCertificate();
  const expiresAt = certificate.valid_to ? new Date(certificate.valid_to) : null;
  if (socket.authorized) {
    return { certificateStatus: 'active', certificateExpiresAt: expiresAt, certificateError: null };
  }
  const code = String(socket.authorizationError);
  return failed(inWords[code] ?? `the certificate is not accepted (${code})`, expiresAt);
}
