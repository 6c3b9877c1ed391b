/** Pure functions for the transitions of a domain's state. Failed lookups change nothing. */
import type { CertificateState } from '../../shared/net/served-certificate.ts';

export type DomainState = CertificateState & {
  status: 'pending' | 'verified' | 'misconfigured';
  dnsStatus: 'pending' | 'ok' | 'mismatch';
  /** The number of consecutive checks that found wrong records, and the time of the first such check. */
  failures: number;
  failingSince: Date | null;
  /** Whether the operator marked the domain as verified, regardless of DNS. */
  trusted: boolean;
  verifiedAt: Date | null;
};

export type Findings = {
  dns: 'ok' | 'mismatch' | 'unknown';
  /** The certificate's state; `undefined` if it could not be checked. */
  certificate?: CertificateState | undefined;
};

const failuresAtLeast = 3;
const failingAtLeastMs = 72 * 3_600_000;

/** Returns the state after a check. */
export function nextState(state: DomainState, { dns, certificate }: Findings, now: Date): DomainState {
  const next = afterDns(state, dns, now);
  if (certificate) return { ...next, ...certificate };
  const isFirst = next.status !== 'pending' && next.certificateStatus === 'none';
  return isFirst ? { ...next, certificateStatus: 'pending' } : next;
}

function afterDns(state: DomainState, dns: Findings['dns'], now: Date): DomainState {
  if (dns === 'unknown') return state;
  if (dns === 'ok') {
    const verifiedAt = state.verifiedAt ?? now;
    return { ...state, status: 'verified', dnsStatus: 'ok', failures: 0, failingSince: null, verifiedAt };
  }
  const wrong = { ...state, dnsStatus: dns };
  if (state.status === 'pending' || state.trusted) return wrong;
  const failures = state.failures + 1;
  const failingSince = state.failingSince ?? now;
  const isLong = failures >= failuresAtLeast && now.getTime() - failingSince.getTime() >= failingAtLeastMs;
  return { ...wrong, failures, failingSince, status: isLong ? 'misconfigured' : state.status };
}

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/**
 * Returns the time of the next check. A new domain is checked often at first, then less and less often. After a month
 * without success, only a call of `verify` checks it.
 */
export function nextCheckAt(state: DomainState, createdAt: Date, now: Date): Date | null {
  const after = (ms: number) => new Date(now.getTime() + ms);
  if (state.status === 'pending') {
    const age = now.getTime() - createdAt.getTime();
    if (age < hour) return after(2 * minute);
    if (age < day) return after(15 * minute);
    if (age < 7 * day) return after(2 * hour);
    return age < 30 * day ? after(day) : null;
  }
  if (state.status === 'misconfigured') return after(hour);
  if (state.certificateStatus !== 'active') {
    const since = now.getTime() - (state.verifiedAt ?? createdAt).getTime();
    if (since < day) return after(10 * minute);
  }
  return after(state.dnsStatus === 'ok' || state.trusted ? day : 6 * hour);
}
