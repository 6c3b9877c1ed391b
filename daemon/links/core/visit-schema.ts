/** Schemas of the visit preview: the link, the visitor and the visitor's destination. */
import { isIP } from 'node:net';
import Type from 'typebox';
import { links as limits, longestUrl } from '../../../shared/limits-of-fields.ts';
import { nullable } from '../../../shared/openapi/nullable.ts';
import { addFormat } from '../../../shared/validate.ts';
import { utcTime } from '../../api/schemas.ts';
import { LinkInput } from './schema.ts';

addFormat('ip-address', (text) => isIP(text) !== 0);

const fact = (format: string, description: string) =>
  Type.Optional(Type.String({ minLength: 1, maxLength: limits.rules.value, format, description }));

export const Visitor = Type.Object(
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

export const VisitInput = Type.Object({ ...LinkInput.properties, visitor: Visitor }, { additionalProperties: false });

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
