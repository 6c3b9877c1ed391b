/** Bitly's links, from its CSV exports with all known headers, or from the answers of its API v4. */
import { toNames } from '../../../shared/import/names.ts';
import { toText } from '../../../shared/import/values.ts';
import { linkFormat } from './core/link-format.ts';
import { visitsStay } from './core/unsupported.ts';

const otherUrl =
  'Bitly keeps a generated short URL beside a custom one, and sometimes several. Only one of them is imported.';

export const bitly = linkFormat({
  name: 'bitly',
  signs: [
    { columns: ['link', 'longurl', 'custombitlinks'], points: 100 },
    { columns: ['link', 'longurl', 'createdat', 'deeplinks'], points: 100 },
    { columns: ['link', 'customlink', 'destinationurl'], points: 95 },
    { columns: ['bitlink', 'longurl'], points: 95 },
    { columns: ['link', 'destinationurl'], points: 60 },
    { columns: ['link', 'longurl'], points: 60 },
  ],
  columns: {
    id: null,
    link: 'shortUrl',
    bitlink: 'shortUrl',
    customlink: null,
    custombitlinks: null,
    longurl: 'url',
    longurls: 'url',
    destinationurl: 'url',
    engagements: 'importedClicks',
    createdby: null,
    clientid: null,
    references: null,
    referencesgroup: null,
    isdeleted: null,
    launchpadids: null,
  },
  leftOut: {
    deeplinks: 'Deep links into apps are left out. Set the destinations for iOS and Android again.',
    campaignids: 'Campaigns are left out.',
    qrcode: 'QR codes are left out. Every link has a QR code here.',
    scans: visitsStay,
  },
  prepare(columns, { notes }) {
    const custom = [...toNames(columns.customlink), ...toNames(columns.custombitlinks)];
    const [first] = custom;
    if (!first) return columns;
    const generated = toText(columns.link ?? columns.bitlink);
    if (custom.length > 1 || (generated !== '' && bare(generated) !== bare(first))) notes.add(otherUrl);
    return { ...columns, link: first, bitlink: first };
  },
});

const bare = (url: string) => url.replace(/^https?:\/\//i, '');
