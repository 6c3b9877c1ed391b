/**
 * Names that people choose and emails show, such as those of people and workspaces: one line each, so that nobody writes
 * a paragraph of their own into an email.
 */
/** The pattern of a name. Anchored and without nested repetition: its time grows with the text's length alone. */
export const oneLine = '^(?=.*\\S)[^\\p{Cc}\\p{Zl}\\p{Zp}]+$';

const isOneLine = new RegExp(oneLine, 'u');

export const isName = (text: string, longest: number): boolean => text.length <= longest && isOneLine.test(text);

/** A text from elsewhere on one line: line breaks and other control characters become blanks. */
export const toLine = (text: string): string => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();
