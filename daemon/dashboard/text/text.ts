/**
 * The texts that a first visit needs. The build replaces this file by the script of the page's language. A text with a
 * number or a name is a function.
 */
import type { AnyText } from '../../../shared/ui/text/shape.ts';
import { en } from './en/en.ts';
import { later } from './en/later.ts';
import { screenTexts } from './screen-texts.ts';

/** The shapes of every language. TypeScript refuses missing and surplus keys. */
export type FirstText = AnyText<typeof en>;
export type LaterText = AnyText<typeof later>;
export type Text = FirstText & LaterText;

export const text: FirstText & { screens: ReturnType<typeof screenTexts> } = { ...en, screens: screenTexts(later) };
