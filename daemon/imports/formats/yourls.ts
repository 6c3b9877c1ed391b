/** Links of YOURLS: its table `yourls_url` as CSV or as a dump in SQL, and the answers of its API. */
import { linkFormat } from './core/link-format.ts';

export const yourls = linkFormat({
  name: 'yourls',
  signs: [
    { columns: ['keyword', 'url', 'timestamp', 'clicks'], points: 100 },
    { columns: ['shorturl', 'url', 'timestamp', 'ip', 'clicks'], points: 100 },
    { columns: ['keyword', 'url', 'title'], points: 90 },
    { columns: ['keyword', 'url'], points: 80 },
  ],
  columns: { keyword: 'slug', shorturl: 'shortUrl', url: 'url', timestamp: 'createdAt', clicks: 'importedClicks' },
  leftOut: { ip: 'IP addresses of the people who created the links are left out.' },
});
