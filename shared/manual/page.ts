/** A page of the manual's site, and its address. */

/** Where the service has the site. */
export const root = '/docs';

/** `name` is the last part of the address; `html` is the content. */
export type Page = { name: string; title: string; html: string };

export const addressOf = (name: string): string => (name === 'index' ? root : `${root}/${name}`);
