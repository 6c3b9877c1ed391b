/** The bodies of custom domains. */
import Type from 'typebox';

export const DomainInput = Type.Object(
  {
    hostname: Type.String({
      minLength: 4,
      maxLength: 253,
      description: 'a hostname; letters of any script, stored as lower-case punycode',
    }),
  },
  { additionalProperties: false },
);

const time = { type: 'string', format: 'date-time' };
const timeOrNull = Type.Unsafe<string | null>({ ...time, type: ['string', 'null'] });

export const DnsRecord = Type.Object({
  type: Type.Enum(['TXT', 'CNAME', 'A', 'AAAA']),
  name: Type.String(),
  value: Type.String(),
  found: Type.Boolean({ description: 'whether the last check found it' }),
});

export const DomainDns = Type.Object({
  status: Type.Enum(['pending', 'ok', 'mismatch'], { description: '`pending`: not looked up yet' }),
  records: Type.Array(DnsRecord, { description: 'the records to set' }),
});
export const DomainCertificate = Type.Object({
  status: Type.Enum(['none', 'pending', 'active', 'failed']),
  expiresAt: timeOrNull,
  error: Type.Unsafe<string | null>({ type: ['string', 'null'] }),
});
export const Domain = Type.Object({
  id: Type.String(),
  workspaceId: Type.String(),
  hostname: Type.String({ description: 'lower-case punycode' }),
  unicodeHostname: Type.String({ description: 'the same for people' }),
  status: Type.Enum(['pending', 'verified', 'misconfigured'], {
    description: 'links can be made on a `verified` domain; those of a `misconfigured` one go on redirecting',
  }),
  dns: DomainDns,
  certificate: DomainCertificate,
  lastCheckedAt: timeOrNull,
  verifiedAt: timeOrNull,
  createdAt: Type.Unsafe<string>(time),
  updatedAt: Type.Unsafe<string>(time),
});

export const DomainList = Type.Object({ domains: Type.Array(Domain) });
