/** Routes for API keys. Only signed-in administrators can use them: a key cannot create another. */
import Type from 'typebox';
import { longestLabel } from '../../../../shared/limits-of-fields.ts';
import { administratorOnly } from '../../../host/core/permission.ts';
import { type RestRoute, route } from '../../../host/core/route.ts';
import { success } from '../../../host/envelope.ts';
import type { Context } from '../context/context.ts';
import { presentSecond, sqlDate } from '../core/dates.ts';
import { notFound } from '../core/errors.ts';
import { KeysAnswer, MadeKeyAnswer, RevokedAnswer } from './answers.ts';
import { createKey, revokeKey } from './change-keys.ts';
import { listApiKeys, permissions } from './queries.ts';

export const keyRoutes = (context: Context): RestRoute[] => [
  listRoute(context),
  addRoute(context),
  revokeRoute(context),
];

const NewKey = Type.Object({
  permission: Type.Enum([...permissions], { description: 'read is GET, write also POST, full also DELETE.' }),
  description: Type.Optional(Type.String({ maxLength: longestLabel, description: 'Purpose of the key.' })),
});

const listRoute = ({ db }: Context) =>
  route({
    methods: ['GET'],
    path: '/keys',
    description: 'The API keys without their secrets, including revoked ones. For signed-in administrators.',
    permission: administratorOnly,
    answer: KeysAnswer,
    async callback() {
      const keys = (await listApiKeys(db)).map(({ id: ID, created_at: created, last_used_at: used, ...key }) => ({
        ID,
        ...key,
        created_at: sqlDate(created),
        last_used_at: used && sqlDate(used),
      }));
      return success({ keys });
    },
  });

const addRoute = ({ db, hooks }: Context) =>
  route({
    methods: ['POST'],
    path: '/key/add',
    description: 'Creates an API key and returns it; it is shown once.',
    permission: administratorOnly,
    args: NewKey,
    example: { permission: 'read', description: 'Website' },
    answer: MadeKeyAnswer,
    async callback({ params, caller }) {
      const { id: ID, ...created } = await createKey(db, caller, params.permission, (params.description ?? '').trim());
      await hooks.doAction('automations_key_made', { id: ID, description: created.description }, caller);
      const key = { ID, ...created, active: true, created_at: sqlDate(presentSecond()), last_used_at: null };
      return success({ keys: key });
    },
  });

const revokeRoute = ({ db, hooks }: Context) =>
  route({
    methods: ['DELETE'],
    path: '/key/{key_id}',
    description: 'Revokes a key; it stops working within a second.',
    permission: administratorOnly,
    answer: RevokedAnswer,
    async callback({ path, caller }) {
      const ID = path.key_id;
      const revoked = await revokeKey(db, caller, ID);
      if (!revoked) throw notFound('key');
      await hooks.doAction('automations_key_revoked', { id: ID, description: revoked.description }, caller);
      return success({ keys: { ID, active: false as const } });
    },
  });
