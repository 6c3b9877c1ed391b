/**
 * The allowed parts of pasted HTML and Markdown: formatting and links. Scripts, forms, frames and handlers are removed.
 */
import type { IOptions } from 'sanitize-html';

const sizes = ['width', 'height'];
const cells = ['align', 'valign', 'bgcolor', ...sizes];

const properties = [
  ...['color', 'background', 'background-color', 'opacity', 'display', 'box-sizing', 'direction', 'line-height'],
  ...['font', 'font-family', 'font-size', 'font-style', 'font-weight', 'letter-spacing', 'white-space', 'word-break'],
  ...['text-align', 'text-decoration', 'text-transform', 'text-indent', 'vertical-align', 'overflow-wrap'],
  ...['width', 'max-width', 'min-width', 'height', 'max-height', 'min-height', 'float', 'clear', 'list-style-type'],
  ...['margin', 'margin-top', 'margin-right', 'margin-bottom', 'margin-left'],
  ...['padding', 'padding-top', 'padding-right', 'padding-bottom', 'padding-left'],
  ...['border', 'border-top', 'border-right', 'border-bottom', 'border-left', 'border-color', 'border-style'],
  ...['border-width', 'border-radius', 'border-collapse', 'border-spacing', 'table-layout', 'mso-hide'],
];
/** CSS values without `url(…)` and escapes. */
const value = /^(?!.*(?:url|expression|image|element) ?\()[\w #%.,()'"!/+-]{0,300}$/i;

/** Returns the options. `linkTo` returns the text that replaces the URL of a link. */
export const sanitizing = (linkTo: (url: string) => string): IOptions => ({
  allowedTags: [
    ...['h1', 'h2', 'h3', 'h4', 'p', 'div', 'span', 'br', 'hr', 'blockquote', 'pre', 'code', 'center', 'font'],
    ...['b', 'strong', 'i', 'em', 'u', 's', 'del', 'ins', 'small', 'sub', 'sup', 'mark', 'bdi', 'a', 'img'],
    ...['ul', 'ol', 'li', 'table', 'caption', 'thead', 'tbody', 'tfoot', 'tr', 'td', 'th'],
  ],
  allowedAttributes: {
    '*': ['style', 'dir', 'lang', 'align'],
    a: ['href', 'title', 'class'],
    img: ['src', 'alt', 'title', 'border', ...sizes],
    table: ['role', 'border', 'cellpadding', 'cellspacing', ...cells],
    tr: cells,
    td: ['colspan', 'rowspan', ...cells],
    th: ['colspan', 'rowspan', 'scope', ...cells],
    font: ['color', 'face', 'size'],
    ol: ['start'],
  },
  allowedClasses: { a: ['wp-button'] },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowedSchemesByTag: { img: ['http', 'https'] },
  allowProtocolRelative: false,
  allowedStyles: { '*': Object.fromEntries(properties.map((name) => [name, [value]])) },
  nestingLimit: 100,
  transformTags: {
    // A link with the title "button" is shown as a button.
    a: (tagName, { href, title, class: _, ...attributes }) => ({
      tagName,
      attribs: {
        ...attributes,
        ...(href === undefined ? {} : { href: /^https?:\/\//i.test(href.trim()) ? linkTo(href.trim()) : href }),
        ...(title === 'button' ? { class: 'wp-button' } : title === undefined ? {} : { title }),
      },
    }),
  },
});
