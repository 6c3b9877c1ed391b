/** Short URLs. Pure. */
import type { Config } from '../config/config.ts';

/** Returns the short URL of a slug, with the scheme of BASE_URL. */
export const shortUrlOf = ({ baseUrl }: Pick<Config, 'baseUrl'>, domain: string, slug: string) =>
  `${baseUrl.startsWith('https:') ? 'https' : 'http'}://${domain}/${slug}`;
