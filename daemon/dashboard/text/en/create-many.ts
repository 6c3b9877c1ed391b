/** The words of making many links at once. */
import { counted, plural } from '../../../../shared/ui/text-en.ts';

export const createMany = {
  title: 'Create many links',
  paste: 'Addresses',
  pasteHint:
    'One a line. Or columns divided by tabs or commas: address, slug, title, tags; a first row with names may put them in another order. Several tags in a cell are divided by ; or |.',
  domain: 'Domain',
  tags: 'Tags for all of them',
  rows: (n: number) => counted(n, 'row'),
  ready: (n: number) => `${n.toLocaleString('en')} ready`,
  /** `lines`: the first of them. */
  faulty: (n: number, lines: number[]) =>
    `${n.toLocaleString('en')} with a problem (${plural(n, 'line', 'lines')} ${lines.join(', ')}${n > lines.length ? ', …' : ''})`,
  file: 'Choose a file',
  fileHint: 'Or drop one here: CSV, or text with one URL a line, at most 1 MB.',
  fileTooLarge: (name: string) => `${name} is larger than 1 MB. Divide it into several files.`,
  fileNoText: (name: string) => `${name} is no text in UTF-8. Save it as CSV in UTF-8 and choose it again.`,
  fileEmpty: (name: string) => `${name} has no URL in it.`,
  tooMany: (most: number) => `Only the first ${most.toLocaleString('en')} are taken; paste the others afterwards.`,
  allowance: (left: string) => `${left} new links are left this month.`,
  create: (n: number) => `Create ${counted(n, 'link')}`,
  columns: { row: 'Line', url: 'Destination', slug: 'Slug', title: 'Title', tags: 'Tags', state: 'Result' },
  state: { ready: 'Ready', sending: 'Being made' },
  faults: {
    noUrl: 'The address is missing.',
    badUrl: 'This is no http or https address.',
    longUrl: 'The address is longer than 2,048 characters.',
    badSlug: 'Only letters, digits, - and _; a letter or digit comes first; at most 64.',
    slugTwice: (row: number) => `Line ${row} has the same slug.`,
    longTitle: 'The title is longer than 200 characters.',
    manyTags: 'At most 20 tags.',
    longTag: 'A tag has at most 40 characters.',
  },
  /** As part of `linkForm.draft`. */
  draft: 'list of links',
  back: 'Edit the list',
  retry: (n: number) => `Try ${counted(n, 'failed row')} again`,
  done: (made: number, failed: number) =>
    failed === 0 ? `${counted(made, 'link')} created` : `${counted(made, 'link')} created, ${failed} failed`,
  making: (done: string, all: string) => `${done} of ${all}`,
  makingLabel: 'Creating links',
  copyAll: 'Copy short URLs',
  downloadCsv: 'Download CSV',
  stopped: 'Stopped',
  empty: 'Paste addresses to see here what becomes of each.',
  more: (n: number) => `and ${n.toLocaleString('en')} more rows`,
};
