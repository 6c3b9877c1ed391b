/** Kutt's links, from the answers of its API v2, or from CSV of its tables with the same names. */
import { RowFault } from '../../../shared/import/format.ts';
import { toFlag } from '../../../shared/import/values.ts';
import { linkFormat } from './core/link-format.ts';
import { lock } from './core/unsupported.ts';

export const kutt = linkFormat({
  name: 'kutt',
  signs: [
    { columns: ['address', 'target', 'visitcount'], points: 100 },
    { columns: ['address', 'target'], points: 85 },
  ],
  columns: {
    address: 'slug',
    target: 'url',
    link: 'shortUrl',
    // Kutt shows the description in its list of links.
    description: 'title',
    expirein: 'expiresAt',
    visitcount: 'importedClicks',
    banned: null,
    password: null,
    id: null,
    uuid: null,
    updatedat: null,
    bannedbyid: null,
    domainid: null,
    userid: null,
    email: null,
    relativecreatedat: null,
    relativeexpirein: null,
  },
  prepare(columns, draft) {
    if (toFlag(columns.password)) lock(draft);
    if (toFlag(columns.banned)) throw new RowFault('The link is banned in its old system.');
    return columns;
  },
});
