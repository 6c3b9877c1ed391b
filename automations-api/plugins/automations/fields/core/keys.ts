/** Keys of custom fields in requests and exports: an id, a slug, or `field:` and a slug. Pure. */

const prefix = 'field:';

export const isFieldId = (key: string) => /^\d{1,15}$/.test(key);

/** Prefixes a slug, so that it cannot be confused with an id or a column. */
export const prefixedSlug = (slug: string) => prefix + slug;

export const hasFieldPrefix = (key: string) => key.startsWith(prefix);

/** Returns the slug of a key that is not an id. */
export const slugOfKey = (key: string) => (hasFieldPrefix(key) ? key.slice(prefix.length) : key);
