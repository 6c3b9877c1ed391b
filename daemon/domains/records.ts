/**
 * Pure functions for the DNS records of a custom domain: a TXT record as proof of ownership, and a record that points
 * here.
 */
import { createHash } from 'node:crypto';
import { isIPv6 } from 'node:net';
import { isApex } from './hostname.ts';

export type DnsRecord = {
  type: 'TXT' | 'CNAME' | 'A' | 'AAAA';
  name: string;
  value: string;
  found: boolean;
  /** Some of the values found instead of the required one. */
  instead?: string[];
};

/**
 * Returns the value that proves a workspace's ownership of a name. The value is derived from the workspace and the
 * name, so the workspace can publish it in advance, and other workspaces cannot use it.
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
  /** Its IP addresses, for names that cannot have a CNAME; empty if unknown. */
  addresses: string[];
};

/** Returns the records to create, marked as not found yet. */
export function recordsToSet(hostname: string, token: string, { host, addresses }: DomainTarget): DnsRecord[] {
  const pointing: DnsRecord[] =
    isApex(hostname) && addresses.length > 0
      ? addresses.map((value) => ({ type: isIPv6(value) ? 'AAAA' : 'A', name: hostname, value, found: false }))
      : [{ type: 'CNAME', name: hostname, value: host, found: false }];
  return [proofRecord(hostname, token), ...pointing];
}

/** Returns a record as one line in zone file format. */
export const recordLine = ({ type, name, value }: DnsRecord) => `${name} ${type} ${value}`;
