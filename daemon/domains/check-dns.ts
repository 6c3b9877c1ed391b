/** Looks a domain's records up and says which are as they should be. */
import { isIPv6, SocketAddress } from 'node:net';
import { type DnsRecord, type DomainTarget, proofRecord, recordsToSet } from './records.ts';
import type { LookedUp, Lookups } from './resolver.ts';

export type DnsFindings = {
  /** `unknown`: a lookup that would have told could not be made. */
  outcome: 'ok' | 'mismatch' | 'unknown';
  records: DnsRecord[];
  /** Where the name leads; empty when that is not known. */
  addresses: string[];
  /** Whether it leads here. */
  pointsHere: boolean;
};

/** `configured`: addresses that stand for those of `host`. `before`: what the last check found, kept where this one cannot tell. */
export async function checkDns(
  lookups: Lookups,
  { hostname, token, before }: { hostname: string; token: string; before: DnsRecord[] },
  { host, configured }: { host: string; configured: string[] },
): Promise<DnsFindings> {
  const [proven, cname, theirs, ours] = await Promise.all([
    hasProof(lookups, hostname, token),
    lookups.cname(hostname),
    lookups.addresses(hostname),
    findTarget(lookups, host, configured),
  ]);
  const pointing = pointsAt(cname, theirs, ours);
  const wanted = ours.addresses.length > 0 || before.length === 0 ? recordsToSet(hostname, token, ours) : before;
  const records = wanted.map((record) => ({ ...record, found: isFound(record) ?? foundBefore(record) }));

  function isFound({ type, value }: DnsRecord): boolean | undefined {
    if (type === 'TXT') return proven;
    if (type === 'CNAME') return pointing;
    return theirs?.some((address) => sameAddress(address, value));
  }
  function foundBefore({ type, name, value }: DnsRecord): boolean {
    return before.some((old) => old.type === type && old.name === name && old.value === value && old.found);
  }
  return {
    outcome: proven === undefined || pointing === undefined ? 'unknown' : proven && pointing ? 'ok' : 'mismatch',
    records,
    addresses: theirs ?? [],
    pointsHere: pointing === true,
  };
}

/** Whether a workspace's proof is published; undefined when that could not be looked up. */
export async function hasProof(lookups: Lookups, hostname: string, token: string): Promise<boolean | undefined> {
  const { name, value } = proofRecord(hostname, token);
  return (await lookups.txt(name))?.some((text) => text.trim() === value);
}

/** Where custom domains have to point. */
export async function findTarget(lookups: Lookups, host: string, configured: string[]): Promise<DomainTarget> {
  return { host, addresses: configured.length > 0 ? configured : ((await lookups.addresses(host)) ?? []) };
}

/**
 * By CNAME, or because all of its addresses are ours: some DNS servers answer with the addresses behind a CNAME. A name
 * whose addresses are ours only in part sends some visitors elsewhere.
 */
function pointsAt(cname: LookedUp, theirs: LookedUp, { host, addresses }: DomainTarget): boolean | undefined {
  if (cname?.some((name) => name.toLowerCase().replace(/\.$/, '') === host)) return true;
  if (theirs === undefined) return undefined;
  if (theirs.length === 0) return cname === undefined ? undefined : false;
  if (addresses.length === 0) return undefined;
  const isOurs = (address: string) => addresses.some((own) => sameAddress(own, address));
  return theirs.every(isOurs) ? true : cname === undefined ? undefined : false;
}

/** IPv6 addresses can be written in several ways. */
const sameAddress = (a: string, b: string) => canonical(a) === canonical(b);
const canonical = (address: string) =>
  isIPv6(address) ? new SocketAddress({ address, family: 'ipv6' }).address : address;
