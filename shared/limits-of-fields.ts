/**
 * The limits of fields, which servers check and browser forms show. Numbers are characters unless noted. Browsers load
 * this file, so it contains plain values and imports nothing.
 */

/** Maximum length of destination, logo and webhook URLs. */
export const longestUrl = 2_048;
export const longestEmail = 254;

export const people = {
  name: 100,
  password: { shortest: 10, longest: 200 },
  inviteCode: 64,
  factorName: 80,
  factorCode: 32,
} as const;

/** Maximum length of names of workspaces, keys, brands and similar. */
export const longestName = 80;

/** Maximum length of an operator's reason and of an owner's appeal. */
export const longestReason = 1_000;

export const slugPattern = '^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$';

export const links = {
  slug: 64,
  title: 200,
  note: 1_000,
  tag: 40,
  tags: 20,
  externalId: 255,
  password: { shortest: 8, longest: 128 },
  maxClicks: 1_000_000_000,
  importedClicks: 4_000_000_000,
  utm: 200,
  utmTemplateName: 50,
  preview: { title: 200, description: 500 },
  /** `values`: the limit for one condition. `conditionBytes`: the limit for all conditions of a link, as JSON. */
  rules: {
    most: 20,
    values: 50,
    value: 255,
    query: { most: 10, name: 100 },
    weight: { least: 1, most: 100 },
    conditionBytes: 20_000,
    storedBytes: 60_000,
  },
  variants: { fewest: 2, most: 10, name: 40 },
  /** The maximum numbers of links that one request can create and change. */
  made: 50,
  changed: 100,
} as const;

/** `size` is in pixels, `margin` in modules, `logo` in bytes. `many` is the maximum number of links in one archive. */
export const qr = {
  size: { least: 64, most: 2_048 },
  margin: { least: 0, most: 16 },
  logo: 100_000,
  contrast: 3,
  many: 500,
  /** Millimetres of a code on a sheet of paper, and between codes. */
  sheet: { side: { least: 10, most: 190 }, gap: { least: 0, most: 50 }, columns: 20 },
} as const;

/**
 * Days of hourly analytics, the number of links in one request (more links are requested in parts), and the days and
 * number of shown unknown paths.
 */
export const stats = { hourlyDays: 31, links: 100, unknownPathDays: 90, unknownPaths: 500 } as const;

/** The object of an audit entry about many objects. */
export const manyObjects = '*';

/** Lengths of contacts' columns. */
export const contacts = { name: 100, phone: 50, country: 60, state: 100, note: 10_000 } as const;

/** Maximum length of names in contact automation: tags, lists, fields, segments, rules, key descriptions. */
export const longestLabel = 200;
export const longestPlaceholder = 255;

/** Maximum length of the key that the link service's `clicks connect` prints. */
export const longestSiteKey = 200;

/** Limits of contact searches: the length of the search text, and the numbers of ids and of groups of conditions. */
export const search = { text: 254, ids: 500, groups: 10 } as const;

/** Maximum number of tags or lists deleted in one request. */
export const terms = { deleted: 500 } as const;

/** Limits of one rule. */
export const rules = { steps: 50 } as const;

export const consent = {
  sender: 100,
  subject: 200,
  mail: 10_000,
  page: 1_000,
  softBounces: { least: 1, most: 100 },
} as const;

/** Limits of one form. `slug` is the pattern of its path. */
export const forms = {
  slug: '^[a-z0-9][a-z0-9-]{0,63}$',
  fields: 50,
  terms: 100,
  title: 200,
  intro: 2_000,
  button: 60,
  consent: 4_000,
  thanks: 2_000,
} as const;
/** Lengths of a custom event's name, of the names in its data, and of a text that a condition compares with. */
export const events = { name: 60, text: 200 } as const;

/** Lengths of email templates: lines such as the subject, the body, and the body as Markdown, which takes longer to parse. */
export const letters = {
  line: 500,
  body: 100_000,
  markdown: 50_000,
  fallback: 100,
  fromName: 100,
  postalAddress: 500,
} as const;
