/** Routes of UTM templates: named sets of UTM parameters that a workspace uses repeatedly. */
import { inTransaction } from '../../shared/db/db.ts';
import { json } from '../../shared/http/answer.ts';
import { links } from '../../shared/limits-of-fields.ts';
import type { Context } from '../api/context.ts';
import { type DescribedRoute, endpoint } from '../api/endpoint.ts';
import { conflict, invalid, notFound } from '../api/errors.ts';
import { Done } from '../api/schemas.ts';
import { recordAudit } from '../audit-log/record.ts';
import { lockWorkspace } from '../workspaces/queries.ts';
import { deleteTemplate, listLinkUtm, listTemplates, putTemplate, type TemplateRow } from './queries.ts';
import { UtmTemplate, UtmTemplateInput, UtmTemplateList } from './schema.ts';
import { usedValues } from './used-values.ts';

const group = 'Links';
const path = '/utm-templates/{name}';
const params = { name: { description: 'The name, percent-encoded: 1 to 50 characters.', example: 'Newsletter' } };
const templatesAtMost = 100;
const longestName = links.utmTemplateName;

export const utmTemplateRoutes = (context: Context): DescribedRoute[] => [list(context), put(context), remove(context)];

const toTemplate = ({ name, utm, updatedAt }: TemplateRow) => ({
  name: name.toString(),
  utm: JSON.parse(utm),
  updatedAt: updatedAt.toISOString(),
});

const list = (context: Context) =>
  endpoint(context, {
    method: 'GET',
    path: '/utm-templates',
    id: 'listUtmTemplates',
    summary: 'List UTM templates by name, and the values in use',
    description: 'Templates help to create links; no link depends on one. `used` helps to write the same values again.',
    group,
    role: 'viewer',
    answers: { 200: { description: 'The templates and the values.', schema: UtmTemplateList } },
    async handle({ auth }) {
      const [rows, links] = await Promise.all([
        listTemplates(context.db, auth.workspaceId),
        listLinkUtm(context.db, auth.workspaceId),
      ]);
      const sets = [...links, ...rows.map(({ utm }) => utm)].map((utm) => JSON.parse(utm));
      return json(200, { templates: rows.map(toTemplate), used: usedValues(sets) });
    },
  });

/** @throws `validation_failed` */
function requireName(text = ''): string {
  const { length } = [...text];
  if (length >= 1 && length <= longestName && text === text.trim()) return text;
  throw invalid({ field: 'name', message: `must have 1 to ${longestName} characters and no blanks at either end` });
}

const put = (context: Context) =>
  endpoint(context, {
    method: 'PUT',
    path,
    id: 'putUtmTemplate',
    summary: 'Save a UTM template',
    description: 'Replaces a template with the same name. A workspace can have up to 100 templates.',
    group,
    role: 'member',
    params,
    body: UtmTemplateInput,
    answers: { 200: { description: 'The template.', schema: UtmTemplate } },
    errors: ['conflict'],
    async handle({ auth: { workspaceId, actor }, request, body }) {
      const name = requireName(request.params.name);
      const utm = JSON.stringify(body.utm);
      const now = new Date();
      await inTransaction(context.db, async (trx) => {
        await lockWorkspace(trx, workspaceId);
        const others = (await listTemplates(trx, workspaceId)).filter((row) => row.name.toString() !== name);
        if (others.length >= templatesAtMost) {
          throw conflict(`A workspace can have ${templatesAtMost} UTM templates. Delete one first.`, {
            limit: templatesAtMost,
          });
        }
        await putTemplate(trx, workspaceId, name, { utm, now });
        await recordAudit(trx, [{ workspaceId, actor, action: 'utm.put', objectId: name, details: body.utm }], now);
      });
      return json(200, { name, utm: body.utm, updatedAt: now.toISOString() });
    },
  });

const remove = (context: Context) =>
  endpoint(context, {
    method: 'DELETE',
    path,
    id: 'deleteUtmTemplate',
    summary: 'Delete a UTM template',
    description: 'Links created with it keep their UTM parameters.',
    group,
    role: 'member',
    params,
    answers: { 200: { description: 'The template is deleted.', schema: Done } },
    async handle({ auth: { workspaceId, actor }, request }) {
      const name = request.params.name;
      await inTransaction(context.db, async (trx) => {
        if (!(await deleteTemplate(trx, workspaceId, name))) throw notFound('UTM template');
        await recordAudit(trx, [{ workspaceId, actor, action: 'utm.delete', objectId: name }], new Date());
      });
      return json(200, { ok: true });
    },
  });
