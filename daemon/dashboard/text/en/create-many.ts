/** English strings for creating many links. */
import { counted, plural } from '../../../../shared/plural.ts';

export const createMany = {
  title: 'Create many links',
  paste: 'URLs',
  pasteHint:
    'One URL per line, or columns (tab or comma): URL, slug, title, tags. A header row can reorder them. Separate tags with ; or |.',
  domain: 'Domain',
  tags: 'Tags for all links',
  utm: 'UTM for all links',
  expiry: 'Expiry for all links',
  rows: (n: number) => counted(n, 'row'),
  ready: (n: number) => `${n.toLocaleString('en')} ready`,
  /** `lines`: the first affected lines. */
  faulty: (n: number, lines: number[]) =>
    `${n.toLocaleString('en')} with a problem (${plural(n, 'line', 'lines')} ${lines.join(', ')}${n > lines.length ? ', …' : ''})`,
  file: 'Choose a file',
  fileHint: 'Or drop one here: CSV, or text with one URL per line, up to 1 MB.',
  fileTooLarge: (name: string) => `${name} is larger than 1 MB. Split it into several files.`,
  fileNoText: (name: string) => `${name} is not UTF-8 text. Save it as CSV in UTF-8 and choose it again.`,
  fileEmpty: (name: string) => `${name} contains no URL.`,
  tooMany: (most: number) => `Only the first ${most.toLocaleString('en')} are used. Paste the rest afterwards.`,
  allowance: (left: number) => `You can create ${counted(left, 'more link')} this month.`,
  create: (n: number) => `Create ${counted(n, 'link')}`,
  columns: { row: 'Line', url: 'Destination', slug: 'Slug', title: 'Title', tags: 'Tags', state: 'Result' },
  state: { ready: 'Ready', sending: 'Creating…' },
  faults: {
    noUrl: 'The URL is missing.',
    badUrl: 'Not an http or https URL.',
    longUrl: 'The URL is longer than 2,048 characters.',
    badSlug: 'Only letters, digits, - and _; a letter or digit comes first; at most 64.',
    slugTwice: (row: number) => `Line ${row} has the same slug.`,
    longTitle: 'The title is longer than 200 characters.',
    manyTags: 'At most 20 tags.',
    longTag: 'A tag has at most 40 characters.',
  },
  /** This text is used within `linkForm.draft`. */
  draft: 'list of links',
  back: 'Edit the list',
  retry: (n: number) => `Try ${counted(n, 'failed row')} again`,
  done: (made: number, failed: number) =>
    failed === 0 ? `${counted(made, 'link')} created` : `${counted(made, 'link')} created, ${failed} failed`,
  creating: (done: string, all: string) => `${done} of ${all}`,
  creatingLabel: 'Creating links',
  copyAll: 'Copy short URLs',
  downloadCsv: 'Download CSV',
  stopped: 'Stopped',
  empty: 'Paste URLs to preview each link here.',
  more: (n: number) => `and ${n.toLocaleString('en')} more rows`,
};
