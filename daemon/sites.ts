/** The built dashboard at `/dashboard`, and this version's manual at `/docs`. */
import path from 'node:path';
import type { HttpRoute } from '../shared/http/route.ts';
import { htmlAnswer, paragraph } from '../shared/pages/html.ts';
import { projectRoot } from '../shared/paths.ts';
import { openStaticSite } from '../shared/site/static-site.ts';

const builtFolder = path.join(projectRoot, '.build');

export function openSites(dashboardFolder = path.join(builtFolder, 'dashboard')): HttpRoute[] {
  const dashboard = openStaticSite({
    at: '/dashboard',
    folder: dashboardFolder,
    missing: () =>
      htmlAnswer(
        503,
        'The dashboard is not built',
        paragraph('The operator builds it with `npm run build`. The API and all short links work without it.'),
      ),
  });
  const manual = openStaticSite({
    at: '/docs',
    folder: path.join(builtFolder, 'docs'),
    hasPages: true,
    missing: () =>
      htmlAnswer(503, 'The manual is not built', paragraph('The operator builds it with `npm run build`.')),
  });
  return [...dashboard, ...manual];
}
