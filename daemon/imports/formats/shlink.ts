/** Shlink's links, from the CSV of its import and its web client, or from the answers of its REST API. */
import { fromJson } from '../../../shared/import/values.ts';
import { linkFormat } from './core/link-format.ts';
import { toRules } from './core/shlink-rules.ts';
import { countDown, visitsStay } from './core/unsupported.ts';

const rules = 'Redirect rules are left out if the file does not have them.';

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
    redirectrules: 'rules',
  },
  leftOut: {
    hasredirectrules: rules,
    devicelongurlsdesktop: 'Destinations for desktop computers are left out.',
    visitlog: visitsStay,
  },
  prepare(columns, draft) {
    const given = columns.redirectrules;
    const list: unknown = typeof given === 'string' ? fromJson(given) : given;
    if (!Array.isArray(list)) return { ...columns, redirectrules: null };
    return { ...columns, hasredirectrules: null, redirectrules: toRules(list, draft) };
  },
  complete: countDown,
});
