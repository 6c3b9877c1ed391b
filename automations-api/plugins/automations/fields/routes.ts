/** Routes for custom fields. */
import { inTransaction } from '../../../../shared/db/db.ts';
import { type RestRoute, route } from '../../../host/core/route.ts';
import { success } from '../../../host/envelope.ts';
import { writeAudit } from '../audit/write.ts';
import type { Context } from '../context/context.ts';
import { presentSecond, sqlDate } from '../core/dates.ts';
import { notFound } from '../core/errors.ts';
import { keyOf, nameOf } from '../core/text.ts';
import { FieldAnswer, FieldsAnswer, MadeFieldAnswer } from './answers.ts';
import { deleteField, findFieldForUpdate, listFields } from './core/queries.ts';
import type { FieldRow } from './core/values.ts';
import { readOptions, slugOf } from './options.ts';
import { addField, changeField } from './save-field.ts';
import { FieldChange, ListArgs, NewField } from './schema.ts';

export const fieldRoutes = (context: Context): RestRoute[] => [
  listRoute(context),
  addRoute(context),
  updateRoute(context),
  deleteRoute(context),
];

/** Returns a field's placeholder and options; `[]` if it has neither, as specified. */
function toMeta({ placeholder, options }: Pick<FieldRow, 'placeholder' | 'options'>) {
  const meta = {
    ...(placeholder ? { placeholder } : {}),
    ...(options ? { options: JSON.parse(options) as string[] } : {}),
  };
  return Object.keys(meta).length > 0 ? meta : [];
}

const shared = (field: FieldRow) => ({
  ID: String(field.id),
  name: field.name,
  type: String(field.type),
  meta: toMeta(field),
  created_at: sqlDate(field.created_at),
  slug: field.slug,
});

const toRef = ({ id, name }: Pick<FieldRow, 'id' | 'name'>) => ({ ID: String(id), name });

const listRoute = ({ db, contactIndex }: Context) =>
  route({
    methods: ['GET'],
    path: '/fields',
    description: 'All custom fields by their id, on one page.',
    args: ListArgs,
    example: { details: true },
    answer: FieldsAnswer,
    async callback({ params: { page = 1, details = false, counts = false } }) {
      const fields = await listFields(db);
      const order = details ? positions(fields) : undefined;
      const index = counts ? await contactIndex.fresh() : undefined;
      const shown = (page > 1 ? [] : fields).map((field) => [
        field.id,
        {
          group_id: String(field.group_id),
          ...shared(field),
          ...(order && { ...modesOf(field), position: order.get(field.id) }),
          ...(counts && { contacts: index?.values.sizeOf(field.id) ?? null }),
        },
      ]);
      const { length } = fields;
      const answer = success({ fields: Object.fromEntries(shown) });
      return { ...answer, headers: { 'X-WP-Total': String(length), 'X-WP-TotalPages': length > 0 ? '1' : '0' } };
    },
  });

const modesOf = ({ mode, search }: FieldRow) => ({ mode: String(mode), search: String(search) });

/** Numbers fields from 1, by id. Fields without a position come last. */
function positions(fields: FieldRow[]): Map<number, number> {
  const last = fields.length + 1;
  const inOrder = [...fields].sort((a, b) => (a.position || last) - (b.position || last) || a.id - b.id);
  return new Map(inOrder.map(({ id }, index) => [id, index + 1]));
}

const addRoute = ({ db }: Context) =>
  route({
    methods: ['POST'],
    path: '/field/add',
    description: 'Creates a custom field.',
    args: NewField,
    example: { field_name: 'Size', type: 4, options: ['Small', 'Large'] },
    answer: MadeFieldAnswer,
    async callback({ params }) {
      const name = nameOf(params.field_name);
      const options = readOptions(params.options ?? []);
      const fresh = {
        name,
        name_key: keyOf(name),
        type: params.type,
        group_id: params.group_id ?? 0,
        placeholder: params.placeholder ?? '',
        options: options.length > 0 ? JSON.stringify(options) : null,
        mode: params.mode ?? 1,
        search: params.search ?? 1,
        view: 1,
        created_at: presentSecond(),
      };
      const field = await addField(db, fresh);
      const codes = { gid: String(field.group_id), ...modesOf(field), view: String(field.view) };
      return success({ fields: { ...shared(field), ...codes } });
    },
  });

const updateRoute = ({ db }: Context) =>
  route({
    methods: ['POST'],
    path: '/field/update/{field_id}',
    description: 'Changes a custom field.',
    args: FieldChange,
    example: { slug: 'plan', field_name: 'Plan', placeholder: 'As billed' },
    answer: FieldAnswer,
    async callback({ params, path }) {
      const id = path.field_id;
      const name = nameOf(params.field_name);
      const options = params.options === undefined ? undefined : readOptions(params.options);
      const changes = {
        name,
        name_key: keyOf(name),
        slug: slugOf(params.slug),
        ...pick(params, ['type', 'group_id', 'placeholder', 'mode', 'search']),
        ...(options === undefined ? {} : { options: options.length > 0 ? JSON.stringify(options) : null }),
      };
      await changeField(db, id, changes);
      return success({ fields: toRef({ id, name }) });
    },
  });

const deleteRoute = ({ db }: Context) =>
  route({
    methods: ['DELETE'],
    path: '/field/{field_id}',
    description: 'Deletes a custom field and all its values.',
    answer: FieldAnswer,
    async callback({ path, caller }) {
      const field = await inTransaction(db, async (trx) => {
        const found = await findFieldForUpdate(trx, path.field_id);
        if (!found) throw notFound('field');
        await deleteField(trx, found.id);
        await writeAudit(trx, caller, 'field.deleted', {
          subject: found.id,
          data: { name: found.name, slug: found.slug },
        });
        return found;
      });
      return success({ fields: toRef(field) });
    },
  });

const pick = <T extends object, K extends keyof T>(from: T, names: K[]) =>
  Object.fromEntries(names.flatMap((name) => (from[name] === undefined ? [] : [[name, from[name]]]))) as Partial<
    Pick<T, K>
  >;
