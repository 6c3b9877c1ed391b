/** The forms of settings that plugins describe: shown as data, read and saved by the plugins. */
import Type from 'typebox';
import { cleanMembers } from '../../../host/clean-members.ts';
import { type RestRoute, type Role, route, type User } from '../../../host/core/route.ts';
import { success } from '../../../host/envelope.ts';
import type { SettingsCard } from '../../../host/extensions.ts';
import { noteAct } from '../context/audit.ts';
import type { Context } from '../context/context.ts';
import { forbidden, notFound } from '../core/answers.ts';
import { CardAnswer, CardsAnswer } from '../core/schemas.ts';
import { requireUser, signedIn } from '../sessions/identify.ts';

const ranks: Record<Role, number> = { viewer: 0, editor: 1, administrator: 2 };
const may = ({ role }: User, { least = 'administrator' }: SettingsCard) => ranks[role] >= ranks[least];

const SavedCard = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 60, description: 'As /cards shows it.' }),
  values: Type.Object({}, { additionalProperties: true, description: "By the members of the card's form." }),
});

export const cardRoutes = (context: Context): RestRoute[] => [listRoute(context), saveRoute(context)];

const listRoute = ({ registries: { cards } }: Context) =>
  route({
    methods: ['GET'],
    path: '/cards',
    description: 'The forms that plugins add to the settings, as JSON Schema, with their values.',
    permission: signedIn,
    answer: CardsAnswer,
    async callback(request) {
      const user = await requireUser(request);
      const own = cards.list().filter((card) => may(user, card));
      return success({ cards: await Promise.all(own.map((card) => show(cards, card))) });
    },
  });

const saveRoute = (context: Context) =>
  route({
    methods: ['POST'],
    path: '/card',
    description: 'Saves the values of such a form.',
    permission: signedIn,
    args: SavedCard,
    answer: CardAnswer,
    async callback(request) {
      const { cards } = context.registries;
      const user = await requireUser(request);
      const { name, values } = request.params;
      const card = cards.find(name);
      if (!card) throw notFound('card');
      if (!may(user, card)) throw forbidden(`${card.title} is not for your role.`);
      const cleaned = cleanMembers(card.form, { ...values });
      await cards.run(name, () => card.save(cleaned, user));
      await noteAct(context, user, 'settings.changed', name, { plugin: cards.ownerOf(name) });
      return success({ card: await show(cards, card) });
    },
  });

async function show(cards: Context['registries']['cards'], { name, title, note, form, read }: SettingsCard) {
  return { name, title, note: note ?? null, form, values: await cards.run(name, read) };
}
