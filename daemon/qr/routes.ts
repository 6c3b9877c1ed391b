/** Routes for QR codes of links. Options are in the query, or in a body, which has room for a logo. */
import Type from 'typebox';
import type { PlanName } from '../../shared/config/config.ts';
import { mayBeId } from '../../shared/db/public-ids.ts';
import type { HttpAnswer } from '../../shared/http/answer.ts';
import type { HttpRequest } from '../../shared/http/route.ts';
import { holdsTag } from '../../shared/http/versions.ts';
import type { Context } from '../api/context.ts';
import { type DescribedRoute, endpoint, type Lookup } from '../api/endpoint.ts';
import { notFound } from '../api/errors.ts';
import type { Db } from '../core/tables.ts';
import type { Auth } from '../identity/auth.ts';
import { needPlan } from '../links/core/plan-gates.ts';
import { type LinkRow, listLinksByPublicIds, requireLink } from '../links/core/queries.ts';
import { requireBrandLogo } from './brand-logo.ts';
import { drawQr } from './draw.ts';
import { drawMany, textOf } from './draw-many.ts';
import { drawSheets } from './draw-sheet.ts';
import { type Look, tagOfImage, toLook } from './look.ts';
import { QrInput, QrManyInput, type QrOptions, QrQuery, QrSheetInput, withDefaults } from './schema.ts';
import { zipOf } from './zip.ts';

const types = { svg: 'image/svg+xml', png: 'image/png' };

const group = 'Links';
const params = { id: "The link's id." };

const about =
  'The code contains the short URL with `?qr=1`, so that scans are distinguished from other clicks. Before an image is first sent, it ' +
  'Waypost reads it like a scanner; an unreadable one is 422, and `details` names the wrong option.';

const image = {
  description: 'The image.',
  schema: Type.String({ description: 'SVG, or PNG with `format` `png`.' }),
  type: [types.svg, types.png],
};
const notModified = { description: 'The image has not changed since the ETag in If-None-Match.' };

export const qrRoutes = (context: Context): DescribedRoute[] => [
  getQr(context),
  postQr(context),
  postZip(context),
  postSheets(context),
];

const findOne =
  ({ db }: Context) =>
  ({ auth, request }: Lookup<'id'>) =>
    requireLink(db, auth.workspaceId, request.params.id);

const getQr = (context: Context) =>
  endpoint(context, {
    method: 'GET',
    path: '/links/{id}/qr',
    id: 'getLinkQr',
    summary: "Get a link's QR code",
    description: `${about}\n\nThe answer has an ETag. Send it back as \`If-None-Match\`: the answer is 304 while the image is the same.`,
    group,
    role: 'viewer',
    params,
    query: QrQuery,
    queryExample: { size: 512, fg: '1f2937', ecc: 'Q', format: 'svg' },
    answers: { 200: image, 304: notModified },
    errors: ['feature_not_in_plan'],
    find: findOne(context),
    handle: ({ auth, request, found, query }) => answer(context, auth, request, { link: found, options: query }),
  });

const postQr = (context: Context) =>
  endpoint(context, {
    method: 'POST',
    path: '/links/{id}/qr',
    id: 'drawLinkQr',
    inDemo: true,
    summary: "Draw a link's QR code with a logo",
    description: `Takes the options of GET in a body, for logos that are too large for a query. Nothing is stored.\n\n${about}`,
    group,
    role: 'viewer',
    params,
    body: QrInput,
    bodyExample: {
      size: 512,
      fg: '0a7d4f',
      style: 'dots',
      logo: 'data:image/svg+xml,%3Csvg xmlns=%22http://www.w3.org/2000/svg%22 viewBox=%220 0 8 8%22%3E%3Ccircle cx=%224%22 cy=%224%22 r=%224%22/%3E%3C/svg%3E',
    },
    answers: { 200: image, 304: notModified },
    errors: ['feature_not_in_plan'],
    find: findOne(context),
    handle: ({ auth, request, found, body }) =>
      answer(context, auth, request, { link: found, options: withDefaults(body) }),
  });

const postZip = (context: Context) =>
  endpoint(context, {
    method: 'POST',
    path: '/links/qr.zip',
    id: 'drawLinksQr',
    inDemo: true,
    summary: 'Draw the QR codes of up to 500 links as a ZIP archive',
    description:
      'All codes have the same options, like a single code. Links of other workspaces are left out. The archive ' +
      'is sent while the codes are drawn; `errors.txt` names unreadable codes after the first.',
    group,
    role: 'viewer',
    body: QrManyInput,
    bodyExample: { ids: ['lnk_5ZkQ8sVw2LrTq0YpXb7c'], size: 512, format: 'png' },
    answers: {
      200: { description: 'The archive.', type: 'application/zip', schema: Type.String() },
    },
    errors: ['feature_not_in_plan', 'not_found'],
    streams: true,
    async handle({ auth: { workspaceId, plan }, request: { signal }, body: { ids, ...look } }) {
      const links = await listLinksByPublicIds(context.db, workspaceId, [...new Set(ids)].filter(mayBeId));
      if (links.length === 0) throw notFound('link');
      const shared = await lookFor(context.db, plan, withDefaults(look), links);
      const files = await drawMany(context.config, links, shared, { workspaceId, signal });
      return {
        status: 200,
        headers: {
          'Content-Type': 'application/zip',
          'Content-Disposition': 'attachment; filename="qr-codes.zip"',
        },
        stream: zipOf(files),
      };
    },
  });

const postSheets = (context: Context) =>
  endpoint(context, {
    method: 'POST',
    path: '/links/qr.pdf',
    id: 'drawQrSheets',
    inDemo: true,
    summary: 'Draw the QR codes of up to 500 links on sheets of paper as a PDF',
    description:
      'The codes are vectors, with their size in millimetres, in the order of `ids`. Print the file without scaling. All codes have ' +
      'the same options, like a single code. Links of other workspaces are left out. An unreadable code is 422.',
    group,
    role: 'viewer',
    body: QrSheetInput,
    bodyExample: { ids: ['lnk_5ZkQ8sVw2LrTq0YpXb7c'], paper: 'a4', side: 40, gap: 8, labels: true },
    answers: {
      200: { description: 'The sheets.', type: 'application/pdf', schema: Type.String() },
    },
    errors: ['feature_not_in_plan', 'not_found'],
    async handle({ auth: { workspaceId, plan }, request: { signal }, body }) {
      const { ids, paper = 'a4', side = 40, gap = 8, columns, labels = true, ...given } = body;
      const links = await listLinksByPublicIds(context.db, workspaceId, [...new Set(ids)].filter(mayBeId));
      if (links.length === 0) throw notFound('link');
      links.sort((a, b) => ids.indexOf(a.public_id) - ids.indexOf(b.public_id));
      const look = await lookFor(context.db, plan, withDefaults(given), links);
      const sheet = { paper, side, gap, columns, labels };
      const file = await drawSheets(context.config, links, { look, sheet }, { workspaceId, signal });
      const headers = {
        'Content-Type': 'application/pdf',
        'Content-Disposition': 'attachment; filename="qr-codes.pdf"',
      };
      return { status: 200, headers, body: file };
    },
  });

/** @throws `validation_failed`, `feature_not_in_plan` */
async function lookFor(db: Db, plan: PlanName, options: QrOptions, links: LinkRow[]): Promise<Look> {
  const look = toLook(options, options.logo === 'brand' ? await requireBrandLogo(db, links) : undefined);
  for (const field of ['fg', 'bg'] as const) if (options[field] !== undefined) needPlan(plan, field);
  return look;
}

async function answer(
  { config, db }: Context,
  { workspaceId, plan }: Auth,
  { headers: sent, signal }: HttpRequest,
  { link, options }: { link: LinkRow; options: QrOptions },
): Promise<HttpAnswer> {
  const look = await lookFor(db, plan, options, [link]);
  const text = textOf(config, link);
  const etag = tagOfImage(text, look);
  const headers = { ETag: etag, 'X-Content-Type-Options': 'nosniff' };
  if (holdsTag(sent['if-none-match'] ?? '', etag)) return { status: 304, headers };
  const body = await drawQr(text, look, { workspaceId, signal });
  return { status: 200, headers: { ...headers, 'Content-Type': types[look.format] }, body };
}
