/** Lookups of a domain's DNS records, and their comparison with the required ones. */
import { isIPv6, SocketAddress } from 'node:net';
import type { LookedUp, Lookups } from '../../shared/net/lookups.ts';
import { type DnsRecord, type DomainTarget, proofRecord, recordLine, recordsToSet } from './records.ts';

export type DnsFindings = {
  /** The result; `unknown` if a decisive lookup failed. */
  outcome: 'ok' | 'mismatch' | 'unknown';
  records: DnsRecord[];
  /** The name's IP addresses; empty if unknown. */
  addresses: string[];
  pointsHere: boolean;
};

/**
 * Looks up the records. The `configured` IP addresses replace the IP addresses of `host`. `before` is the last result,
 * which is kept for records whose lookup fails.
 */
export async function checkDns(
  lookups: Lookups,
  { hostname, token, before }: { hostname: string; token: string; before: DnsRecord[] },
  { host, configured }: { host: string; configured: string[] },
): Promise<DnsFindings> {
  const proof = proofRecord(hostname, token);
  const [texts, cname, theirs, ours] = await Promise.all([
    lookups.txt(proof.name),
    lookups.cname(hostname),
    lookups.addresses(hostname),
    findTarget(lookups, host, configured),
  ]);
  const proven = includesProof(texts, proof);
  const pointing = pointsAt(cname, theirs, ours);
  const required = ours.addresses.length > 0 || before.length === 0 ? recordsToSet(hostname, token, ours) : before;
  const records = required.map((record) => {
    const old = before.find((other) => recordLine(other) === recordLine(record));
    if (isFound(record) ?? old?.found) return { ...withoutFindings(record), found: true };
    const instead = foundInstead(record) ?? old?.instead ?? [];
    return { ...withoutFindings(record), found: false, ...(instead.length > 0 && { instead }) };
  });

  function isFound({ type, value }: DnsRecord): boolean | undefined {
    if (type === 'TXT') return proven;
    if (type === 'CNAME') return pointing;
    return theirs?.some((address) => sameAddress(address, value));
  }
  function foundInstead({ type }: DnsRecord): LookedUp {
    if (type === 'TXT') return shorten(texts);
    if (type === 'CNAME') return shorten(cname && cname.length > 0 ? cname : theirs);
    return shorten(theirs?.filter((address) => isIPv6(address) === (type === 'AAAA')));
  }
  return {
    outcome: proven === undefined || pointing === undefined ? 'unknown' : proven && pointing ? 'ok' : 'mismatch',
    records,
    addresses: theirs ?? [],
    pointsHere: pointing === true,
  };
}

/** Returns whether a workspace's proof is published, or `undefined` if the lookup failed. */
export async function hasProof(lookups: Lookups, hostname: string, token: string): Promise<boolean | undefined> {
  const proof = proofRecord(hostname, token);
  return includesProof(await lookups.txt(proof.name), proof);
}

const includesProof = (texts: LookedUp, { value }: DnsRecord) => texts?.some((text) => text.trim() === value);

const withoutFindings = ({ type, name, value }: DnsRecord) => ({ type, name, value });

/** Limits the shown values, because a name can have thousands of records. */
const shorten = (found: LookedUp) => found?.slice(0, 5).map((text) => text.slice(0, 255));

/** Finds the required target of custom domains. */
export async function findTarget(lookups: Lookups, host: string, configured: string[]): Promise<DomainTarget> {
  return { host, addresses: configured.length > 0 ? configured : ((await lookups.addresses(host)) ?? []) };
}

/**
 * Returns whether a name points here: by CNAME, or because all its IP addresses are Waypost's. Some DNS servers
 * answer with the addresses behind a CNAME instead. A name that also has other addresses sends some visitors
 * elsewhere.
 */
function pointsAt(cname: LookedUp, theirs: LookedUp, { host, addresses }: DomainTarget): boolean | undefined {
  if (cname?.some((name) => name.toLowerCase().replace(/\.$/, '') === host)) return true;
  if (theirs === undefined) return undefined;
  if (theirs.length === 0) return cname === undefined ? undefined : false;
  if (addresses.length === 0) return undefined;
  const isOurs = (address: string) => addresses.some((own) => sameAddress(own, address));
  return theirs.every(isOurs) ? true : cname === undefined ? undefined : false;
}

/**
 * Returns whether two IP addresses are the same. IPv6 addresses have several spellings, so their canonical forms are
 * compared.
 */
const sameAddress = (a: string, b: string) => canonical(a) === canonical(b);
const canonical = (address: string) =>
  isIPv6(address) ? new SocketAddress({ address, family: 'ipv6' }).address : address;
