/**
 * Trimming of characters other than spaces, in linear time. A regular expression such as /x+$/ takes quadratic time,
 * because it starts again at each x of a run.
 */

export function trimEndOf(text: string, marks: string): string {
  let end = text.length;
  while (end > 0 && marks.includes(text.charAt(end - 1))) end--;
  return text.slice(0, end);
}

/** Trims the characters at both ends. */
export function trimOf(text: string, marks: string): string {
  let start = 0;
  while (start < text.length && marks.includes(text.charAt(start))) start++;
  return trimEndOf(text.slice(start), marks);
}
