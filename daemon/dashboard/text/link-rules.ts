/** The strings of rules and variants. Only their screens load them, to keep the first load small. */
export { linkRules } from './en/link-rules.ts';
