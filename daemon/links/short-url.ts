/** The parsing of pasted short URLs. */
import { parseUrl } from '../../shared/net/parse-url.ts';
import type { SlugKey } from '../change-feed/changes.ts';
import { decodePath, slugPath } from '../redirect/slug-path.ts';

/** Returns the domain and slug of a short URL, with or without its scheme. `findDomain` comes from `Context`. */
export function parseShortUrl(text: string, findDomain: (host: string) => number): SlugKey | undefined {
  const url = parseUrl(/^https?:\/\//i.test(text.trim()) ? text.trim() : `http://${text.trim()}`);
  if (!url) return undefined;
  const slug = slugPath.exec(decodePath(url.pathname))?.[1];
  const domainId = slug === undefined ? -1 : findDomain(url.host);
  return slug === undefined || domainId < 0 ? undefined : { domainId, slug };
}
