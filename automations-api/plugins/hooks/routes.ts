/** Routes for hooks. Only administrators and keys can use them: a hook changes contacts, and its URL is a secret. */
import { duplicateKey, inTransaction } from '../../../shared/db/db.ts';
import { ApiError } from '../../../shared/errors.ts';
import { etagOf } from '../../../shared/http/versions.ts';
import { hashSecret, randomToken } from '../../../shared/secrets/secrets.ts';
import { found, unprocessable } from '../../host/core/errors.ts';
import { siteOnly } from '../../host/core/permission.ts';
import { type Caller, type RestRoute, route } from '../../host/core/route.ts';
import { success, successOne } from '../../host/envelope.ts';
import { sqlDate } from '../../host/shapes.ts';
import { checkLocked } from '../../host/versions.ts';
import type { Context } from './core/context.ts';
import { faultOf, type Mapping } from './core/mapping.ts';
import { listMessages } from './core/message-queries.ts';
import {
  countHooks,
  deleteHook,
  findHook,
  type HookRow,
  insertHook,
  listHooks,
  lockHook,
  updateHook,
} from './core/queries.ts';
import { tryMessage } from './messages/try.ts';
import { hashOfAutonami } from './receive/pages.ts';
import { faultOfSecret, type Signature } from './receive/verify.ts';
import {
  DeletedAnswer,
  HookAnswer,
  HookChange,
  HooksAnswer,
  MessagesAnswer,
  NewHook,
  TryAnswer,
  TryArgs,
} from './schema.ts';
import { toHook, urlOf } from './show.ts';

const mostHooks = 100;

export const hookRoutes = (context: Context): RestRoute[] => [
  listRoute(context),
  addRoute(context),
  getRoute(context),
  updateRoute(context),
  rotateRoute(context),
  deleteRoute(context),
  messagesRoute(context),
  tryRoute(context),
];

const listRoute = (context: Context) =>
  route({
    methods: ['GET'],
    permission: siteOnly,
    path: '/hooks',
    description: 'All hooks, newest first, without their URLs.',
    answer: HooksAnswer,
    async callback() {
      return success({ hooks: (await listHooks(context.db)).map((row) => toHook(row, null)) });
    },
  });

const addRoute = (context: Context) =>
  route({
    methods: ['POST'],
    permission: siteOnly,
    path: '/hook/add',
    description: 'Creates a hook: a URL to which other systems send contacts and events.',
    args: NewHook,
    example: { name: 'Shop', mapping: { email: 'billing.email', f_name: 'billing.first_name', event: 'order.paid' } },
    answer: HookAnswer,
    versioned: true,
    async callback({ params, caller }) {
      const { db } = context;
      if ((await countHooks(db)) >= mostHooks) throw unprocessable(`A site can have at most ${mostHooks} hooks.`);
      const { name, mapping, active = true } = params;
      const created = {
        ...{ name, active, created_at: new Date() },
        mapping: readMapping(mapping),
        ...newSecret(context),
        ...signatureColumns(context, params.signature ?? null),
        ...autonamiColumns(params.autonami ?? null),
      };
      const id = await refuseTaken(insertHook(db, created));
      await audit(context, caller, 'hook.created', { id, name });
      return answerHook(context, await getHook(context, id), caller);
    },
  });

const getRoute = (context: Context) =>
  route({
    methods: ['GET'],
    permission: siteOnly,
    path: '/hook/{hook_id}',
    description: 'A hook.',
    answer: HookAnswer,
    versioned: true,
    async callback({ path, caller }) {
      return answerHook(context, await getHook(context, path.hook_id), caller);
    },
  });

const updateRoute = (context: Context) =>
  route({
    methods: ['POST'],
    permission: siteOnly,
    path: '/hook/update/{hook_id}',
    description: 'Changes the given fields of a hook. The mapping is replaced as a whole.',
    args: HookChange,
    example: { name: 'Shop', active: true },
    answer: HookAnswer,
    versioned: true,
    async callback({ params: { name, active, mapping, signature, autonami }, path, caller, headers }) {
      const id = path.hook_id;
      const work = inTransaction(context.db, async (trx) => {
        const before = await checkLocked({ headers }, 'hook', await lockHook(trx, id), {
          etag: versionOf,
          show: (hook) => toHook(hook, urlOf(context, hook, caller)),
        });
        await updateHook(trx, id, {
          ...(name === undefined ? {} : { name }),
          ...(active === undefined ? {} : { active }),
          ...(mapping === undefined ? {} : { mapping: readMapping(mapping) }),
          ...(signature === undefined ? {} : signatureColumns(context, signature, before)),
          ...(autonami === undefined ? {} : autonamiColumns(autonami)),
          updated_at: new Date(),
        });
      });
      await refuseTaken(work);
      const hook = await getHook(context, id);
      await audit(context, caller, 'hook.changed', hook);
      return answerHook(context, hook, caller);
    },
  });

const rotateRoute = (context: Context) =>
  route({
    methods: ['POST'],
    permission: siteOnly,
    path: '/hook/rotate/{hook_id}',
    description: 'Replaces the URL of a hook. The old URL stops working immediately.',
    answer: HookAnswer,
    async callback({ path, caller }) {
      const { id } = await getHook(context, path.hook_id);
      await updateHook(context.db, id, { ...newSecret(context), updated_at: new Date() });
      const hook = await getHook(context, id);
      await audit(context, caller, 'hook.rotated', hook);
      return success({ hook: toHook(hook, urlOf(context, hook, caller)) });
    },
  });

const deleteRoute = (context: Context) =>
  route({
    methods: ['DELETE'],
    permission: siteOnly,
    path: '/hook/{hook_id}',
    description: 'Deletes a hook and its messages. Its URL then answers 404.',
    answer: DeletedAnswer,
    async callback({ path, caller }) {
      const hook = await getHook(context, path.hook_id);
      await inTransaction(context.db, (trx) => deleteHook(trx, hook.id));
      await audit(context, caller, 'hook.deleted', hook);
      return success({ hook: { ID: hook.id, name: hook.name } });
    },
  });

const messagesRoute = (context: Context) =>
  route({
    methods: ['GET'],
    permission: siteOnly,
    path: '/hook/{hook_id}/messages',
    description: "A hook's last ten messages, newest first, each with its outcome.",
    answer: MessagesAnswer,
    async callback({ path }) {
      const hook = await getHook(context, path.hook_id);
      const rows = await listMessages(context.db, hook.id);
      const messages = rows.map(({ id, received_at, outcome, detail, contact_id, body }) => ({
        ...{ ID: id, at: sqlDate(received_at), outcome, detail, contact: contact_id },
        body: JSON.parse(body) as unknown,
      }));
      return success({ messages });
    },
  });

const tryRoute = (context: Context) =>
  route({
    methods: ['POST'],
    permission: siteOnly,
    path: '/hook/{hook_id}/try',
    description: 'Shows what a message would do, with the given mapping or the stored one. Changes nothing.',
    args: TryArgs,
    example: { body: { billing: { email: 'ada@example.com', first_name: 'Ada' } } },
    answer: TryAnswer,
    async callback({ params: { body, mapping }, path }) {
      const hook = await getHook(context, path.hook_id);
      const used = JSON.parse(mapping === undefined ? hook.mapping : readMapping(mapping)) as Mapping;
      return success({ would: await tryMessage(context, { id: hook.id, mapping: used }, body) });
    },
  });

/** The version of a hook's settings. */
const versionOf = ({ name, active, mapping, signature, autonami_id }: HookRow): string =>
  etagOf([name, active, mapping, signature, autonami_id]);

const answerHook = (context: Context, hook: HookRow, caller: Caller | undefined) =>
  successOne({ hook: toHook(hook, urlOf(context, hook, caller)) }, versionOf(hook));

const getHook = async ({ db }: Context, id: number): Promise<HookRow> => found('hook', await findHook(db, id));

/** Returns the mapping as stored. @throws unprocessable_entity */
function readMapping(mapping: unknown): string {
  const fault = faultOf(mapping as Mapping);
  if (fault !== undefined) throw unprocessable(fault);
  return JSON.stringify(mapping);
}

function newSecret({ secrets }: Context) {
  const secret = randomToken();
  return { secret_hash: hashSecret(secret), secret: secrets.seal(secret) };
}

/** Returns the columns of a signature. Without a new secret, the stored secret is kept. @throws unprocessable_entity */
function signatureColumns({ secrets }: Context, given: NonNullable<HookChange['signature']> | null, before?: HookRow) {
  if (given === null) return { signature: null, signing_secret: null };
  const { secret, ...signature } = given as Signature & { secret?: string };
  const known = before?.signature ? (JSON.parse(before.signature) as Signature).kind : undefined;
  const kept = secret || known !== signature.kind ? undefined : before?.signing_secret;
  if (!secret && !kept) throw unprocessable('signature.secret is required.');
  const fault = secret ? faultOfSecret(signature, secret) : undefined;
  if (fault !== undefined) throw unprocessable(`signature.secret ${fault}.`);
  return { signature: JSON.stringify(signature), signing_secret: kept ?? secrets.seal(secret as string) };
}

const autonamiColumns = (given: NonNullable<HookChange['autonami']> | null) =>
  given === null
    ? { autonami_id: null, autonami_hash: null }
    : { autonami_id: given.id, autonami_hash: hashOfAutonami(given) };

/** @throws already_exists */
const refuseTaken = <T>(work: Promise<T>): Promise<T> =>
  work.catch((error) => {
    if (duplicateKey(error) !== 'hooks_autonami') throw error;
    throw new ApiError('already_exists', 'Another hook has this id and key.');
  });

const audit = (
  { hooks }: Context,
  by: Caller | undefined,
  action: string,
  { id, name }: Pick<HookRow, 'id' | 'name'>,
) => hooks.doAction('automations_audit', { by, action, subject: id, data: { name } });
