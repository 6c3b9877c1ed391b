/** Routes for field groups, and for the order of fields and groups in forms. */
import Type from 'typebox';
import { inTransaction } from '../../../../shared/db/db.ts';
import { longestLabel } from '../../../../shared/limits-of-fields.ts';
import { type RestRoute, route } from '../../../host/core/route.ts';
import { success } from '../../../host/envelope.ts';
import { writeAudit } from '../audit/write.ts';
import type { Context } from '../context/context.ts';
import { presentSecond } from '../core/dates.ts';
import { fail, notFound, unprocessable } from '../core/errors.ts';
import type { Db, Trx } from '../core/tables.ts';
import { keyOf, nameOf } from '../core/text.ts';
import { GroupAnswer, GroupsAnswer, OrderAnswer } from './answers.ts';
import {
  deleteFieldGroup,
  type FieldGroup,
  insertFieldGroup,
  listFieldGroups,
  lockFieldGroup,
  lockIds,
  updateFieldGroup,
  updatePositions,
} from './group-queries.ts';

export const fieldGroupRoutes = (context: Context): RestRoute[] => [
  listRoute(context),
  addRoute(context),
  updateRoute(context),
  deleteRoute(context),
  orderRoute(context),
];

const GroupArgs = Type.Object({ name: Type.String({ maxLength: longestLabel, description: 'The name.' }) });

const toGroup = ({ id, name }: FieldGroup) => ({ ID: String(id), name });

const listRoute = ({ db }: Context) =>
  route({
    methods: ['GET'],
    path: '/field-groups',
    description: 'The groups of custom fields in their order, without group 0, which has all other fields.',
    answer: GroupsAnswer,
    callback: async () => success({ field_groups: (await listFieldGroups(db)).map(toGroup) }),
  });

const addRoute = ({ db }: Context) =>
  route({
    methods: ['POST'],
    path: '/field-group/add',
    description: 'Creates a group of custom fields.',
    args: GroupArgs,
    example: { name: 'Billing' },
    answer: GroupAnswer,
    async callback({ params }) {
      const name = nameOf(params.name);
      const group = await inTransaction(db, async (trx) => {
        await refuseTaken(trx, name);
        return insertFieldGroup(trx, name, presentSecond());
      });
      return success({ field_groups: toGroup(group) });
    },
  });

const updateRoute = ({ db }: Context) =>
  route({
    methods: ['POST'],
    path: '/field-group/update/{group_id}',
    description: 'Renames a group of custom fields.',
    args: GroupArgs,
    example: { name: 'Invoices' },
    answer: GroupAnswer,
    async callback({ params, path }) {
      const id = path.group_id;
      const name = nameOf(params.name);
      await inTransaction(db, async (trx) => {
        if (!(await lockFieldGroup(trx, id))) throw notFound('field group');
        await refuseTaken(trx, name, id);
        await updateFieldGroup(trx, id, name);
      });
      return success({ field_groups: toGroup({ id, name }) });
    },
  });

const deleteRoute = ({ db }: Context) =>
  route({
    methods: ['DELETE'],
    path: '/field-group/{group_id}',
    description: 'Deletes a group of custom fields; its fields move to group 0.',
    answer: GroupAnswer,
    async callback({ path, caller }) {
      const group = await inTransaction(db, async (trx) => {
        const found = await lockFieldGroup(trx, path.group_id);
        if (!found) throw notFound('field group');
        await deleteFieldGroup(trx, found.id);
        await writeAudit(trx, caller, 'field_group.deleted', { subject: found.id, data: { name: found.name } });
        return found;
      });
      return success({ field_groups: toGroup(group) });
    },
  });

const ids = (what: string) => Type.Optional(Type.Array(Type.Integer(), { maxItems: 10_000, description: what }));
const OrderArgs = Type.Object({
  fields: ids('Fields in their order; others follow in order of creation.'),
  groups: ids('Groups in their order; others follow in order of creation.'),
});

const orderRoute = ({ db }: Context) =>
  route({
    methods: ['POST'],
    path: '/fields/order',
    description: 'Sets the order of custom fields or groups in forms.',
    args: OrderArgs,
    example: { fields: [1], groups: [1] },
    answer: OrderAnswer,
    async callback({ params: { fields, groups } }) {
      if (!fields && !groups) throw fail('required_fields_missing', 'Missing parameter(s): fields or groups');
      await inTransaction(db, async (trx) => {
        if (groups) await putInOrder(trx, 'automations_field_groups', groups, 'field group');
        if (fields) await putInOrder(trx, 'automations_fields', fields, 'field');
      });
      return success({ fields: fields ?? [], groups: groups ?? [] });
    },
  });

/** @throws unprocessable_entity */
async function putInOrder(trx: Trx, table: Parameters<typeof lockIds>[1], given: number[], what: string) {
  const known = await lockIds(trx, table);
  const unknown = given.find((id) => !known.includes(id));
  if (unknown !== undefined) throw unprocessable(`There is no ${what} ${unknown}.`);
  await updatePositions(trx, table, [...new Set(given)]);
}

/** @throws already_exists */
async function refuseTaken(db: Db, name: string, ownId?: number): Promise<void> {
  const groups = await listFieldGroups(db);
  if (groups.some((group) => group.id !== ownId && keyOf(group.name) === keyOf(name))) {
    throw fail('already_exists', 'A field group with this name already exists.');
  }
}
