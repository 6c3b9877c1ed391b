/** Short.io's links, from the answers of its API, or from its CSV exports with all known headers. */
import { toFlag } from '../../../shared/import/values.ts';
import { linkFormat } from './core/link-format.ts';
import { countDown, lock } from './core/unsupported.ts';

const tracking = 'Tracking codes of advertisers and analytics are left out.';

export const shortio = linkFormat({
  name: 'shortio',
  signs: [
    { columns: ['originalurl', 'path'], points: 95 },
    { columns: ['originalurl', 'shorturl'], points: 90 },
    { columns: ['originallink', 'shortlink', 'path'], points: 85 },
    { columns: ['originalurl', 'slug'], points: 80 },
  ],
  columns: {
    path: 'slug',
    shorturl: 'shortUrl',
    secureshorturl: 'shortUrl',
    originalurl: 'url',
    iphoneurl: 'iosUrl',
    androidurl: 'androidUrl',
    clickslimit: 'maxClicks',
    ttl: null,
    password: null,
    haspassword: null,
    ...Object.fromEntries(
      [
        'id',
        'idstring',
        'lcpath',
        'domainid',
        'ownerid',
        'source',
        'updatedat',
        'icon',
        'isfakelink',
        'duplicate',
        'success',
        'redirecttype',
      ].map((name) => [name, null]),
    ),
  },
  leftOut: {
    cloaking: 'Destinations shown under the short link (cloaking) are left out. The link redirects.',
    spliturl: 'Splits between two destinations are left out. The link redirects to the first one.',
    integrationfb: tracking,
    integrationga: tracking,
    integrationgtm: tracking,
    integrationadroll: tracking,
    folderid: 'Folders are left out.',
    passwordcontact: 'Password contacts are left out.',
    splitpercent: 'Splits between two destinations are left out. The link redirects to the first one.',
  },
  prepare(columns, draft) {
    if (toFlag(columns.password) || toFlag(columns.haspassword)) lock(draft);
    return columns;
  },
  complete: countDown,
});
