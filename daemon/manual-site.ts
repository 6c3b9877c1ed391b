/** The manual of this version, at `/docs`. */
import path from 'node:path';
import type { HttpRoute } from '../shared/http/route.ts';
import { htmlAnswer, paragraph } from '../shared/pages/html.ts';
import { projectRoot } from '../shared/paths.ts';
import { openStaticSite } from '../shared/site/static-site.ts';

export const openManual = (): Promise<HttpRoute[]> =>
  openStaticSite({
    at: '/docs',
    folder: path.join(projectRoot, '.build/docs'),
    hasPages: true,
    missing: () =>
      htmlAnswer(503, 'The manual is not built', paragraph('The operator builds it with `npm run build`.')),
  });
