/**
 * Names of users, workspaces and similar, which emails show. A name is a single line, so that nobody can put a
 * paragraph into an email.
 */
/** The pattern of a name. It is anchored and has no nested repetition, so that it takes linear time. */
export const oneLine = '^(?=.*\\S)[^\\p{Cc}\\p{Zl}\\p{Zp}]+$';

const isOneLine = new RegExp(oneLine, 'u');

export const isName = (text: string, longest: number): boolean => text.length <= longest && isOneLine.test(text);

/** Returns a text on one line: line breaks and other control characters become spaces. */
export const toLine = (text: string): string => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();
