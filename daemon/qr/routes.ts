/** The route of a link's QR code. */
import { createHash } from 'node:crypto';
import Type from 'typebox';
import { contrast, luminance, toHex } from '../api/colour.ts';
import type { Context } from '../api/context.ts';
import { type DescribedRoute, endpoint } from '../api/endpoint.ts';
import { invalid } from '../api/errors.ts';
import { domainOf, shortUrlOf } from '../links/link.ts';
import { needPlan } from '../links/plan-gates.ts';
import { requireLink } from '../links/queries.ts';
import { drawQr, type Look } from './draw.ts';
import { QrQuery } from './schema.ts';

const leastContrast = 3;
const types = { svg: 'image/svg+xml', png: 'image/png' };

export const qrRoutes = (context: Context): DescribedRoute[] => [
  endpoint(context, {
    method: 'GET',
    path: '/links/{id}/qr',
    id: 'getLinkQr',
    summary: "Get a link's QR code",
    description:
      'The code holds the short URL with `?qr=1`, so that scans are told from other clicks. The answer has an ETag; ' +
      'sent back as `If-None-Match`, it is answered 304 while the image would be the same.',
    group: 'Links',
    role: 'viewer',
    params: { id: "The link's id." },
    query: QrQuery,
    answers: {
      200: {
        description: 'The image.',
        schema: Type.String({ description: 'SVG, or PNG with `format=png`.' }),
        type: [types.svg, types.png],
      },
      304: { description: 'The image is the one named in If-None-Match.' },
    },
    errors: ['feature_not_in_plan'],
    find: ({ auth, request }) => requireLink(context.db, auth.workspaceId, request.params.id as string),
    async handle({ auth, request, found, query }) {
      const look = toLook(query);
      for (const field of ['fg', 'bg'] as const) if (query[field] !== undefined) needPlan(auth.plan, 'pro', field);
      const text = `${shortUrlOf(context.config, domainOf(context.config, found), found.slug)}?qr=1`;
      const etag = etagOf(text, look);
      const headers = { ETag: etag, 'Cache-Control': 'private, no-cache', 'X-Content-Type-Options': 'nosniff' };
      if (holdsTag(request.headers['if-none-match'], etag)) return { status: 304, headers };
      const { workspaceId } = auth;
      const body = await drawQr(text, look, { workspaceId, signal: request.signal });
      return { status: 200, headers: { ...headers, 'Content-Type': types[look.format] }, body };
    },
  }),
];

/** @throws `validation_failed` when a scanner could not tell the colours apart, or took one for the other. */
function toLook({ size, fg = '000', bg = 'fff', ecc, format }: QrQuery): Look {
  const look: Look = { size, fg: toHex(fg), bg: toHex(bg), ecc: ecc.toUpperCase() as Look['ecc'], format };
  if (contrast(look.fg, look.bg) < leastContrast) {
    throw invalid({ field: 'fg', message: `must have a contrast of at least ${leastContrast}:1 to bg` });
  }
  if (luminance(look.fg) > luminance(look.bg)) {
    throw invalid({
      field: 'fg',
      message: 'must be darker than bg: many scanners read dark codes on light ground alone',
    });
  }
  return look;
}

/** Of all that the image depends on; the number changes with the drawing. */
const etagOf = (text: string, look: Look) =>
  `"${createHash('sha256')
    .update(JSON.stringify([3, text, look]))
    .digest('base64url')
    .slice(0, 27)}"`;

const holdsTag = (given: string | undefined, etag: string) =>
  given !== undefined &&
  (given.trim() === '*' || given.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag));
