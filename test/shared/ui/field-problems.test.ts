/**
 * The sentences that forms show for faults. The tests read them for many wrong values of every published field, and for
 * every message in the services' code.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { TSchema } from 'typebox';
import { projectRoot } from '../../../shared/paths.ts';
import { compile } from '../../../shared/validate.ts';
import { type Test, t } from '../../runner/tap.ts';

/** Imports modules of the build by URL, so that browser types do not apply to all tests. */
const built = (file: string) => import(new URL(`../../../${file.replace(/\.ts$/, '.js')}`, import.meta.url).href);
const { useUiText } = await built('shared/ui/text.ts');
useUiText((await built('shared/ui/text/en/ui.ts')).ui);
const sentenceOf: (message: string, label?: string) => string = (await built('shared/ui/field-problems.ts')).sentenceOf;

/** Terms that only programmers use: demands, and names of fields, types and patterns. Placeholders of emails are in braces. */
const raw =
  /\b(?:must|should|NOT|null|undefined)\b|(?!iOS)[a-z][A-Z]|(?<![{\w]|\{ )[a-z]+_[a-z]|\\|\^|\$(?! and dots)|\bschema\b/;

function read(t: Test, message: string): void {
  const sentence = sentenceOf(message, 'Seats');
  t.match(sentence, /\bSeats\b.*[.!?]$/s, message);
  t.notMatch(sentence, raw, message);
}

t.test('a fault is one sentence with the label of its field', async (t) => {
  const cases: [message: string, sentence: string][] = [
    ['is required', 'Fill in Seats.'],
    ['must not be empty', 'Fill in Seats.'],
    ['must be string', 'Seats: enter a text.'],
    ['must be integer,null', 'Seats: enter a whole number.'],
    ['must be >= 1', 'Seats: enter 1 or more.'],
    ['must be one of red, green', 'Seats: choose one of the options.'],
    ['must have at least 8 characters', 'Seats: use at least 8 characters.'],
    ['must be an http or https URL', 'Seats: enter an http or https URL.'],
    ['must be before expiresAt', 'Seats: choose a time before “Expires at”.'],
    ['is wrong; check the clock of your device', 'Seats is wrong. Check the clock of your device.'],
    ['Invalid parameter(s): url must not point to a private address', 'Seats cannot point to a private address.'],
    ['field 2 (Seats) must be a number', 'Seats: enter a number.'],
    ['seats[0][name] is not of type integer.', 'Seats: enter a whole number.'],
    ['fields[seats]: field 2 (Seats) is not text', 'Seats is not text.'],
    ['seats requires the pro plan or higher.', 'Seats requires the pro plan or higher.'],
    ['Missing parameter(s): seats', 'Fill in Seats.'],
    [
      'body has the unknown field f_nam. Did you mean f_name?',
      'Seats has the unknown field f_nam. Did you mean f_name?',
    ],
    ['double_opt_in.text must contain {{confirm_url}}', 'Seats: add {{confirm_url}}.'],
    [
      'The destination in geo.AT has a scheme that is not allowed there; use http or https',
      'The destination has a scheme that is not allowed there. Use http or https.',
    ],
    [
      'The slug spring is already used on this domain. Choose another.',
      'The slug spring is already used on this domain. Choose another.',
    ],
  ];
  for (const [message, sentence] of cases) {
    t.equal(sentenceOf(message, 'Seats'), sentence);
    t.equal(sentenceOf(sentence, 'Seats'), sentence, 'a sentence stays as it is');
  }
  t.equal(sentenceOf('order must be integer'), 'Order: enter a whole number.');
  t.equal(sentenceOf('redirect_url must be a URL'), 'Redirect URL: enter a URL.', 'a name takes the place of a label');
});

const filesIn = (folder: string): string[] =>
  readdirSync(path.join(projectRoot, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /(?<!\.d)\.ts$/.test(file) && !/^(?:dashboard|admin)\//.test(file))
    .map((file) => `${folder}/${file}`);

/** Yields the fields of a schema, at every depth. */
function* fieldsOf(schema: TSchema & { properties?: Record<string, TSchema> }): Generator<TSchema> {
  for (const field of Object.values(schema.properties ?? {})) {
    yield field;
    yield* fieldsOf(field);
  }
}

/** Returns wrong values for a field: other types, and sizes beyond its limits. */
const wrongValues = ({ maxLength, maxItems, maximum }: { maxLength?: number; maxItems?: number; maximum?: number }) => [
  ...[
    null,
    true,
    '',
    ' ',
    '%/%',
    -1,
    1.5,
    1e15,
    [],
    {},
    [''],
    ['a', 'a'],
    { none: {} },
    [{ url: 1, weight: 0, when: { os: 1 } }],
  ],
  ...(maxLength === undefined ? [] : ['x'.repeat(maxLength + 1)]),
  ...(maxItems === undefined ? [] : [Array.from({ length: maxItems + 1 }, (_, n) => `${n}`)]),
  ...(maximum === undefined ? [] : [maximum + 1]),
];

t.test('every wrong value of every field of the link API is described without terms of the API', async (t) => {
  const schemas = new Set<TSchema>();
  for (const file of filesIn('daemon').filter((file) => /schemas?\.ts$|core\/(?:fields|rules)\.ts$/.test(file))) {
    for (const found of Object.values((await built(file)) as Record<string, unknown>)) {
      if (typeof found === 'object' && found !== null && '~kind' in found) schemas.add(found as TSchema);
    }
  }
  const messages = new Set<string>();
  for (const field of [...schemas].flatMap((schema) => [...fieldsOf(schema)])) {
    const check = compile(field);
    for (const value of wrongValues(field)) {
      const checked = check(value);
      if (!checked.ok) for (const { message } of checked.issues) messages.add(message);
    }
  }
  t.ok(messages.size > 60, `${messages.size} messages`);
  for (const message of messages) read(t, message);
});

t.test(
  'every message about a fault in the code of both services is a sentence without terms of the APIs',
  async (t) => {
    const name = /(?:[a-z_.[\]]+ |\$\{(?:name|param|parameter|at)\} )?/.source;
    const givesFault =
      /\b(?:field\b[^\n]*,\s*message: |const message = |(?<!the )fault: |fault\(|unprocessable\(|refusePassword\(|conflict\(|fail\('\w+', )/;
    const rest = '(?:\\\\.|(?!\\1)[^\\\\\\n])+';
    const literals = [
      `(['\`])(${name}must ${rest})\\1`,
      `\\breturn (['\`])((?:is|has|cannot|does) ${rest})\\1`,
      `${givesFault.source}\\s*(['"\`])(${rest})\\1`,
    ];
    /** Texts that only name a field or a code before another message, and a text for programs, which no screen shows. */
    const composed = /^(?:[\w.-]+|\$\{.*?\}):? \$\{[^}]*\}\.?$|^[a-z_]+$|^Missing API key/;
    const messages = ['daemon', 'automations-api/plugins', 'automations-api/host']
      .flatMap(filesIn)
      .map((file) => readFileSync(path.join(projectRoot, file), 'utf8'))
      .flatMap((source) => literals.flatMap((literal) => [...source.matchAll(new RegExp(literal, 'g'))]))
      .map(([, , text = '']) => text)
      .filter((text) => !composed.test(text))
      .map((text) => text.replace(/^\$\{(?:name|param|parameter|at|field)\}/, 'seats').replace(/\$\{[^}]*\}/g, '5'));
    t.ok(messages.length > 200, `${messages.length} messages`);
    for (const message of messages) {
      const sentence = sentenceOf(message, 'Seats');
      t.match(sentence, /^[A-Z\d].*(?:[.!?]|: 5)$/s, message);
      t.notMatch(sentence, raw, message);
    }
  },
);

t.test('the applications show messages of errors only as sentences', (t) => {
  const read = /([\w.]+)?[(\s]*(?:\w+\.)*(?:error|fault|refusal|failure)(?: as \w+\))?\??\.message\b(?! = )/g;
  /** `fieldsOf` gives the form the messages of its fields, and `test` does not show what it reads. */
  const allowed = /(?:^|\.)(?:sentenceOf|fieldsOf|test)$/;
  const shown = ['daemon/dashboard', 'automations-api/admin', 'shared/ui'].flatMap((folder) =>
    readdirSync(path.join(projectRoot, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => /(?<!\.d)\.tsx?$/.test(file))
      .flatMap((file) =>
        [...readFileSync(path.join(projectRoot, folder, file), 'utf8').matchAll(read)]
          .filter(([, within = '']) => !allowed.test(within))
          .map(([found]) => `${file}: ${found.trim()}`),
      ),
  );
  t.same(shown, []);
  t.end();
});
