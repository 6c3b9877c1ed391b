/** How requests and exports name a custom field: by its id, its slug, or `field:` and its slug. Pure. */

const prefix = 'field:';

export const isFieldId = (key: string) => /^\d{1,15}$/.test(key);

/** The name under which a slug cannot be taken for an id, nor for anything else. */
export const prefixedSlug = (slug: string) => prefix + slug;

export const hasFieldPrefix = (key: string) => key.startsWith(prefix);

/** The slug a key stands for when it is no id. */
export const slugOfKey = (key: string) => (hasFieldPrefix(key) ? key.slice(prefix.length) : key);
