/** Words in double braces that a site's text has for what differs between contacts: `{{f_name}}`, `{{f_name|there}}`. Pure. */

const tag = /\{\{\s*([a-z_]+)\s*(?:\|([^{}]*))?\}\}/g;

/** The names of the tags in a text, each once. */
export const tagsIn = (text: string): string[] => [
  ...new Set([...text.matchAll(tag)].map(([, name]) => name as string)),
];

/** The text with what each tag stands for; what follows a `|` stands for what is empty. */
export const fillTags = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(tag, (whole, name: string, fallback = '') =>
    Object.hasOwn(values, name) ? values[name] || fallback : whole,
  );
