/**
 * Returns a text in each Unicode form that a search must try, because a letter with an accent can be one character or
 * two. Pure.
 */
export const formsOf = (text: string): string[] => [...new Set([text, text.normalize('NFC'), text.normalize('NFD')])];
