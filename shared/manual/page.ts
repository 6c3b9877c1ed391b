/** A page of the manual's site, and its URL. */

/** The path of the site. */
export const root = '/docs';

/** `name` is the last part of the URL; `html` is the content. */
export type Page = { name: string; title: string; html: string };

export const addressOf = (name: string): string => (name === 'index' ? root : `${root}/${name}`);
