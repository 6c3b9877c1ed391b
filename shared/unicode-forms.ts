/** A letter with an accent can be one character or two. Searches use a text in each of these forms. Pure. */
export const formsOf = (text: string): string[] => [...new Set([text, text.normalize('NFC'), text.normalize('NFD')])];
