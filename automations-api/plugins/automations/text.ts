/** How texts are compared and cut. */

/** What makes two names or addresses the same: case and the form of accented letters do not tell them apart. */
export const keyOf = (text: string) => text.normalize('NFC').toLowerCase();

/** What two spellings of a phone number have in common. */
export const digitsOf = (text: string) => text.replace(/[^0-9]/g, '');

/** A text as a part of a LIKE pattern that stands for itself. */
export const escapeLike = (text: string) => text.replace(/[\\%_]/g, '\\$&');
