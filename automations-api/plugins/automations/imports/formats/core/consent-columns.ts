/**
 * Columns about opting in to or out of emails, recognised by their names, and the statuses for their values. No
 * column subscribes a contact. Pure.
 */
import { toFlag, toText, toTime } from '../../../../../../shared/import/values.ts';
import type { StatusName } from '../../../contacts/core/statuses.ts';
import { statusOf } from './statuses.ts';

/** A kind of column. `opt_out`: yes means refused; `opt_in`: no means refused; `bounced`: yes means bounced. */
export type ConsentTarget = 'opt_out' | 'opt_in' | 'bounced';

const setOf = (words: string) => new Set(words.split(' '));

const emails = setOf('email emails mail mails newsletter newsletters marketing');
/** Words about contacting a person in general, which includes emails. */
const contacting = setOf(
  'market contact send sendmm solicit subscribed campaign campaigns promotions offers spam disturb',
);
const channels = setOf(
  'sms mms text texts whatsapp phone phones telephone mobile call calls calling fax faxes push postal viber telegram letter letters',
);
const otherMatters = setOf('photo photos image images video cookie cookies track tracking profiling');
const negations = setOf('not no never without dont doesnt didnt isnt hasnt wont kein keine nicht pas');
/** Words after a negation that concern single emails, not consent. */
const deliveries = setOf('opened clicked read delivered sent verified valid confirmed answered');
const refusal =
  /^(?:unsub|optout|blocklist|blacklist|denylist|suppress|abgemeldet|abmeldung|desinscri|desabonn|uitgeschreven|afgemeld|(?:dnc|dne)$)/;
const complaint = /^(?:complained(?:at)?|spamcomplaint|(?:has|is)?(?:marked|reported)(?:email)?(?:as)?spam)$/;
const withdrawal =
  /^(?:withdr|revo[ck]|declin|refus|reject|denied|cancel|expired$|object(?:s|ed|ion)$|exclu|disabl|block|stop|forb|prohibit|wider)/;
const agreement = /^(?:optin|consent|einwillig|zustimm|toestemming|emailable)/;
const agreeing = setOf(
  'accept accepts accepted want wants allow allows allowed receive receives agree agrees send sends',
);
const bounce = /^(?:(?:is|has|email)?(?:hard)?bounced(?:at|on|date|time|email)?|invalidemail|emailinvalid)$/;
/**
 * Words at the end of column names. Such columns only describe consent: `Unsubscribe URL`, but not `Unsubscribed from
 * list`.
 */
const about = setOf(
  'url link page token key hash ip id ids version list lists name names count number rate text source method form language type code',
);
const prepositions = setOf('from of to off');

/**
 * Returns the kind of a column about consent. Checks for refusals first, so that `Consent revoked` is not read as
 * consent.
 */
export function consentTarget(column: string): ConsentTarget | undefined {
  const words = wordsOf(column);
  const has = (set: ReadonlySet<string>, from = 0) => words.some((word, place) => place >= from && set.has(word));
  const isOfOthers = has(channels) && !words.some((word) => word !== 'marketing' && emails.has(word));
  if (isOfOthers || (has(otherMatters) && !has(emails)) || isAbout(words)) return undefined;
  if (bounce.test(words.join(''))) return 'bounced';
  if (complaint.test(words.join(''))) return 'opt_out';
  const refused = words.findIndex((word) => refusal.test(word));
  if (refused >= 0) return negations.has(words[refused - 1] ?? '') ? 'opt_in' : 'opt_out';
  const agrees = words.findIndex((word) => agreement.test(word) || word === 'permission');
  if (words.some((word) => withdrawal.test(word)) && (agrees >= 0 || has(emails) || has(contacting))) return 'opt_out';
  const negated = words.findIndex((word) => negations.has(word));
  if (negated >= 0 && !has(deliveries, negated)) {
    if (agrees > negated || has(emails, negated) || has(contacting, negated)) return 'opt_out';
  }
  return isAgreement(words, agrees >= 0) ? 'opt_in' : undefined;
}

function isAbout(words: readonly string[]): boolean {
  const [first = '', second = ''] = words;
  if (second === 'of' && about.has(first)) return true;
  const last = words.at(-1) ?? '';
  const isRefusingList = last === 'list' && words.some((word) => negations.has(word) || refusal.test(word));
  return about.has(last) && !isRefusingList && !words.some((word) => prepositions.has(word));
}

function isAgreement(words: readonly string[], agrees: boolean): boolean {
  const ofEmails = words.findLastIndex((word) => emails.has(word));
  if (agrees) return ofEmails >= 0 || !words.includes('permission') || /^permission(?: status)?$/.test(words.join(' '));
  const agreed = words.findIndex((word) => agreeing.has(word));
  if (ofEmails >= 0 && agreed >= 0 && (agreed < ofEmails || words.includes('allowed'))) return true;
  const plain = words.filter((word) => !/^(?:is|are|currently|emails?)$/.test(word)).join(' ');
  return /^(?:subscribed(?: to\b.*)?|newsletters?(?: subscri(?:bed|ber|ption))?)$/.test(plain);
}

/** Words found inside names that have no separators: `donotbulkemail` contains three. */
const stems =
  /(unsubscribed?|unsub|opt(?:ed)?out(?:of)?|opt(?:ed)?in(?!g)|donot|dont|block(?:ed)?list|blacklist|subscribed|consent|bulk|postal|newsletter|marketing|e?mails?)/;
const sameWords: readonly [RegExp, string][] = [
  [/\be mail/g, 'email'],
  [/\bnews letter/g, 'newsletter'],
  [/\bwhats app/g, 'whatsapp'],
  [/\bopt(?:ed|s)? (in|out)\b/g, 'opt$1'],
  [/\bopted(in|out)/g, 'opt$1'],
  [/\boptoutof\b/g, 'optout of'],
  [/\b(un|black|block|deny) (?=sub|list)/g, '$1'],
  [/\bdonot\b/g, 'not'],
  [/\bno of\b/g, 'number of'],
  [/\b(?:be|get) contacted\b/g, 'contact'],
  [/\b(?:postal|direct) mails?\b/g, 'postal'],
  [/\bip address\b/g, 'ip'],
];

/** Splits a name into lower-case words without accents: `doNotEmail` has three. */
function wordsOf(name: string): string[] {
  const plain = name
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll}{2})/gu, '$1 $2')
    .normalize('NFD')
    .toLowerCase()
    .replace(/[\p{M}'\u2019]/gu, '')
    .replace(/[^\p{L}]+/gu, ' ');
  const parted = plain
    .split(' ')
    .flatMap((word) => word.split(stems))
    .filter(Boolean)
    .join(' ');
  return sameWords.reduce((text, [from, to]) => text.replace(from, to), parted).split(' ');
}

const yes = new Set(
  '1 yes y true t on x ✓ ✔ ja oui si sí sim tak checked given granted agreed accepted allow allowed send express implied'.split(
    ' ',
  ),
);
const no = new Set(['non', 'nee', 'nej', 'não', 'nao', 'nie', 'f', 'not', 'nope', 'zero']);
const nothing = new Set(['null', 'nil', 'n/a', 'na', 'nan', '-', 'undefined', 'unset', 'not set', 'unknown']);

/** The status that a value means, if any. `isUnclear`: the value means neither yes nor no, and is not a time. */
export type Stated = { status?: StatusName; isUnclear?: boolean };

export const readConsent: Readonly<Record<ConsentTarget, (value: unknown) => Stated>> = {
  opt_out: (value) => readYes(value, 'unsubscribed'),
  bounced: (value) => readYes(value, 'bounced'),
  opt_in(value) {
    const text = toText(value).toLowerCase();
    if (nothing.has(text)) return { status: 'unverified' };
    if (isNo(value) || /^do(?:es)? not /.test(text)) return { status: 'unsubscribed' };
    if (yes.has(text) || isTime(text)) return {};
    const status = statusInWords(text);
    if (status !== undefined) return status === 'subscribed' ? {} : { status };
    return { status: 'unverified', isUnclear: true };
  },
};

/** Reads a value that means `meant` unless it means no. */
function readYes(value: unknown, meant: StatusName): Stated {
  const text = toText(value).toLowerCase();
  if (nothing.has(text) || isNo(value) || /^(?:(?:re)?(?:subscribed|opt(?:ed)?[ -]?in)|allow(?:ed)?|send)$/.test(text))
    return {};
  if (yes.has(text) || isTime(text)) return { status: meant };
  const status = statusInWords(text);
  if (status !== undefined && status !== 'subscribed' && status !== 'unverified') return { status };
  return { status: meant, isUnclear: true };
}

/** Reads a status that is given by name. A number here is a count, not the code of a status. */
const statusInWords = (text: string) => (/^\d/.test(text) ? undefined : statusOf(text));

/** Checks whether a value means no. A date of zeros is MySQL's form of no date. */
const isNo = (value: unknown) => {
  const text = toText(value).toLowerCase();
  return !toFlag(value) || no.has(text) || /^[0\s:./tz-]*$/.test(text);
};

const isTime = (text: string) => toTime(text) !== undefined || /^\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}\b/.test(text);
