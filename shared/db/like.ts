/** Escapes a text for use in a LIKE pattern. */
export const escapeLike = (text: string) => text.replace(/[\\%_]/g, '\\$&');

/** Returns the pattern of LIKE for texts that contain this one. */
export const contains = (text: string) => `%${escapeLike(text)}%`;
