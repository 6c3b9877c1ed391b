/** Trimming of other characters than spaces, in linear time: a regular expression such as /x+$/ starts again at each x of a run. */

export function trimEndOf(text: string, marks: string): string {
  let end = text.length;
  while (end > 0 && marks.includes(text.charAt(end - 1))) end--;
  return text.slice(0, end);
}

/** Trims both ends. */
export function trimOf(text: string, marks: string): string {
  let start = 0;
  while (start < text.length && marks.includes(text.charAt(start))) start++;
  return trimEndOf(text.slice(start), marks);
}
