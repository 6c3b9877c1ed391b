/** Routes of plugins' cards: show, save, preview and run actions. */
import Type from 'typebox';
import { cleanMembers } from '../../../host/clean-members.ts';
import { type RequestHead, type RestRoute, route } from '../../../host/core/route.ts';
import { success } from '../../../host/envelope.ts';
import type { CardAction, CardInput, FormSchema } from '../../../host/extensions.ts';
import type { Page } from '../../../host/pages.ts';
import { type Preview, previewPage } from '../../../host/previews.ts';
import { auditAction } from '../context/audit.ts';
import type { Context, PreviewedCard } from '../context/context.ts';
import { ActAnswer, CardAnswer, CardsAnswer, PreviewAnswer } from '../core/answers.ts';
import { asRefusal, forbidden, notFound } from '../core/errors.ts';
import { canOpen, canUse, screenOf, showCard } from '../core/screens.ts';
import { requireUser, signedIn } from '../sessions/identify.ts';

const name = (description: string) => Type.String({ minLength: 1, maxLength: 60, description });
const card = name('Name from /cards.');
const row = (of: string) => Type.Optional(Type.String({ maxLength: 200, description: `Id of the row, for ${of}.` }));
const values = (of: string) =>
  Type.Object({}, { additionalProperties: true, description: `By the fields of the form of the ${of}.` });

export const cardRoutes = (context: Context): RestRoute[] => [
  listRoute(context),
  getRoute(context),
  saveRoute(context),
  actRoute(context),
  previewRoute(context),
];

const listRoute = (context: Context) =>
  route({
    methods: ['GET'],
    path: '/cards',
    description: 'The forms and tables that plugins add to a screen, as JSON Schema, with their values and first rows.',
    permission: signedIn,
    args: Type.Object({
      screen: Type.Optional(name('Screen from the session; default: plugins, the one in the settings.')),
    }),
    answer: CardsAnswer,
    async callback(request) {
      const { cards, screens } = context.registries;
      const user = await requireUser(request);
      const screenName = request.params.screen ?? 'plugins';
      const screen = screens.find(screenName);
      if (screen && !canOpen(user, screen)) throw forbidden(`${screen.title} is not for your role.`);
      const own = cards.list().filter((one) => screenOf(one) === screenName && canUse(context, user, one));
      return success({ cards: await Promise.all(own.map((one) => showCard(context, one, user))) });
    },
  });

const getRoute = (context: Context) =>
  route({
    methods: ['GET'],
    path: '/card',
    description: 'One card, with the rows of its table from an offset.',
    permission: signedIn,
    args: Type.Object({
      name: card,
      offset: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000, description: 'Rows to skip.' })),
    }),
    answer: CardAnswer,
    async callback(request) {
      const { found, user } = await getCard(context, request, request.params.name);
      return success({ card: await showCard(context, found, user, request.params.offset) });
    },
  });

const saveRoute = (context: Context) =>
  route({
    methods: ['POST'],
    path: '/card',
    description: 'Saves the form of a card.',
    permission: signedIn,
    args: Type.Object({ name: card, values: values('card') }),
    answer: CardAnswer,
    async callback(request) {
      const { cards } = context.registries;
      const { name, values } = request.params;
      const { found, user } = await getCard(context, request, name);
      if (!('form' in found)) throw notFound('form');
      const cleaned = cleanMembers(savedOf(found.form), { ...values });
      await byPlugin(cards.run(name, () => found.save(cleaned, user)));
      if (!found.isNoted)
        await auditAction(context, user, 'settings.changed', { subject: name, data: { plugin: cards.ownerOf(name) } });
      return success({ card: await showCard(context, found, user) });
    },
  });

const actRoute = (context: Context) =>
  route({
    methods: ['POST'],
    path: '/card/action',
    description: "Runs the action of a card's or a row's button.",
    permission: signedIn,
    args: Type.Object({
      name: card,
      action: name('Name of the button.'),
      row: row("a row's button"),
      values: Type.Optional(values('button')),
    }),
    answer: ActAnswer,
    async callback(request) {
      const { cards } = context.registries;
      const { name, action: actionName, row, values = {} } = request.params;
      const { found, user } = await getCard(context, request, name);
      const offered: readonly CardAction[] =
        (row === undefined ? found.actions : 'columns' in found && found.rowActions) || [];
      const action = offered.find((one) => one.name === actionName);
      if (!action) throw notFound('button');
      const given = inputOf(action.form, values, row);
      const message = await byPlugin(cards.run(name, () => action.run(given, user)));
      await auditAction(context, user, 'settings.acted', {
        subject: name,
        data: { plugin: cards.ownerOf(name), action: actionName },
      });
      return success({ acted: { message: message ?? null } });
    },
  });

const previewPath = '/wp-json/waypost-admin/v1/card/preview';

const previewRoute = (context: Context) =>
  route({
    methods: ['POST'],
    path: '/card/preview',
    inDemo: true,
    description: 'Previews unsaved values of a card, or a row of its table. The URL is valid for ten minutes.',
    permission: signedIn,
    args: Type.Object({ name: card, row: row("a row's preview"), values: Type.Optional(values('card')) }),
    answer: PreviewAnswer,
    async callback(request) {
      const { name, row, values = {} } = request.params;
      const { found, user } = await getCard(context, request, name);
      if ('columns' in found !== (row !== undefined)) throw notFound('preview');
      const form = 'form' in found ? savedOf(found.form) : undefined;
      const previewed = { name, by: { type: user.type, id: user.id }, given: inputOf(form, values, row) };
      // Renders the preview here too, to report faults.
      await byPlugin(renderPreview(context, previewed));
      const url = `${context.config.siteUrl}${previewPath}/${await context.previews.keep(previewed)}`;
      return success({ preview: { url } });
    },
  });

export const cardPage = (context: Context): Page =>
  previewPage(context.previews, previewPath, (previewed) => renderPreview(context, previewed));

async function renderPreview(context: Context, { name, given, by }: PreviewedCard): Promise<Preview> {
  const { cards } = context.registries;
  const found = cards.find(name);
  const user = await context.findUser(by);
  if (!found?.preview || !user || !canUse(context, user, found)) throw notFound('preview');
  const { preview } = found;
  return cards.run(name, () => preview(given, user));
}

const inputOf = (form: FormSchema = emptyForm, values: object, row: string | undefined): CardInput => ({
  values: cleanMembers(form, { ...values }),
  ...(row !== undefined && { row }),
});

const byPlugin = <T>(done: Promise<T>): Promise<T> =>
  done.catch((error) => {
    throw asRefusal(error);
  });

const emptyForm = { properties: {} };

const savedOf = ({ properties, ...form }: FormSchema): FormSchema => ({
  ...form,
  properties: Object.fromEntries(Object.entries(properties).filter(([, { readOnly }]) => !readOnly)),
});

async function getCard(context: Context, request: Pick<RequestHead, 'user'>, name: string) {
  const user = await requireUser(request);
  const found = context.registries.cards.find(name);
  if (!found) throw notFound('card');
  if (!canUse(context, user, found)) throw forbidden(`${found.title} is not for your role.`);
  return { found, user };
}
