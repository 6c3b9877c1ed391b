/** Bodies of custom domains. */
import Type, { type Static } from 'typebox';
import { longestName, longestUrl } from '../../shared/limits-of-fields.ts';
import { addFormat } from '../../shared/validate.ts';
import { httpUrl, id, isUrl, nullable, text, textOrNull } from '../api/schemas.ts';

export const DomainInput = Type.Object(
  {
    hostname: Type.String({
      minLength: 4,
      maxLength: 253,
      description: 'a hostname; letters of any script, stored as lower-case punycode',
      examples: ['go.example.com'],
    }),
  },
  { additionalProperties: false },
);

const time = { type: 'string', format: 'date-time' };
const timeOrNull = Type.Unsafe<string | null>({ ...time, type: ['string', 'null'] });

export const DnsRecord = Type.Object({
  type: Type.Enum(['TXT', 'CNAME', 'A', 'AAAA']),
  name: text('_fks.go.example.com'),
  value: text('fks-verify=6f1d0c4b9a7e4d25b1c83e0f5a962d7c'),
  found: Type.Boolean({ description: 'whether the last check found it' }),
  instead: Type.Optional(
    Type.Array(Type.String(), {
      description: 'some of the values that the last check found instead, if any',
    }),
  ),
});

export const DomainDns = Type.Object({
  status: Type.Enum(['pending', 'ok', 'mismatch'], { description: '`pending`: not checked yet', examples: ['ok'] }),
  records: Type.Array(DnsRecord, { description: 'the records to set' }),
});
export const DomainCertificate = Type.Object({
  status: Type.Enum(['none', 'pending', 'active', 'failed'], { examples: ['active'] }),
  expiresAt: timeOrNull,
  error: textOrNull(null),
});
/** Matches a host that a Content-Security-Policy can name. */
const plainHost = /^[a-z0-9.-]+$/;
addFormat('image-url', (text) => /^https:\/\//i.test(text) && isUrl(text) && plainHost.test(new URL(text).hostname));

const colour = Type.String({
  pattern: '^#?([0-9A-Fa-f]{3}|[0-9A-Fa-f]{6})$',
  description: 'a colour as RGB or RRGGBB, with or without #',
});
const brandName = Type.String({
  minLength: 1,
  maxLength: longestName,
  pattern: '\\S',
  description: 'a name that is not blank',
});
const logoUrl = Type.String({
  maxLength: longestUrl,
  format: 'image-url',
  description: 'an https URL of an image, without a redirect to another host',
});

export const DomainBrandInput = Type.Object(
  { name: brandName, logoUrl: Type.Optional(nullable(logoUrl)), color: Type.Optional(nullable(colour)) },
  { additionalProperties: false },
);
export const DomainPatch = Type.Object(
  {
    rootUrl: Type.Optional(nullable(httpUrl())),
    notFoundUrl: Type.Optional(nullable(httpUrl())),
    brand: Type.Optional(nullable(DomainBrandInput)),
  },
  { additionalProperties: false },
);
export type DomainPatch = Static<typeof DomainPatch>;

/** An app's id. Its maximum length keeps Apple's file far below the limit of 128 KB. */
const iosApp = Type.String({
  pattern: '^[A-Z0-9]{10}\\.[A-Za-z0-9-]+(\\.[A-Za-z0-9-]+)*$',
  maxLength: 166,
  description: 'the team id (10 capitals or digits), a dot and the bundle id',
  examples: ['ABCDE12345.com.example.app'],
});
const androidPackage = Type.String({
  pattern: '^[A-Za-z][A-Za-z0-9_]*(\\.[A-Za-z][A-Za-z0-9_]*)+$',
  maxLength: 223,
  description: 'an application id such as com.example.app',
  examples: ['com.example.app'],
});
const fingerprint = Type.String({
  pattern: '^([0-9A-Fa-f]{2}:){31}[0-9A-Fa-f]{2}$',
  description: 'a SHA-256 fingerprint: 32 pairs of hex digits with colons between them',
  examples: ['14:6D:E9:83:C5:73:06:50:D8:EE:B9:95:2F:34:FC:64:16:A0:83:42:E6:1D:BE:A8:8A:04:96:B2:3F:CF:44:E5'],
});

export const AndroidApp = Type.Object(
  { package: androidPackage, fingerprints: Type.Array(fingerprint, { minItems: 1, maxItems: 5 }) },
  { additionalProperties: false },
);
export const DomainApps = Type.Object(
  { ios: Type.Array(iosApp), android: Type.Array(AndroidApp) },
  { additionalProperties: false },
);
export const DomainAppsInput = Type.Object(
  {
    ios: Type.Optional(Type.Array(iosApp, { maxItems: 20 })),
    android: Type.Optional(Type.Array(AndroidApp, { maxItems: 20 })),
  },
  { additionalProperties: false },
);
export type DomainAppsInput = Static<typeof DomainAppsInput>;

export const DomainBrand = Type.Object({
  name: text('Example'),
  logoUrl: textOrNull('https://www.example.com/logo.svg'),
  color: textOrNull('#0a7d4f', '`#rrggbb`'),
});
export const DomainLogo = Type.Object(
  {
    status: Type.Enum(['none', 'pending', 'ready', 'failed'], {
      description:
        '`ready`: QR codes can contain it; a `failed` one is retried for a day or two, and when the brand is set again',
      examples: ['ready'],
    }),
    error: textOrNull(null, 'the error of the last download'),
  },
  { description: 'the logo of the brand, fetched for QR codes with `logo` `brand`' },
);
export const Domain = Type.Object({
  id: id('dom'),
  workspaceId: id('ws'),
  hostname: text('go.example.com', 'lower-case punycode'),
  unicodeHostname: text('go.example.com', 'the hostname in its own script'),
  status: Type.Enum(['pending', 'verified', 'misconfigured'], {
    description: 'links can be created on a `verified` domain; links of a `misconfigured` domain keep redirecting',
    examples: ['verified'],
  }),
  dns: DomainDns,
  certificate: DomainCertificate,
  rootUrl: textOrNull('https://www.example.com/', 'root URL of the domain'),
  notFoundUrl: textOrNull('https://www.example.com/not-found', 'destination of URLs without a link'),
  brand: nullable(DomainBrand),
  logo: DomainLogo,
  apps: DomainApps,
  lastCheckedAt: timeOrNull,
  verifiedAt: timeOrNull,
  createdAt: Type.Unsafe<string>(time),
  updatedAt: Type.Unsafe<string>(time),
});

export const DomainList = Type.Object({ domains: Type.Array(Domain) });
