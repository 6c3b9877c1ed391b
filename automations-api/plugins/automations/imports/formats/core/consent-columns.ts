/**
 * Columns that say whether somebody refuses emails or agrees to them, known by the meaning of their names, and their values as
 * statuses. Neither kind subscribes anybody. Pure.
 */
import { bareName } from '../../../../../../shared/import/columns.ts';
import { toFlag, toText, toTime } from '../../../../../../shared/import/values.ts';
import type { StatusName } from '../../../contacts/core/statuses.ts';
import { statusOf } from './statuses.ts';

/** `opt_out`: yes refuses; `opt_in`: no refuses; `bounced`: yes is a bounced address. */
export type ConsentTarget = 'opt_out' | 'opt_in' | 'bounced';

const refusal =
  /unsubscri|opt(?:ed)?out|(?:dont|donot)(?:e?mail|contact|send)|blocklist|blacklist|suppress|abgemeldet|desinscri|desabonn/;
const wholeRefusal =
  /^(?:unsub(?:bed|time|date|at)?|no(?:e?mails?|contact|newsletter|marketing)|complained(?:at)?|spamcomplaint)$/;
const agreement =
  /consent|opt(?:ed)?in|(?:email|marketing)permission|(?:accept|accepts|accepted|wants?|allows?|receives?)(?:e?mail|marketing|newsletter)|(?:email|marketing)allowed|emailable/;
const wholeAgreement =
  /^(?:(?:is|email)?subscribed(?:to(?:emails?|newsletter))?|newsletter(?:subscri(?:bed|ption))?|permission(?:status)?)$/;
const bounce = /^(?:(?:is|has|email)?(?:hard)?bounced(?:at|on|date|time|email)?|invalidemail|emailinvalid)$/;

/** Another channel than email, or a consent to something else. */
const otherMatter = /sms|whatsapp|phone|call|fax|push|postal|viber|telegram|photo|image|video|cookie/;
/** About a refusal or an agreement, yet neither. */
const about = new Set(
  'url link page token key hash ip id ids text version list lists count source method form language type code'.split(
    ' ',
  ),
);

/** Undefined for a column about anything else. */
export function consentTarget(column: string): ConsentTarget | undefined {
  const bare = bareName(column);
  if (otherMatter.test(bare) && !bare.includes('mail')) return undefined;
  if (wordsOf(column).some((word) => about.has(word))) return undefined;
  if (refusal.test(bare) || wholeRefusal.test(bare)) return 'opt_out';
  if (bounce.test(bare)) return 'bounced';
  return agreement.test(bare) || wholeAgreement.test(bare) ? 'opt_in' : undefined;
}

/** `doNotEmail` has three. */
const wordsOf = (name: string) =>
  name
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u);

const yes = new Set(
  '1 yes y true t on x ✓ ✔ ja oui si sí sim tak checked given granted agreed accepted express implied'.split(' '),
);
const no = new Set(['non', 'nee', 'nej', 'não', 'nao', 'nie', 'f', 'not', 'nope', 'zero']);
const nothing = new Set(['null', 'nil', 'n/a', 'na', 'nan', '-', 'undefined', 'unset', 'not set', 'unknown']);

/** A status that a value states, if it states one; `isUnclear` if the value is neither yes nor no nor a time. */
export type Stated = { status?: StatusName; isUnclear?: boolean };

export const readConsent: Readonly<Record<ConsentTarget, (value: unknown) => Stated>> = {
  opt_out: (value) => readYes(value, 'unsubscribed'),
  bounced: (value) => readYes(value, 'bounced'),
  opt_in(value) {
    const text = toText(value).toLowerCase();
    if (nothing.has(text)) return { status: 'unverified' };
    if (isNo(value)) return { status: 'unsubscribed' };
    if (yes.has(text) || isTime(text)) return {};
    const status = statusInWords(text);
    if (status !== undefined) return status === 'subscribed' ? {} : { status };
    return { status: 'unverified', isUnclear: true };
  },
};

/** Anything but a no means yes. */
function readYes(value: unknown, meant: StatusName): Stated {
  const text = toText(value).toLowerCase();
  if (nothing.has(text) || isNo(value) || /^(?:re)?(?:subscribed|opt(?:ed)?[ -]?in)$/.test(text)) return {};
  if (yes.has(text) || isTime(text)) return { status: meant };
  const status = statusInWords(text);
  if (status !== undefined && status !== 'subscribed' && status !== 'unverified') return { status };
  return { status: meant, isUnclear: true };
}

/** A number counts something here. */
const statusInWords = (text: string) => (/^\d/.test(text) ? undefined : statusOf(text));

/** A date without digits but zeros is how MySQL writes none. */
const isNo = (value: unknown) => {
  const text = toText(value).toLowerCase();
  return !toFlag(value) || no.has(text) || /^[0\s:./tz-]*$/.test(text);
};

const isTime = (text: string) => toTime(text) !== undefined || /^\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}\b/.test(text);
