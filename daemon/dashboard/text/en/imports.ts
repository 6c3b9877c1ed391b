/** English strings for the import of links. */
import { importWords } from '../../../../shared/ui/text/en/import.ts';

export const imports = {
  ...importWords(
    'Import links',
    {
      one: 'link',
      many: 'links',
      note: 'Bring links from another system or a spreadsheet, with their slugs, titles, tags and dates.',
      left: 'Tags',
      files: 'CSV, JSON, JSON Lines or an SQL dump of YOURLS, also compressed',
      formats: {
        waypost: 'Waypost',
        bitly: 'Bitly',
        dub: 'Dub',
        kutt: 'Kutt',
        shlink: 'Shlink',
        shortio: 'Short.io',
        yourls: 'YOURLS',
      },
    },
    {
      label: 'If the slug is taken',
      options: {
        skip: 'Skip the row',
        change: 'Change the existing link',
        suffix: 'Add a number to the slug',
      },
    },
  ),
  who: 'Members and admins can import links. Ask one of them.',
};
