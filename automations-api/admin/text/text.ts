/**
 * The admin application's texts in the language of the page. The page runs the script of its language first. A text with a number
 * or a name is a function.
 */
import type { AnyText } from '../../../shared/ui/text/shape.ts';
import type { en } from './en/en.ts';

/** The shape of every language. TypeScript refuses missing and surplus keys. */
export type Text = AnyText<typeof en>;

export const text = (globalThis as { waypostTexts?: Text }).waypostTexts as Text;
