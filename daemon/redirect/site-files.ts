/** Files that browsers and crawlers request from every website, served on every domain. None of them can be a slug. */
import type { HttpAnswer } from '../../shared/http/answer.ts';

const aDay = 'public, max-age=86400';

const icon =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><path d="M8 1a5 5 0 0 0-5 5c0 4 5 9 5 9s5-5 5-9a5 5 0 0 0-5-5zm0 7a2 2 0 1 1 0-4 2 2 0 0 1 0 4z" fill="#2563eb"/></svg>';

const files: Record<string, HttpAnswer> = {
  '/robots.txt': {
    status: 200,
    headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': aDay },
    body: 'User-agent: *\nDisallow: /api/\n',
  },
  '/favicon.ico': {
    status: 200,
    headers: { 'Content-Type': 'image/svg+xml', 'Cache-Control': aDay },
    body: icon,
  },
};

/** Returns the answer to the path of one of these files; undefined for other paths. */
export const siteFile = (url: string): HttpAnswer | undefined => (Object.hasOwn(files, url) ? files[url] : undefined);
