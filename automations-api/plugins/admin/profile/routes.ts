/** The route of one's own name and password. */
import Type from 'typebox';
import { inTransaction } from '../../../../shared/db/db.ts';
import { refuseCommon } from '../../../../shared/secrets/common-passwords.ts';
import { type Asker, hashPassword, verifyPassword } from '../../../../shared/secrets/passwords.ts';
import { type RestRoute, route } from '../../../host/core/route.ts';
import { Done, success } from '../../../host/envelope.ts';
import { noteAct } from '../context/audit.ts';
import { askerOf, type Context } from '../context/context.ts';
import { forbidden, invalid, refusePassword } from '../core/answers.ts';
import { name, newPassword, oldPassword } from '../core/schema.ts';
import { requireNew } from '../factors/require-proof.ts';
import { tellOfPassword } from '../mail/mail-texts.ts';
import { findAdmin, holdPassword, updateAdmin } from '../people/admin-queries.ts';
import { endSignIns } from '../people/end-access.ts';
import type { SessionOwner } from '../people/session-queries.ts';
import { requireOwnAccount, requireUser, signedIn } from '../sessions/identify.ts';
import { requirePasswords } from '../sessions/ways.ts';

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
    answer: Done,
    async callback(request) {
      const owner = await requireOwnAccount(context, request);
      if (owner.wpUserId !== null)
        throw forbidden('You use your WordPress account. Change your name and password there.');
      const { name: wanted, password, current_password: current = '' } = request.params;
      if (password !== undefined) requirePasswords(context);
      const renewed =
        password === undefined ? undefined : await hashNew(context, owner, { password, current }, askerOf(request));
      await inTransaction(context.db, async (trx) => {
        if (renewed && !(await holdPassword(trx, renewed.checked))) throw notYours();
        await updateAdmin(trx, owner.id, { name: wanted?.trim(), passwordHash: renewed?.passwordHash });
        if (renewed) await endSignIns(trx, owner.id, owner.sessionId);
      });
      context.sessions.forget();
      if (renewed) {
        await noteAct(context, await requireUser(request), 'admin.password_changed', owner.id);
        await tellOfPassword(context, renewed.checked);
      }
      return success({});
    },
  }),
];

type Passwords = { password: string; current: string };

/**
 * Returns the person whose password was checked, and the new one's hash. People without one, who sign in at the provider, must have done so just now.
 * @throws rest_invalid_param when the present password is another or the new one too common, `rate_limited` after too many tries
 */
async function hashNew({ db, tries }: Context, owner: SessionOwner, { password, current }: Passwords, asker: Asker) {
  await refuseCommon(password, refusePassword);
  const attempt = await tries.spendOnOwner(owner.id);
  const checked = await findAdmin(db, owner.id);
  if (!checked) throw notYours();
  if (checked.passwordHash === null) requireNew(owner, 'current_password');
  else if (!(await verifyPassword(checked.passwordHash, current, asker))) throw notYours();
  attempt.refund();
  return { checked, passwordHash: await hashPassword(password, asker) };
}

const notYours = () => invalid('current_password', 'is not your password');
