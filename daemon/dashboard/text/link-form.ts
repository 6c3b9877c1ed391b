/** The texts of the form of a link, its rules and its variants. */
import { text } from './text.ts';

export const { linkForm, linkRules } = text;
