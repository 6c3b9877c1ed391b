/** The route of one's own name and password. */
import Type from 'typebox';
import { inTransaction } from '../../../../shared/db.ts';
import { type Asker, hashPassword, verifyPassword } from '../../../../shared/passwords.ts';
import { type RestRoute, route } from '../../../host/route.ts';
import { forbidden, invalid, success } from '../answers.ts';
import { noteAct } from '../audit.ts';
import { askerOf, type Context } from '../context.ts';
import { findAdmin, updateAdmin } from '../people/admin-queries.ts';
import { deleteSessions } from '../people/session-queries.ts';
import { name, newPassword, oldPassword } from '../schema.ts';
import { requireOwner, requireUser, signedIn } from '../sessions/identify.ts';

const Profile = Type.Object({
  name: Type.Optional(name),
  password: Type.Optional(newPassword),
  current_password: Type.Optional(oldPassword),
});

export const profileRoutes = (context: Context): RestRoute[] => [
  route({
    methods: ['POST'],
    path: '/me',
    description: 'Changes your name, or with current_password your password, which ends your other sessions.',
    permission: signedIn,
    args: Profile,
    async callback(request) {
      const owner = await requireOwner(context, request);
      if (owner.wpUserId !== null) throw forbidden('Your name and password are those of WordPress; change them there.');
      const { name: wanted, password, current_password: current = '' } = request.params;
      const passwordHash =
        password === undefined ? undefined : await hashNew(context, owner.id, { password, current }, askerOf(request));
      await inTransaction(context.db, async (trx) => {
        await updateAdmin(trx, owner.id, { name: wanted?.trim(), passwordHash });
        if (passwordHash !== undefined) await deleteSessions(trx, owner.id, owner.sessionId);
      });
      context.sessions.forget();
      if (passwordHash) await noteAct(context, await requireUser(request), 'admin.password_changed', owner.id);
      return success({});
    },
  }),
];

type Passwords = { password: string; current: string };

/** @throws rest_invalid_param when the present password is another, `rate_limited` after too many tries */
async function hashNew({ db, tries }: Context, id: number, { password, current }: Passwords, asker: Asker) {
  const attempt = await tries.spendOnOwner(id);
  const stored = (await findAdmin(db, id))?.passwordHash;
  if (!stored || !(await verifyPassword(stored, current, asker))) {
    throw invalid('current_password', 'is not your password');
  }
  attempt.refund();
  return hashPassword(password, asker);
}
