/** The DNS records that connect a domain: a TXT record that proves whose it is, and one that points it here. Pure. */
import { createHash } from 'node:crypto';
import { isIPv6 } from 'node:net';
import { isApex } from './hostname.ts';

export type DnsRecord = {
  type: 'TXT' | 'CNAME' | 'A' | 'AAAA';
  name: string;
  value: string;
  found: boolean;
  /** Some of what the last check found in its place. */
  instead?: string[];
};

/**
 * What a workspace publishes to prove that a name is its own. It follows from both, so that a workspace can prove its
 * claim before it has one; nobody else gains anything by knowing it.
 */
export const proofToken = (installation: string, workspacePublicId: string, hostname: string) =>
  createHash('sha256').update(`${installation} ${workspacePublicId} ${hostname}`).digest('hex').slice(0, 32);

export const proofRecord = (hostname: string, token: string): DnsRecord => ({
  type: 'TXT',
  name: `_fks.${hostname}`,
  value: `fks-verify=${token}`,
  found: false,
});

export type DomainTarget = {
  /** The default short domain, without its port. */
  host: string;
  /** Where it is, for names that can have no CNAME; empty when that is not known. */
  addresses: string[];
};

/** The records to set, none of them looked for yet. */
export function recordsToSet(hostname: string, token: string, { host, addresses }: DomainTarget): DnsRecord[] {
  const pointing: DnsRecord[] =
    isApex(hostname) && addresses.length > 0
      ? addresses.map((value) => ({ type: isIPv6(value) ? 'AAAA' : 'A', name: hostname, value, found: false }))
      : [{ type: 'CNAME', name: hostname, value: host, found: false }];
  return [proofRecord(hostname, token), ...pointing];
}

/** A record in one line, as a zone file has it. */
export const recordLine = ({ type, name, value }: DnsRecord) => `${name} ${type} ${value}`;
