/** The bodies of the link API. One schema is the validator, the type and the published description. */
import { domainToASCII } from 'node:url';
import Type, { type Static } from 'typebox';
import { addFormat } from '../../shared/validate.ts';

const hasControl = /[\u0000-\u001f\u007f]/;
const schemeOf = /^([a-z][a-z0-9+.-]*):/i;
/** Schemes that run code or read local data where they are opened. */
const dangerous = new Set(['javascript', 'data', 'vbscript', 'file', 'blob', 'about']);

const isUrl = (text: string) => text === text.trim() && !hasControl.test(text) && URL.canParse(text);
const isHttpUrl = (text: string) => /^https?:\/\//i.test(text) && isUrl(text);

addFormat('http-url', isHttpUrl);
addFormat('app-url', (text) => {
  const scheme = schemeOf.exec(text)?.[1]?.toLowerCase();
  if (!scheme || dangerous.has(scheme)) return false;
  return scheme === 'http' || scheme === 'https' ? isHttpUrl(text) : isUrl(text);
});
addFormat('utc-date-time', isUtcDateTime);
addFormat('domain', (text) => domainToASCII(text.replace(/:\d{1,5}$/, '')) !== '');

/** RFC 3339 in UTC with `Z`, a day that exists, within what DATETIME holds. */
function isUtcDateTime(text: string): boolean {
  const match = /^(\d{4})-(\d\d)-(\d\d)T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,9})?Z$/.exec(text);
  if (!match || Number(match[1]) < 1970) return false;
  const day = new Date(`${text.slice(0, 10)}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text.slice(0, 10));
}

const httpUrl = (description = 'an http or https URL') =>
  Type.String({ minLength: 1, maxLength: 2048, format: 'http-url', description });
const appUrl = () =>
  Type.String({ minLength: 1, maxLength: 2048, format: 'app-url', description: "a URL, or an app's own scheme" });
const utmText = () => Type.String({ maxLength: 200 });

export const Utm = Type.Object(
  {
    source: Type.Optional(utmText()),
    medium: Type.Optional(utmText()),
    campaign: Type.Optional(utmText()),
    term: Type.Optional(utmText()),
    content: Type.Optional(utmText()),
  },
  { additionalProperties: false },
);
export type Utm = Static<typeof Utm>;

export const Geo = Type.Record(Type.String({ pattern: '^[A-Z]{2}$' }), httpUrl(), { additionalProperties: false });

export const LinkInput = Type.Object(
  {
    url: httpUrl(),
    slug: Type.Optional(
      Type.String({
        pattern: '^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$',
        description: '1 to 64 letters, digits, - or _, the first a letter or digit',
      }),
    ),
    domain: Type.Optional(
      Type.String({ minLength: 1, maxLength: 253, format: 'domain', description: 'a verified custom domain' }),
    ),
    title: Type.Optional(Type.String({ maxLength: 200 })),
    tags: Type.Optional(Type.Array(Type.String({ minLength: 1, maxLength: 40 }), { maxItems: 20 })),
    password: Type.Optional(Type.String({ minLength: 8, maxLength: 128 })),
    expiresAt: Type.Optional(
      Type.String({ format: 'utc-date-time', description: 'a time in UTC such as 2030-01-31T09:00:00Z' }),
    ),
    expiredUrl: Type.Optional(httpUrl()),
    redirectType: Type.Optional(Type.Enum([301, 302])),
    iosUrl: Type.Optional(appUrl()),
    androidUrl: Type.Optional(appUrl()),
    geo: Type.Optional(Geo),
    utm: Type.Optional(Utm),
  },
  { additionalProperties: false },
);
export type LinkInput = Static<typeof LinkInput>;

/** A link as every answer shows it; all fields are always there. Times are ISO 8601 in UTC. */
export type Link = {
  id: string;
  workspaceId: string;
  domain: string;
  slug: string;
  shortUrl: string;
  url: string;
  title: string | null;
  tags: string[];
  hasPassword: boolean;
  expiresAt: string | null;
  expiredUrl: string | null;
  redirectType: number;
  iosUrl: string | null;
  androidUrl: string | null;
  geo: Record<string, string> | null;
  utm: Utm | null;
  archived: boolean;
  banned: boolean;
  createdAt: string;
  updatedAt: string;
};
