/**
 * The limits of fields, as servers check them and forms in browsers tell them before: one place for both. Numbers of characters
 * unless said otherwise. Browsers load this file, so it holds plain values and imports nothing.
 */

/** Of addresses that links lead to, of logos, of receivers of webhooks. */
export const longestUrl = 2_048;
export const longestEmail = 254;

export const people = {
  name: 100,
  password: { shortest: 10, longest: 200 },
  inviteCode: 64,
  factorName: 80,
  factorCode: 32,
} as const;

/** Names of workspaces, keys and brands, and of their like. */
export const longestName = 80;

/** A reason that an operator gives, and what an owner answers. */
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
  /** Made by one request, and changed by one. */
  made: 50,
  changed: 100,
} as const;

/** `size` in pixels, `margin` in modules, `logo` in bytes; `many` links in one archive. */
export const qr = {
  size: { least: 64, most: 2_048 },
  margin: { least: 0, most: 16 },
  logo: 100_000,
  contrast: 3,
  many: 500,
} as const;

/** Statistics by the hour; those of more links than `links` are asked for in parts. */
export const stats = { hourlyDays: 31, links: 100 } as const;

/** Columns of contacts. */
export const contacts = { name: 100, phone: 50, country: 60, state: 100, note: 10_000 } as const;

/** Of contact automation: tags, lists, fields, segments, rules, descriptions of keys. */
export const longestLabel = 200;
export const longestPlaceholder = 255;

/** The key that `clicks bind` of the link service prints, to be pasted. */
export const longestSiteKey = 200;

/** Of finding contacts: a text that is looked for, and how many may be named by id. */
export const search = { text: 254, ids: 500 } as const;

/** Of one rule. */
export const rules = { steps: 50 } as const;

export const consent = {
  sender: 100,
  subject: 200,
  mail: 10_000,
  page: 1_000,
  softBounces: { least: 1, most: 100 },
} as const;
