/**
 * The strings of the form of a link, its rules and its variants. Only their screens load them, so that the first load
 * stays small.
 */
export { linkForm } from './en/link-form.ts';
export { linkRules } from './en/link-rules.ts';
