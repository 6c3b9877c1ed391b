/** Small schemas that several parts of the API share. */
import Type from 'typebox';
import { longestEmail, longestUrl } from '../../shared/limits-of-fields.ts';
import { parseAddress } from '../../shared/mail/email-address.ts';
import { parseUrl } from '../../shared/net/parse-url.ts';
import { addFormat } from '../../shared/validate.ts';
import { invalid } from './errors.ts';

export { nullable } from '../../shared/openapi/nullable.ts';

/** Examples of public ids, by prefix. */
export const exampleIds = {
  dom: 'dom_8Rk2LmQ0xWvT5sYc1ZpB',
  fac: 'fac_Rb7Yc1M2LzXk0VtWn4Hq',
  imp: 'imp_5ZkQ8sVw2LrTq0YpXb7c',
  key: 'key_0Zt4mKq9Xc2LhVb7RsNp',
  lnk: 'lnk_5ZkQ8sVw2LrTq0YpXb7c',
  mem: 'mem_3Wc7YpQz1KxVt9LrHn5B',
  ses: 'ses_4be0643f1d98573b97ca',
  usr: 'usr_7Hq2LzXk0VtWn4RbYc1M',
  whk: 'whk_8Rk2LmQz5TfYw0VhXc3d',
  ws: 'ws_Jd93kfLa0Qp2Zx71MnBv',
};

/** Returns the schema of a text in an answer, with its example in the OpenAPI document. */
export const text = (example: string, description?: string) =>
  Type.String({ ...(description === undefined ? {} : { description }), examples: [example] });
export const textOrNull = (example: string | null, description?: string) =>
  Type.Unsafe<string | null>({ ...text('', description), type: ['string', 'null'], examples: [example] });
export const id = (kind: keyof typeof exampleIds, description?: string) => text(exampleIds[kind], description);
export const number = (example: number, description?: string) =>
  Type.Integer({ minimum: 0, ...(description === undefined ? {} : { description }), examples: [example] });
/** Returns the schema of a property that is usually false. */
export const no = (description?: string) =>
  Type.Boolean({ ...(description === undefined ? {} : { description }), examples: [false] });
export const nextCursor = (description = 'Pass back as `cursor`; null on the last page.') =>
  textOrNull('WyJsaW5rcyIsMTc5NTI1MDUzMDEyMyw0Ml0', description);

addFormat('email-address', (text) => 'address' in parseAddress(text));

export const email = () =>
  Type.String({
    minLength: 3,
    maxLength: longestEmail,
    format: 'email-address',
    description: 'an email address, in ASCII before the @ and with a registered domain after it',
    examples: ['you@example.com'],
  });

/**
 * Returns an email address in the form that is stored and compared. @throws `validation_failed` with the reason if it
 * is invalid
 */
export function normalizeEmail(text: string): string {
  const parsed = parseAddress(text);
  if ('fault' in parsed) throw invalid({ field: 'email', message: parsed.fault });
  return parsed.address;
}

const hasControl = /[\u0000-\u001f\u007f]/;
export const isUrl = (text: string) => text === text.trim() && !hasControl.test(text) && parseUrl(text) !== undefined;
/** Returns whether a text can be a host: an IP address, or labels of up to 63 characters. */
function canBeHost(hostname: string): boolean {
  if (hostname.startsWith('[')) return true;
  const name = hostname.replace(/\.$/, '');
  return name.length <= 253 && name.split('.').every(({ length }) => length >= 1 && length <= 63);
}

export const isHttpUrl = (text: string) =>
  /^https?:\/\//i.test(text) && isUrl(text) && canBeHost(parseUrl(text)?.hostname ?? '');
addFormat('http-url', isHttpUrl);

export const httpUrl = (description = 'an http or https URL') =>
  Type.String({
    minLength: 1,
    maxLength: longestUrl,
    format: 'http-url',
    description,
    examples: ['https://example.com/'],
  });

/** Returns whether a text is an RFC 3339 time in UTC with `Z`, on a valid date, from 1970 or later. */
export function isUtcDateTime(text: string): boolean {
  const match = /^(\d{4})-(\d\d)-(\d\d)T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,9})?Z$/.exec(text);
  if (!match || Number(match[1]) < 1970) return false;
  const day = new Date(`${text.slice(0, 10)}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text.slice(0, 10));
}

addFormat('utc-date-time', isUtcDateTime);

export const utcTime = () =>
  Type.String({
    format: 'utc-date-time',
    description: 'a time in UTC such as 2030-01-31T09:00:00Z',
    examples: ['2030-01-31T09:00:00Z'],
  });

export const Role = Type.Enum(['admin', 'member', 'viewer'], { examples: ['member'] });
/** A user's role in contacts, shown to callers who can grant it. */
export const ContactsRole = Type.Unsafe<'administrator' | 'editor' | 'viewer' | null>({
  type: ['string', 'null'],
  enum: ['administrator', 'editor', 'viewer', null],
});
export const Plan = Type.Enum(['free', 'pro', 'team', 'scale'], { examples: ['pro'] });
/** A workspace's plan, and whether it has limits. */
export const shownPlan = {
  plan: Plan,
  unlimited: no('whether no limits apply, on any plan; set by the operator'),
};

/** The answer to an action without a result. */
export const Done = Type.Object({ ok: Type.Literal(true) }, { additionalProperties: false });
