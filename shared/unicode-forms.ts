/** A letter with an accent is one character or two. Searches look for a text in each of these forms. Pure. */
export const formsOf = (text: string): string[] => [...new Set([text, text.normalize('NFC'), text.normalize('NFD')])];
