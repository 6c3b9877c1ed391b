/** The route that shows where a link redirects a described visitor. */
import { isIP } from 'node:net';
import Type from 'typebox';
import { json } from '../../shared/http/answer.ts';
import { links as limits, longestUrl } from '../../shared/limits-of-fields.ts';
import { nullable } from '../../shared/openapi/nullable.ts';
import { addFormat } from '../../shared/validate.ts';
import type { Context } from '../api/context.ts';
import { type DescribedRoute, endpoint } from '../api/endpoint.ts';
import { utcTime } from '../api/schemas.ts';
import { toRecord } from '../redirect/map/rows.ts';
import { previewVisit } from '../redirect/visit-preview.ts';
import { columnsOf, unsetColumns } from './core/fields.ts';
import { settleRules } from './core/rules.ts';
import { LinkInput } from './core/schema.ts';
import { withoutNulls } from './create/draft.ts';

addFormat('ip-address', (text) => isIP(text) !== 0);

const fact = (format: string, description: string) =>
  Type.Optional(Type.String({ minLength: 1, maxLength: limits.rules.value, format, description }));

const Visitor = Type.Object(
  {
    language: fact('language', 'a known language such as de or de-AT'),
    device: fact('device', 'desktop, mobile, tablet or unknown'),
    os: fact('os', 'a system as analytics name it, such as iOS or Windows'),
    browser: fact('browser', 'a browser as analytics name it, such as Firefox'),
    country: fact('country', "a known country's two capital letters; default: the country of `ip`"),
    referrer: fact('referrer', 'a host, or (direct)'),
    ip: fact('ip-address', 'an IP address'),
    time: Type.Optional(utcTime()),
    query: Type.Optional(Type.String({ maxLength: longestUrl, description: 'without the question mark' })),
  },
  { additionalProperties: false, description: 'what is known about a visitor' },
);

const Body = Type.Object({ ...LinkInput.properties, visitor: Visitor }, { additionalProperties: false });

export const Arrival = Type.Object({
  outcome: Type.Enum(['redirect', 'notFound', 'expired', 'tooLong'], { description: 'a redirect, or the page shown.' }),
  url: nullable(Type.String()),
  by: nullable(
    Type.Enum(['url', 'expired', 'ios', 'android', 'country', 'notStarted', 'rule', 'variant'], {
      description: 'The part of the link that decided.',
    }),
  ),
  rule: nullable(Type.Integer({ description: 'The index of the rule that matched.' })),
  variant: nullable(
    Type.String({ description: 'The name of an example variant: another visitor can get another one.' }),
  ),
});

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
      'Applies the code of the redirect to a link that need not exist. Passwords, bans and used clicks are ignored, and ' +
      'nothing is stored.',
    group: 'Links',
    role: 'viewer',
    body: Body,
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
