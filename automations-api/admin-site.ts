/** The admin application as it was built, at `/wp-admin`. */
import path from 'node:path';
import type { HttpRoute } from '../shared/http/route.ts';
import { projectRoot } from '../shared/paths.ts';
import { openStaticSite } from '../shared/site/static-site.ts';

export const openAdminSite = (): Promise<HttpRoute[]> =>
  openStaticSite({
    at: '/wp-admin',
    folder: path.join(projectRoot, '.build/admin'),
    missing: () => ({
      status: 503,
      headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' },
      body: 'The admin application is not built. The operator builds it with `npm run build`.\n',
    }),
  });
