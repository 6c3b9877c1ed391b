/** Merge tags, placeholders for contact values: `{{f_name}}` or, with a fallback, `{{f_name|there}}`. Pure. */

const tag = /\{\{\s*([a-z_]+)\s*(?:\|([^{}]*))?\}\}/g;

/** Lists the distinct names of the tags in a text. */
export const tagsIn = (text: string): string[] => [
  ...new Set([...text.matchAll(tag)].map(([, name]) => name as string)),
];

/** Replaces each tag with its value, or with the fallback after `|` if the value is empty. */
export const fillTags = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(tag, (whole, name: string, fallback = '') =>
    Object.hasOwn(values, name) ? values[name] || fallback : whole,
  );
