/**
 * The compilation of a template: Markdown or pasted HTML becomes safe HTML in the site's layout, and a text part. Merge
 * tags are first replaced with marks of letters and digits, which every parser keeps. This file loads several parsers,
 * so it is imported only on demand.
 */
import { randomBytes } from 'node:crypto';
import { convert } from 'html-to-text';
import juice from 'juice';
import MarkdownIt from 'markdown-it';
import sanitizeHtml from 'sanitize-html';
import { longestUrl } from '../../../../shared/limits-of-fields.ts';
import { type MergeTag, splitTags } from '../../../../shared/mail/merge-tags.ts';
import { escapeHtml } from '../../../../shared/pages/html.ts';
import { contentStyles, type Design, layOut, textFooter } from './layout.ts';
import type { CompiledLetter, Piece, Place } from './pieces.ts';
import { sanitizing } from './sanitizing.ts';

/** `text` is the text part; if it is empty, the text part is derived from the body. */
export type LetterSource = {
  subject: string;
  preheader: string;
  format: 'markdown' | 'html';
  body: string;
  text: string;
};

/** A fault of the source, as a sentence. */
export class SourceFault extends Error {}

/** Limits, because inlining compares every element with every style rule. */
const mostRules = 1_000;
const mostElements = 10_000;
/** The maximum number of links, because each of them becomes a short link. */
const mostLinks = 200;

// Braces are plain text here. By default, juice treats them as other template languages' code.
juice.codeBlocks = {};

const markdown = new MarkdownIt({ html: true, linkify: true });
markdown.linkify.set({ fuzzyLink: false, fuzzyEmail: false });

/** @throws SourceFault */
export function compileLetter(source: LetterSource, design: Design): CompiledLetter {
  const marks = new Marks();
  const isWhole = source.format === 'html' && /<(?:html|body)[\s>]/i.test(source.body);
  const content = sanitizeHtml(
    toHtml(source, marks),
    sanitizing((url) => marks.ofLink(url)),
  );
  const styled = isWhole ? content : juice.inlineContent(content, contentStyles(design));
  const html = layOut(
    {
      subject: escapeHtml(marks.hide(source.subject)),
      preheader: escapeHtml(marks.hide(source.preheader)),
      content: styled,
      isWhole,
    },
    design,
  );
  const text = source.text === '' ? toText(content) : markUrls(marks.hide(source.text), marks);
  const parts = {
    subject: marks.split(marks.hide(source.subject), () => 'attribute'),
    html: marks.split(marks.hide(html), placeIn),
    text: shortenOwnLinks(
      marks.split(`${text.trim()}\n\n${marks.hide(textFooter(design))}\n`, placeInText),
      marks.links,
    ),
  };
  if (marks.links.length > mostLinks) throw new SourceFault(`The email has more than ${mostLinks} different links.`);
  return { ...parts, links: marks.links };
}

function toHtml({ format, body }: LetterSource, marks: Marks): string {
  const hidden = marks.hide(body);
  if (count(hidden, '<') > mostElements) throw new SourceFault(`The body has more than ${mostElements} elements.`);
  try {
    if (format === 'markdown') return markdown.render(hidden);
    if (count(hidden, '{') > mostRules) throw new SourceFault(`The HTML has more than ${mostRules} style rules.`);
    return juice(hidden, { preserveMediaQueries: false, preserveFontFaces: false });
  } catch (error) {
    if (error instanceof SourceFault) throw error;
    throw new SourceFault(`The body cannot be read as ${format === 'html' ? 'HTML' : 'Markdown'}.`);
  }
}

const count = (text: string, character: string) => text.split(character).length - 1;

const toText = (html: string): string =>
  convert(html, {
    wordwrap: false,
    limits: { maxInputLength: 2_000_000, maxDepth: 200 },
    selectors: [
      { selector: 'img', format: 'skip' },
      ...['h1', 'h2', 'h3', 'h4'].map((selector) => ({ selector, options: { uppercase: false } })),
    ],
  });

/** Replaces the URLs of a text with the marks of links. */
function markUrls(text: string, marks: Marks): string {
  let marked = '';
  let end = 0;
  for (const { schema, index, lastIndex } of markdown.linkify.match(text) ?? []) {
    if (!/^https?:$/i.test(schema)) continue;
    marked += text.slice(end, index) + marks.ofLink(text.slice(index, lastIndex));
    end = lastIndex;
  }
  return marked + text.slice(end);
}

/** Shortens links whose text is their URL, such as `https://a.example [https://a.example]`. */
function shortenOwnLinks(pieces: Piece[], links: string[]): Piece[] {
  const short = [...pieces];
  for (const [index, piece] of short.entries()) {
    const [before, after] = [short[index - 1], short[index + 1]];
    if (typeof piece === 'string' || !('link' in piece)) continue;
    if (typeof before !== 'string' || typeof after !== 'string') continue;
    const own = `${links[piece.link]} [`;
    if (!before.endsWith(own) || !after.startsWith(']')) continue;
    short[index - 1] = before.slice(0, -own.length);
    short[index + 1] = after.slice(1);
  }
  return short;
}

/**
 * Returns the place of a mark in HTML, judging by the HTML before it. Every parser here writes attributes in double
 * quotes.
 */
function placeIn(before: string): Place {
  const tag = before.slice(before.lastIndexOf('<'));
  if (tag.startsWith('<title>')) return 'attribute';
  if (tag === before.slice(-1) || tag.includes('>')) return 'text';
  const quote = tag.lastIndexOf('="');
  const name = quote < 0 ? '' : tag.slice(tag.lastIndexOf(' ', quote) + 1, quote).toLowerCase();
  if (name === 'style') throw new SourceFault('A merge field cannot be part of a style.');
  if (name !== 'href' && name !== 'src') return 'attribute';
  return tag.length === quote + 2 ? 'url' : 'query';
}

/** Returns the place of a mark in the text part, in which values are encoded only inside URLs. */
function placeInText(before: string): Place {
  const word =
    before
      .slice(-longestUrl)
      .split(/[\s[\]]/)
      .at(-1) ?? '';
  return /https?:\/\//i.test(word) ? 'query' : 'text';
}

/** Merge tags and links, replaced with marks that no text contains. */
class Marks {
  readonly #nonce = `m${randomBytes(8).toString('hex')}`;
  readonly #tags: MergeTag[] = [];
  readonly links: string[] = [];

  /** Replaces the merge tags of a text with marks. */
  hide(text: string): string {
    return splitTags(text)
      .map((part) => (typeof part === 'string' ? part : `${this.#nonce}t${this.#tags.push(part) - 1}x`))
      .join('');
  }

  /** Returns the mark for the URL of a link. A URL with merge tags keeps them, because it differs by contact. */
  ofLink(url: string): string {
    if (url.includes(this.#nonce)) return url;
    const known = this.links.indexOf(url);
    return `${this.#nonce}l${known < 0 ? this.links.push(url) - 1 : known}x`;
  }

  split(text: string, placeOf: (before: string) => Place): Piece[] {
    const pieces: Piece[] = [];
    let end = 0;
    for (const { 0: mark, 1: kind, 2: number, index } of text.matchAll(
      new RegExp(`${this.#nonce}([tl])(\\d+)x`, 'g'),
    )) {
      const tag = this.#tags[Number(number)];
      const piece = kind === 'l' || !tag ? { link: Number(number) } : { tag, place: placeOf(text.slice(0, index)) };
      pieces.push(text.slice(end, index), piece);
      end = index + mark.length;
    }
    return [...pieces, text.slice(end)].filter((piece) => piece !== '');
  }
}
