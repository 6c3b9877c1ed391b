/** Routes for forms and their submissions. */
import { notForViewers, siteOnly } from '../../host/core/permission.ts';
import { inGroup, type RestRoute, route } from '../../host/core/route.ts';
import { PagingArgs, readWindow, success, successWindow } from '../../host/envelope.ts';
import { sqlDate } from '../../host/shapes.ts';
import { DeletedAnswer, FormAnswer, FormsAnswer, PreviewAnswer, SubmissionsAnswer, toForm } from './answers.ts';
import type { Context } from './core/context.ts';
import { defaults } from './core/definition.ts';
import { countForms, type FormWithConsent, listForms } from './core/queries.ts';
import { countSubmissions, listSubmissions, type SubmissionWithConsent } from './core/submission-queries.ts';
import { keepPreview } from './pages/preview.ts';
import { addForm, changeForm, check, getForm, removeForm, versionOf } from './save-form.ts';
import { FormChange, NewForm, SubmissionArgs } from './schema.ts';

export const formRoutes = (context: Context): RestRoute[] =>
  inGroup('Forms', [
    listRoute(context),
    addRoute(context),
    getRoute(context),
    updateRoute(context),
    deleteRoute(context),
    submissionsRoute(context),
    previewRoute(context),
  ]);

const listRoute = ({ db, config }: Context) =>
  route({
    methods: ['GET'],
    path: '/forms',
    description: 'The forms, newest first.',
    args: PagingArgs,
    example: { limit: 10 },
    answer: FormsAnswer,
    async callback({ params }) {
      const window = readWindow(params);
      const [rows, total] = await Promise.all([listForms(db, window), countForms(db)]);
      return successWindow({ forms: rows.map((row) => toForm(config.siteUrl, row)) }, window, total);
    },
  });

const addRoute = (context: Context) =>
  route({
    methods: ['POST'],
    path: '/form/add',
    description: 'Creates a form. Users must be administrators.',
    permission: siteOnly,
    args: NewForm,
    example: { name: 'Newsletter', slug: 'newsletter', fields: ['email', 'f_name'], lists: [3] },
    answer: FormAnswer,
    versioned: true,
    callback: async ({ params, caller }) => answerForm(context, await addForm(context, caller, params)),
  });

const getRoute = (context: Context) =>
  route({
    methods: ['GET'],
    path: '/form/{form_id}',
    description: 'A form.',
    answer: FormAnswer,
    versioned: true,
    callback: async ({ path }) => answerForm(context, await getForm(context, path.form_id)),
  });

const updateRoute = (context: Context) =>
  route({
    methods: ['POST'],
    path: '/form/update/{form_id}',
    description: 'Changes the given settings of a form. Users must be administrators.',
    permission: siteOnly,
    args: FormChange,
    example: { title: 'Stay informed', active: true },
    answer: FormAnswer,
    versioned: true,
    callback: async ({ params, path, caller, headers }) =>
      answerForm(context, await changeForm(context, { caller, headers }, path.form_id, params)),
  });

const answerForm = ({ config }: Context, form: FormWithConsent) => ({
  ...success({ form: toForm(config.siteUrl, form) }),
  headers: { ETag: versionOf(form) },
});

const deleteRoute = (context: Context) =>
  route({
    methods: ['DELETE'],
    path: '/form/{form_id}',
    description: 'Deletes a form and its unconfirmed submissions. Users must be administrators.',
    permission: siteOnly,
    answer: DeletedAnswer,
    async callback({ path, caller }) {
      const { id, name } = await removeForm(context, caller, path.form_id);
      return success({ form: { ID: id, name } });
    },
  });

const submissionsRoute = (context: Context) =>
  route({
    methods: ['GET'],
    path: '/form/{form_id}/submissions',
    description: "A form's submissions, newest first. Unconfirmed ones are deleted after FORM_DAYS.",
    permission: notForViewers,
    args: SubmissionArgs,
    example: { outcome: 'confirmed' },
    answer: SubmissionsAnswer,
    async callback({ params, path }) {
      const { db } = context;
      const form = await getForm(context, path.form_id);
      const window = readWindow(params);
      const which = { formId: form.id, outcome: params.outcome };
      const [rows, total] = await Promise.all([listSubmissions(db, which, window), countSubmissions(db, which)]);
      return successWindow({ submissions: rows.map(toSubmission) }, window, total);
    },
  });

const toSubmission = ({ id, contact_id, email, outcome, input, language, ...row }: SubmissionWithConsent) => ({
  ID: id,
  ...{ contact_id, email, outcome, language },
  values: JSON.parse(input) as Record<string, unknown>,
  consent_text: row.consent_text,
  consent_hash: row.consent_hash?.toString('hex') ?? null,
  created_at: sqlDate(row.created_at),
  confirmed_at: row.confirmed_at && sqlDate(row.confirmed_at),
});

const previewRoute = (context: Context) =>
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
      const url = await keepPreview(context, { definition, name: name.trim(), consentText: consent_text.trim() });
      return success({ preview: { url } });
    },
  });
