/** What a slug is: 1 to 64 letters, digits, - or _, the first a letter or digit. */
export const slugPattern = '^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$';
