/** Problems with a form's fields, and the sentences that forms show for them. */
import { type UiText, uiText } from './text.ts';

/** An error that contains the server's messages, keyed by field. */
export interface FieldProblems extends Error {
  fields: Record<string, string>;
}

/** The APIs' messages continue a sentence that starts with the field's name, and some contain that name. */
const predicate =
  /^(?:Invalid [\w()[\]]+: )?(?:[a-z_]+(?:\[\w+\])*: )?(?:(field \d+ \(.*?\)|(?:the|a) [a-z]+|(?!(?:must|is|has|have|cannot|does|matches|requires|or)\b)[a-z][\w.[\]]*) )?((?:[Mm]ust|is|has|have|cannot|does|matches|requires|or) .*?)\.?$/s;

type Words = UiText['faults']['requests'];
type TypeName = keyof Words['types'];

/**
 * Requests to the user. The first pattern that matches what the API demands after "must" determines the request. Common
 * requests are in the user's language, and the others keep the API's English.
 */
const requests: [demand: RegExp, request: string | ((words: Words, found: string) => string)][] = [
  [/^be (?:null|absent|empty)$/, (words) => words.empty],
  [/^be (?:null|absent|empty)\b(?:: \w+)?(.*)$/, 'leave it empty$1'],
  [/^be (string|integer|number|boolean|array|object)(?:,[a-z,]+)?$/, (words, type) => words.types[type as TypeName]],
  [/^(?:be one of|be equal to|match (?:exactly one|a) schema).*/s, (words) => words.option],
  [/^match .*/s, (words) => words.format],
  [/^be >= (\S+)$/, (words, limit) => words.least(limit)],
  [/^be <= (\S+)$/, (words, limit) => words.most(limit)],
  [/^be > (\S+)$/, (words, limit) => words.above(limit)],
  [/^be < (\S+)$/, (words, limit) => words.below(limit)],
  [/^NOT have fewer than (\d+) characters?$/, (words, limit) => words.shortest(Number(limit))],
  [/^NOT have more than (\d+) characters?$/, (words, limit) => words.longest(Number(limit))],
  [/^NOT have fewer than (\d+) items?$/, (words, limit) => words.fewest(Number(limit))],
  [/^NOT have more than (\d+) items?$/, (words, limit) => words.upTo(Number(limit))],
  [/^be ((?:between|greater than|less than|a multiple of) .*)$/, 'enter a number, $1'],
  [/^be ((?:before|after|in (?:the|days)) .*)$/, 'choose a time $1'],
  [/^be ((?:darker|lighter) .*)$/, 'choose a colour $1'],
  [/^be (at (?:least|most) .+?)(?: long)?$/, 'use $1'],
  [/^be (at .*)$/, 'use an address $1'],
  [/^be followed by (.*)$/, 'add $1 after it'],
  [/^be (the last .*)$/, 'make it $1'],
  [/^be (such as .*|up to .*)$/, 'enter a value $1'],
  [/^be ((?:in|without) .*)$/, 'enter it $1'],
  [/^be /, 'enter '],
  [/^NOT have fewer than /, 'use at least '],
  [/^NOT have more than /, 'use at most '],
  [/^(?:have|contain) (at least (?!.*(?:character|byte)).*)/, 'add $1'],
  [/^contain (?!at most)/, 'add '],
  [/^(?:have|contain|consist of) /, 'use '],
  [/^name /, 'choose '],
  [/^differ from /, 'choose something other than '],
];

/** Turns a name of the API, such as `expiresAt`, `redirect_url` or `geo.AT`, into text. */
function textOf(name: string): string {
  const own = name.split(/[.[\]]+/).findLast((part) => /^[a-z]/i.test(part)) ?? name;
  const words = own
    .replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    .replaceAll('_', ' ')
    .replace(/\b(?:url|id)\b/g, (word) => word.toUpperCase());
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Replaces the API's names for other fields with text. */
const withoutNames = (text: string): string =>
  text
    .replace(
      /(?<![{\w]|\{ |unknown field |mean )[a-z]+(?:(?:[A-Z][a-z]+)+|(?:_[a-z]+)+)\b/g,
      (name) => `“${textOf(name)}”`,
    )
    .replace(/\b(?:to|than|on) bg\b/, (words) => words.replace('bg', uiText.faults.background));

/** Starts a sentence after each semicolon. */
const inSentences = (text: string): string =>
  text.replace(/; (\w)/g, (_, letter: string) => `. ${letter.toUpperCase()}`).concat(/[.!?]$/.test(text) ? '' : '.');

/**
 * Returns a message about a field as a sentence for users. The sentence names the field by its label or, without one,
 * by the name that the message contains. A message that is already a sentence stays as it is.
 */
export function sentenceOf(message: string, label?: string): string {
  const words = uiText.faults;
  if (message.startsWith('The destination in ')) return inSentences(message.replace(/ in \S+/, ''));
  const missing = /^Missing parameter\(s\): ([\w, .]+)/.exec(message)?.[1];
  if (missing)
    return words.missing(
      label ??
        missing
          .split(/, | or /)
          .map(textOf)
          .join(', '),
    );
  const [, name, found] = predicate.exec(message.replace(/^Invalid parameter\.$/, 'must match')) ?? [];
  if (found === undefined) return message;
  const subject = label ?? (name ? textOf(name) : words.field);
  const fault = found
    .replace(/^Must/, 'must')
    .replace(/^is not of type /, 'must be ')
    .replace(/^is not one of /, 'must be one of ')
    .replace(/^does not match pattern .*/s, 'must match')
    .replace(/^(?:does not match any|matches) .*/s, 'must match a schema')
    .replaceAll(/ \((?:in|ex)clusive\)/g, '');
  if (/^(?:is required|is a required property .*|must not be empty|must be present)$/.test(fault))
    return words.missing(subject);
  if (/^(?:must NOT have additional properties|is not a (?:known|valid) property.*)$/.test(fault))
    return words.unknown(subject);
  if (/^(?:must NOT have|has) duplicate items/.test(fault)) return words.twice(subject);
  const refusal = /^must not (.*)$/s.exec(fault)?.[1];
  if (refusal !== undefined) return inSentences(words.cannot(subject, withoutNames(refusal)));
  const demand = /^must (.*)$/s.exec(fault)?.[1];
  if (demand === undefined) return inSentences(words.is(subject, withoutNames(fault)));
  const [pattern, request] = requests.find(([pattern]) => pattern.test(demand)) ?? [/^/, ''];
  const asked =
    typeof request === 'string'
      ? withoutNames(demand.replace(pattern, request))
      : request(words.requests, pattern.exec(demand)?.[1] ?? '');
  return inSentences(words.demands(subject, asked));
}
