/** Routes for forms and their submissions. */
import { escapeHtml } from '../../../shared/pages/html.ts';
import { notForViewers, siteOnly } from '../../host/core/permission.ts';
import { type RestRoute, route } from '../../host/core/route.ts';
import { readWindow, SearchArgs, success, successOne, successWindow } from '../../host/envelope.ts';
import { sqlDate } from '../../host/shapes.ts';
import type { Context } from './core/context.ts';
import { defaults, definitionOf, formUrl } from './core/definition.ts';
import { countForms, type FormWithConsent, listForms } from './core/queries.ts';
import { countSubmissions, listSubmissions, type SubmissionWithConsent } from './core/submission-queries.ts';
import { addForm, changeForm, check, getForm, removeForm, versionOf } from './save-form.ts';
import {
  DeletedAnswer,
  type Form,
  FormAnswer,
  FormChange,
  FormsAnswer,
  NewForm,
  PreviewAnswer,
  SubmissionArgs,
  SubmissionsAnswer,
} from './schema.ts';

export const formRoutes = (context: Context): RestRoute[] => {
  const show = (form: FormWithConsent) => toForm(context.config.siteUrl, form);
  const answer = (form: FormWithConsent) => successOne({ form: show(form) }, versionOf(form));
  return [
    route({
      methods: ['GET'],
      path: '/forms',
      description: 'The forms, newest first.',
      args: SearchArgs,
      example: { search: 'newsletter' },
      answer: FormsAnswer,
      async callback({ params }) {
        const window = readWindow(params);
        const search = params.search?.trim();
        const [rows, total] = await Promise.all([
          listForms(context.db, window, search),
          countForms(context.db, search),
        ]);
        return successWindow({ forms: rows.map(show) }, window, total);
      },
    }),
    route({
      methods: ['POST'],
      path: '/form/add',
      description: 'Creates a form. Users must be administrators.',
      permission: siteOnly,
      args: NewForm,
      example: { name: 'Newsletter', slug: 'newsletter', fields: ['email', 'f_name'], lists: [3] },
      answer: FormAnswer,
      versioned: true,
      callback: async ({ params, caller }) => answer(await addForm(context, caller, params)),
    }),
    route({
      methods: ['GET'],
      path: '/form/{form_id}',
      description: 'A form.',
      answer: FormAnswer,
      versioned: true,
      callback: async ({ path }) => answer(await getForm(context, path.form_id)),
    }),
    route({
      methods: ['POST'],
      path: '/form/update/{form_id}',
      description: 'Changes the given settings of a form. Users must be administrators.',
      permission: siteOnly,
      args: FormChange,
      example: { title: 'Stay informed', active: true },
      answer: FormAnswer,
      versioned: true,
      callback: async ({ params, path, ...head }) =>
        answer(await changeForm(context, { ...head, show }, path.form_id, params)),
    }),
    ...otherRoutes(context),
  ];
};

const otherRoutes = (context: Context): RestRoute[] => [
  route({
    methods: ['DELETE'],
    path: '/form/{form_id}',
    description: 'Deletes a form that no rule uses, and its unconfirmed submissions. Users must be administrators.',
    permission: siteOnly,
    answer: DeletedAnswer,
    async callback({ path, caller }) {
      const { id, name } = await removeForm(context, caller, path.form_id);
      return success({ form: { ID: id, name } });
    },
  }),
  route({
    methods: ['GET'],
    path: '/form/{form_id}/submissions',
    description: "A form's submissions, newest first. Unconfirmed ones are deleted after FORM_DAYS.",
    permission: notForViewers,
    args: SubmissionArgs,
    example: { outcome: 'confirmed' },
    answer: SubmissionsAnswer,
    async callback({ params, path }) {
      const { id: formId } = await getForm(context, path.form_id);
      const window = readWindow(params);
      const which = { formId, outcome: params.outcome };
      const [rows, total] = await Promise.all([
        listSubmissions(context.db, which, window),
        countSubmissions(context.db, which),
      ]);
      return successWindow({ submissions: rows.map(toSubmission) }, window, total);
    },
  }),
  route({
    methods: ['POST'],
    path: '/form/preview',
    inDemo: true,
    description: 'Returns the URL of a page that shows these settings; nothing is saved. It is valid for an hour.',
    args: FormChange,
    example: { title: 'Stay informed', fields: ['email', 'f_name'] },
    answer: PreviewAnswer,
    async callback({ params: { name = '', consent_text = '', slug: _slug, active: _active, ...given } }) {
      const definition = await check(context, { ...defaults, ...given });
      const settings = { definition, name: name.trim(), consentText: consent_text.trim(), consentId: 0 };
      const url = formUrl(context.config.siteUrl, `preview/${await context.previews.keep(settings)}`);
      return success({ preview: { url } });
    },
  }),
];

function toForm(siteUrl: string, { id, definition, ...form }: FormWithConsent): Form {
  const { name, slug, active, consent_text, consent_hash, posts, confirmed, created_at, updated_at } = form;
  const url = formUrl(siteUrl, slug);
  const iframe = `<iframe src="${url}?embedded=1" title="${escapeHtml(name)}" style="width:100%;height:640px;border:0"></iframe>`;
  return {
    ID: id,
    ...{ name, slug, active, url },
    embed: `${iframe}<script src="${formUrl(siteUrl, 'embed.js')}" async></script>`,
    ...definitionOf({ definition }),
    consent_text: consent_text ?? '',
    consent_hash: consent_hash?.toString('hex') ?? null,
    ...{ posts, confirmed },
    created_at: sqlDate(created_at),
    updated_at: updated_at && sqlDate(updated_at),
  };
}

const toSubmission = ({ id, contact_id, email, outcome, input, language, ...row }: SubmissionWithConsent) => ({
  ID: id,
  ...{ contact_id, email, outcome, language },
  values: JSON.parse(input) as Record<string, unknown>,
  consent_text: row.consent_text,
  consent_hash: row.consent_hash?.toString('hex') ?? null,
  created_at: sqlDate(row.created_at),
  confirmed_at: row.confirmed_at && sqlDate(row.confirmed_at),
});
