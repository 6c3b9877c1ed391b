/**
 * Names that people choose and emails show, such as those of people and workspaces: one line each, so that nobody writes
 * a paragraph of their own into an email.
 */
import Type from 'typebox';

/** Anchored and without nested repetition: its time grows with the text's length alone. */
const oneLine = '^(?=.*\\S)[^\\p{Cc}\\p{Zl}\\p{Zp}]+$';

/** The schema of a name that is not blank and has no control characters. */
export const nameSchema = (longest: number) =>
  Type.String({
    minLength: 1,
    maxLength: longest,
    pattern: oneLine,
    description: 'a name on one line, not blank',
  });

const isOneLine = new RegExp(oneLine, 'u');

export const isName = (text: string, longest: number): boolean => text.length <= longest && isOneLine.test(text);

/** A text from elsewhere on one line: line breaks and other control characters become blanks. */
export const toLine = (text: string): string => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();
