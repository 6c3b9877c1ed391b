/** Routes for single contacts and for batches. */
import Type from 'typebox';
import { type RequestHead, type RestRoute, route } from '../../../host/core/route.ts';
import { Done, success } from '../../../host/envelope.ts';
import type { Context } from '../context/context.ts';
import { givenColumns } from '../core/contact-columns.ts';
import { contactNotFound, fail } from '../core/errors.ts';
import type { Db, Trx } from '../core/tables.ts';
import { keyOfQueriedEmail } from '../core/text.ts';
import { findFieldValues } from '../fields/value-queries.ts';
import { BatchAnswer, type BatchResult, ContactAnswer, WrittenContactAnswer } from './answers.ts';
import { upsertContacts } from './batch.ts';
import { addContact, deleteContact, updateContact, type Written } from './change-contact.ts';
import { readContactInput } from './contact-input.ts';
import { findContactByEmail, findContactById } from './core/queries.ts';
import { linkUsers } from './core/wordpress-users.ts';
import { detailOf } from './detail.ts';
import { once } from './idempotent-writes.ts';
import { toCreatedDetail } from './record.ts';
import { AddressChange, Batch, ContactChange, NewContact } from './schema.ts';

export const contactRoutes = (context: Context): RestRoute[] => [
  getRoute(context),
  addRoute(context),
  updateRoute(context),
  emailRoute(context),
  statusRoute(context),
  deleteRoute(context),
  batchRoute(context),
];

const getRoute = (context: Context) =>
  route({
    methods: ['GET'],
    path: '/contact',
    description: 'A contact by its id or email; if both are given, only the id is used.',
    args: Type.Object({ id: Type.Optional(Type.Integer()), email: Type.Optional(givenColumns.email) }),
    example: { id: 1 },
    answer: ContactAnswer,
    versioned: true,
    async callback({ params }) {
      if (params.id === undefined && !params.email) {
        throw fail('required_fields_missing', 'Missing parameter(s): id or email');
      }
      const row =
        params.id === undefined
          ? await findContactByEmail(context.db, keyOfQueriedEmail(params.email as string))
          : await findContactById(context.db, params.id);
      if (!row) throw contactNotFound();
      return detailOf(context, row);
    },
  });

const addRoute = (context: Context) =>
  route({
    methods: ['POST'],
    path: '/contact/add',
    description: 'Creates a contact.',
    args: NewContact,
    example: {
      email: 'grace@example.com',
      f_name: 'Grace',
      status: 'subscribed',
      country: 'US',
      tags: [1],
      fields: { plan: 'Pro' },
    },
    answer: WrittenContactAnswer,
    repeatable: true,
    async callback(request) {
      const { send_confirmation: sendsConfirmation, ...params } = request.params;
      const answer = (db: Db, written: Written) => showAdded({ ...context, db }, written, params.fields !== undefined);
      return once(context.db, request, async (keep) => {
        const finish = keep && (async (trx: Trx, written: Written) => keep(trx, await answer(trx, written)));
        const input = readContactInput(params);
        const written = await addContact(context, request.caller, input, { sendsConfirmation, finish });
        return answer(context.db, written);
      });
    },
  });

async function showAdded(
  { db, findWordPressUsers }: Pick<Context, 'db' | 'findWordPressUsers'>,
  { row, ignored }: Written,
  hasFields: boolean,
) {
  const [linked] = await linkUsers(findWordPressUsers, [row]);
  const fields = hasFields ? await findFieldValues(db, row.id) : {};
  return success({ contact: toCreatedDetail(linked ?? row, fields), ignored });
}

type ChangeRequest = Pick<RequestHead, 'caller' | 'headers'> & {
  path: { contact_id: number };
  params: Parameters<typeof readContactInput>[0];
};

const changeOne = async (
  context: Context,
  { params, path, caller, headers }: ChangeRequest,
  finish?: (trx: Trx, written: Written) => Promise<void>,
) => updateContact(context, caller, path.contact_id, { contactInput: readContactInput(params), headers, finish });

const updateRoute = (context: Context) =>
  route({
    methods: ['POST'],
    path: '/contact/update/{contact_id}',
    description: 'Changes the given fields of a contact, and adds the given tags and lists.',
    args: ContactChange,
    example: { l_name: 'King', lists: [3] },
    answer: WrittenContactAnswer,
    versioned: true,
    repeatable: true,
    async callback(request) {
      const answer = (db: Db, { row, ignored }: Written) => detailOf({ ...context, db }, row, { ignored });
      return once(context.db, request, async (keep) => {
        const finish = keep && (async (trx: Trx, written: Written) => keep(trx, await answer(trx, written)));
        return answer(context.db, await changeOne(context, request, finish));
      });
    },
  });

const emailRoute = (context: Context) =>
  route({
    methods: ['POST'],
    path: '/contact/update-email/{contact_id}',
    description: "Changes a contact's email address.",
    args: AddressChange,
    example: { email: 'ada.king@example.com' },
    answer: ContactAnswer,
    versioned: true,
    callback: async (request) => detailOf(context, (await changeOne(context, request)).row),
  });

const statusRoute = (context: Context) =>
  route({
    methods: ['POST'],
    path: '/contact/change-status/{contact_id}',
    description: "Changes a contact's status to any other status.",
    args: Type.Object({ status: Type.String({ maxLength: 20, description: 'The new status.' }) }),
    example: { status: 'unsubscribed' },
    answer: ContactAnswer,
    versioned: true,
    callback: async (request) => detailOf(context, (await changeOne(context, request)).row),
  });

const deleteRoute = (context: Context) =>
  route({
    methods: ['DELETE'],
    path: '/contact/{contact_id}',
    description: 'Deletes a contact and all its data.',
    answer: Done,
    versioned: true,
    async callback({ path, caller, headers }) {
      await deleteContact(context, caller, path.contact_id, { headers });
      return success({});
    },
  });

const batchRoute = (context: Context) =>
  route({
    methods: ['POST'],
    path: '/contacts/batch',
    description: 'Creates or changes contacts, which it finds by email; returns a result for each, in order.',
    args: Batch,
    example: {
      contacts: [
        { email: 'ada@example.com', tag_names: ['Customer'] },
        { email: 'grace@example.com', status: 'subscribed' },
      ],
      create_missing: true,
    },
    answer: BatchAnswer,
    repeatable: true,
    async callback(request) {
      const { contacts, ...options } = request.params;
      return once(context.db, request, async (keep) => {
        const finish = keep && ((trx: Trx, results: BatchResult[]) => keep(trx, showBatch(results)));
        return showBatch(await upsertContacts(context, request.caller, contacts, { batchOptions: options, finish }));
      });
    },
  });

function showBatch(given: BatchResult[]) {
  const results = given.toSorted((a, b) => a.index - b.index);
  const created = results.filter((result) => result.ok && result.created).length;
  const skipped = results.filter((result) => result.ok && result.skipped).length;
  const failed = results.filter(({ ok }) => !ok).length;
  return success({ results, created, updated: results.length - created - skipped - failed, skipped, failed });
}
