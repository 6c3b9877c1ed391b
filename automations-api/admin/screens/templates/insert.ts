/** Insertions into a template's text, at the cursor. The browser's undo keeps working. */

/** Replaces the selection, and selects `selected` within the inserted text. */
export function insertText(control: HTMLInputElement | HTMLTextAreaElement, inserted: string, selected = ''): void {
  control.focus();
  const start = control.selectionStart ?? control.value.length;
  // This is the only way to insert text that the browser's undo can remove.
  document.execCommand('insertText', false, inserted);
  if (selected === '') return;
  const at = start + inserted.indexOf(selected);
  control.setSelectionRange(at, at + selected.length);
}

export const tools = ['bold', 'italic', 'heading', 'list', 'link', 'button'] as const;
export type Tool = (typeof tools)[number];
export type Format = 'markdown' | 'html';

/**
 * The text that a tool inserts before and after the selection, and a sample if nothing is selected. `isBlock`: starts a
 * line.
 */
type Mark = { before: string; after: string; sample: Sample; isBlock?: true };
type Sample = 'text' | 'item' | 'heading' | 'link' | 'button';

const url = 'https://';

const marks: Record<Format, Record<Tool, Mark>> = {
  markdown: {
    bold: { before: '**', after: '**', sample: 'text' },
    italic: { before: '*', after: '*', sample: 'text' },
    heading: { before: '## ', after: '', sample: 'heading', isBlock: true },
    list: { before: '- ', after: '', sample: 'item', isBlock: true },
    link: { before: '[', after: `](${url})`, sample: 'link' },
    button: { before: '[', after: `](${url} "button")`, sample: 'button', isBlock: true },
  },
  html: {
    bold: { before: '<strong>', after: '</strong>', sample: 'text' },
    italic: { before: '<em>', after: '</em>', sample: 'text' },
    heading: { before: '<h2>', after: '</h2>', sample: 'heading', isBlock: true },
    list: { before: '<ul>\n  <li>', after: '</li>\n</ul>', sample: 'item', isBlock: true },
    link: { before: `<a href="${url}">`, after: '</a>', sample: 'link' },
    button: { before: `<a title="button" href="${url}">`, after: '</a>', sample: 'button', isBlock: true },
  },
};

/**
 * Wraps the selection. Without one, a sample is inserted and selected. A link's URL is selected if the link already has
 * a text.
 */
export function applyTool(
  area: HTMLTextAreaElement,
  format: Format,
  tool: Tool,
  samples: Record<Sample, string>,
): void {
  const { before, after, sample, isBlock } = marks[format][tool];
  const { value, selectionStart, selectionEnd } = area;
  const chosen = value.slice(selectionStart, selectionEnd);
  const lead = isBlock && !/(^|\n)$/.test(value.slice(0, selectionStart)) ? '\n\n' : '';
  const text = chosen || samples[sample];
  insertText(area, `${lead}${before}${text}${after}`, chosen !== '' && after.includes(url) ? url : text);
}

/** Formats a merge field for a text. */
export const mergeField = (name: string, fallback: string): string =>
  fallback.trim() === '' ? `{{ ${name} }}` : `{{ ${name} | "${fallback.trim().replaceAll('"', '’')}" }}`;
