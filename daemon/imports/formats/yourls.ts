/** YOURLS's links, from its table `yourls_url` as CSV or SQL dump, or from the answers of its API. */
import { linkFormat } from './core/link-format.ts';
import { toShortUrl } from './core/values.ts';

const inFolder = 'The folder of the old installation is left out of slugs. Redirect visitors who follow its URLs.';

export const yourls = linkFormat({
  name: 'yourls',
  signs: [
    { columns: ['keyword', 'url', 'timestamp', 'clicks'], points: 100 },
    { columns: ['shorturl', 'url', 'timestamp', 'ip', 'clicks'], points: 100 },
    { columns: ['keyword', 'url', 'title'], points: 90 },
    { columns: ['keyword', 'url'], points: 80 },
  ],
  columns: { keyword: 'slug', shorturl: 'shortUrl', url: 'url', timestamp: 'createdAt', clicks: 'importedClicks' },
  leftOut: { ip: 'IP addresses of creators are left out.' },
  /** Removes from short URLs the folder in which YOURLS is installed. Keywords have no slash. */
  prepare(columns, { notes }) {
    const { domain = '', slug = '' } = toShortUrl(columns.shorturl) ?? {};
    if (!slug.includes('/')) return columns;
    notes.add(inFolder);
    return { ...columns, shorturl: `https://${domain}/${slug.slice(slug.lastIndexOf('/') + 1)}` };
  },
});
