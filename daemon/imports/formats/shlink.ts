/** Links of Shlink: the CSV of its import and its web client, and the answers of its REST API. */
import { linkFormat } from './core/link-format.ts';
import { countDown, visitsStay } from './core/unsupported.ts';

const rules = 'Redirect rules by device, language or query are left out, because Shlink does not export them.';

export const shlink = linkFormat({
  name: 'shlink',
  signs: [
    { columns: ['shortcode', 'longurl', 'datecreated'], points: 100 },
    { columns: ['shortcode', 'longurl', 'shorturl', 'visits'], points: 100 },
    { columns: ['shortcode', 'longurl'], points: 90 },
  ],
  columns: {
    shortcode: 'slug',
    longurl: 'url',
    datecreated: 'createdAt',
    visitssummarytotal: 'importedClicks',
    visitscount: 'importedClicks',
    visitssummarynonbots: null,
    visitssummarybots: null,
    metavalidsince: 'startsAt',
    metavaliduntil: 'expiresAt',
    metamaxvisits: 'maxClicks',
    devicelongurlsios: 'iosUrl',
    devicelongurlsandroid: 'androidUrl',
    crawlable: null,
    forwardquery: null,
  },
  leftOut: {
    hasredirectrules: rules,
    devicelongurlsdesktop: 'Destinations for desktop computers are left out.',
    visitlog: visitsStay,
  },
  complete: countDown,
});
