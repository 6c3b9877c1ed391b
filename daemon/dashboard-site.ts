/** The built dashboard, served at `/dashboard`. */
import path from 'node:path';
import type { HttpRoute } from '../shared/http/route.ts';
import { htmlAnswer, paragraph } from '../shared/pages/html.ts';
import { projectRoot } from '../shared/paths.ts';
import { openStaticSite } from '../shared/site/static-site.ts';

const builtFolder = path.join(projectRoot, '.build/dashboard');

export const openDashboard = (folder = builtFolder): Promise<HttpRoute[]> =>
  openStaticSite({
    at: '/dashboard',
    folder,
    missing: () =>
      htmlAnswer(
        503,
        'The dashboard is not built',
        paragraph('The operator builds it with `npm run build`. The API and all short links work without it.'),
      ),
  });
