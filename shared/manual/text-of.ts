/** The text of the manual's HTML, without its tags. */

const entities: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&amp;': '&' };

/** Removes tags; inline tags leave no space. */
export function textOf(html: string): string {
  const bare = html
    .replace(/<\/?(?:a|code|em|span|strong|sup)\b[^>]*>/g, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(?:lt|gt|quot|amp);|&#(\d+);/g, (whole, code) =>
      code ? String.fromCharCode(Number(code)) : (entities[whole] as string),
    );
  return bare.replace(/\s+/g, ' ').trim();
}
