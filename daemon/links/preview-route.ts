/** The route that shows where a link redirects a described visitor. */
import { json } from '../../shared/http/answer.ts';
import type { Context } from '../api/context.ts';
import { type DescribedRoute, endpoint } from '../api/endpoint.ts';
import { toRecord } from '../redirect/map/rows.ts';
import { previewVisit } from '../redirect/visit-preview.ts';
import { columnsOf, unsetColumns } from './core/fields.ts';
import { settleRules } from './core/rules.ts';
import { Arrival, VisitInput } from './core/visit-schema.ts';
import { withoutNulls } from './create/draft.ts';

/** The columns of a row that a preview does not depend on. */
const otherColumns = {
  id: 0,
  domain_id: 0,
  slug: '',
  banned: false,
  uses: 0,
  checksum: 0,
  takesContacts: 0,
  ownNetworksOf: null,
};

export const previewVisitor = (context: Context): DescribedRoute =>
  endpoint(context, {
    method: 'POST',
    path: '/links/preview',
    id: 'previewVisitor',
    summary: 'Show where a link redirects a visitor',
    description:
      "Uses the redirect's own code; the link need not exist. Passwords, bans and used clicks are ignored, and " +
      'nothing is stored.',
    group: 'Links',
    role: 'viewer',
    body: VisitInput,
    bodyExample: {
      url: 'https://example.com/launch',
      rules: [{ when: { language: 'de' }, url: 'https://example.com/de' }],
      visitor: { language: 'de-AT', device: 'mobile' },
    },
    answers: { 200: { description: 'Where this visitor arrives.', schema: Arrival } },
    async handle({ body: { visitor, ...link } }) {
      const { slug: _, ...input } = settleRules(withoutNulls(link));
      const row = { ...unsetColumns, ...columnsOf(input), password_hash: null, ...otherColumns };
      return json(200, previewVisit(toRecord(row), visitor, context.countryOf));
    },
  });
