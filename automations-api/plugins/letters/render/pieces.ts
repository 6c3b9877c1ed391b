/** The compiled form of an email: text with places for a contact's values. Filling it in needs no parser. Pure. */
import { type MergeTag, type MergeValues, textOfTag } from '../../../../shared/mail/merge-tags.ts';
import { escapeHtml } from '../../../../shared/pages/html.ts';

/** The place of a value in HTML. `url`: at the start of a URL. `query`: inside a URL. */
export type Place = 'text' | 'attribute' | 'url' | 'query';
export type Piece = string | { tag: MergeTag; place: Place } | { link: number };
/** `links` are the URLs in the email, which can be replaced by short ones. */
export type CompiledLetter = { subject: Piece[]; html: Piece[]; text: Piece[]; links: string[] };

/** A contact's values, and the URL of each link. */
export type Filling = { values: MergeValues; links: readonly string[]; language: string };

export const fillHtml = (pieces: readonly Piece[], filling: Filling): string =>
  fill(pieces, filling, inPlace, escapeHtml);
export const fillText = (pieces: readonly Piece[], filling: Filling): string => fill(pieces, filling, inText, asItIs);

/** Fills in a text for a header. Control characters become blanks, so that no value can add a header. */
export const fillLine = (pieces: readonly Piece[], filling: Filling): string =>
  fillText(pieces, filling)
    .replace(/[\0-\x1f\x7f\u2028\u2029]/g, ' ')
    .trim();

const asItIs = (text: string) => text;
const inText = (text: string, place: Place) => (place === 'query' ? encodeURIComponent(text.toWellFormed()) : text);

function fill(
  pieces: readonly Piece[],
  { values, links, language }: Filling,
  write: (text: string, place: Place) => string,
  writeLink: (url: string) => string,
): string {
  let filled = '';
  for (const piece of pieces) {
    if (typeof piece === 'string') filled += piece;
    else if ('link' in piece) filled += writeLink(links[piece.link] ?? '');
    else filled += write(textOfTag(piece.tag, values, language), piece.place);
  }
  return filled;
}

function inPlace(text: string, place: Place): string {
  switch (place) {
    case 'text':
      return escapeHtml(text).replace(/\r\n?|\n/g, '<br>');
    case 'attribute':
      return escapeHtml(text);
    case 'url':
      return /^(?:https?:\/\/|mailto:|tel:)/i.test(text) ? escapeHtml(text) : '#';
    case 'query':
      return encodeURIComponent(text.toWellFormed());
  }
}
