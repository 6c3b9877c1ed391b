/** The routes of one's own second factors, and of removing those of somebody who has lost them. */
import Type from 'typebox';
import { inTransaction } from '../../../../shared/db/db.ts';
import { mostFactors } from '../../../../shared/factors/factors.ts';
import { countRecoveryCodes, deleteFactors, type FactorRow, listFactors } from '../../../../shared/factors/queries.ts';
import { factorCode, PasskeyCreation } from '../../../../shared/factors/schema.ts';
import { people } from '../../../../shared/limits-of-fields.ts';
import { nameSchema } from '../../../../shared/name-schema.ts';
import { hashSecret } from '../../../../shared/secrets/secrets.ts';
import { type AskedRoute, type RestRoute, route } from '../../../host/core/route.ts';
import { Done, success } from '../../../host/envelope.ts';
import { noteAct } from '../context/audit.ts';
import type { Context } from '../context/context.ts';
import { conflict, forbidden, invalid, managedElsewhere, noPasskeys, notFound, sqlDate } from '../core/answers.ts';
import { oldPassword } from '../core/schema.ts';
import { CodesAnswer, FactorsAnswer, PasskeyOptionsAnswer, TotpAnswer } from '../core/schemas.ts';
import { tellOfFactor } from '../mail/mail-texts.ts';
import { findAdmin, lockAdmin } from '../people/admin-queries.ts';
import { factorsIn } from '../people/factor-store.ts';
import { type SessionOwner, updateBegunBy } from '../people/session-queries.ts';
import {
  accountUrl,
  administrator,
  cookieToken,
  requireOwnAccount,
  requireUser,
  sessionOwner,
} from '../sessions/identify.ts';
import { addFactor, callerOf } from './add-factor.ts';
import { proven, requirePasswordOrNew } from './require-proof.ts';

export const factorRoutes = (context: Context): RestRoute[] => [
  listRoute(context),
  beginTotpRoute(context),
  confirmTotpRoute(context),
  beginPasskeyRoute(context),
  confirmPasskeyRoute(context),
  renewRoute(context),
  removeRoute(context),
  resetRoute(context),
];

const password = Type.Optional(oldPassword);
const proof = { password, code: Type.Optional(factorCode()) };
const factorId = Type.String({ minLength: 1, maxLength: 64, description: 'Id from the list.' });
const factorName = Type.Optional(nameSchema(people.factorName));
const proofNote = 'Takes `password` or a `code`.';
const beginNote = '`password` is needed unless the session was begun within the last ten minutes.';
const firstNote = 'The first factor comes with ten recovery codes and ends all other sessions.';

const toFactor = ({ publicId: id, type, name, createdAt, lastUsedAt }: FactorRow) => ({
  id,
  type,
  name,
  created_at: sqlDate(createdAt),
  last_used_at: lastUsedAt && sqlDate(lastUsedAt),
});

const asOwner = ({ id, email, name }: SessionOwner) => ({ id, publicId: `adm_${id}`, email, name });

const listRoute = (context: Context) =>
  route({
    methods: ['GET'],
    path: '/factors',
    description: 'Your second factors, the oldest first.',
    permission: sessionOwner(context),
    answer: FactorsAnswer,
    async callback(request) {
      const store = factorsIn(context.db);
      const { id } = await requireOwnAccount(context, request);
      const factors = (await listFactors(store, id)).map(toFactor);
      return success({ factors, recovery_codes_left: await countRecoveryCodes(store, id) });
    },
  });

/** @throws rest_invalid_param, too_many_factors */
async function requireBegin(context: Context, request: AskedRoute, owner: SessionOwner, given: string | undefined) {
  await requirePasswordOrNew(context, request, owner, given);
  const factors = await listFactors(factorsIn(context.db), owner.id);
  if (factors.length >= mostFactors)
    throw conflict('too_many_factors', `You have ${mostFactors} second factors. Remove one first.`);
}

const beginTotpRoute = (context: Context) =>
  route({
    methods: ['POST'],
    path: '/factors/totp',
    description: `Starts adding an authenticator app, which takes effect once it is confirmed with a code. ${beginNote}`,
    permission: sessionOwner(context),
    args: Type.Object({ password, name: factorName }),
    answer: TotpAnswer,
    async callback(request) {
      const owner = await requireOwnAccount(context, request);
      const { name = 'Authenticator app', password } = request.params;
      await requireBegin(context, request, owner, password);
      const now = new Date();
      const begun = await inTransaction(context.db, (trx) =>
        context.factors.beginTotp(factorsIn(trx), asOwner(owner), name.trim(), now),
      );
      return success(begun);
    },
  });

const confirmTotpRoute = (context: Context) =>
  route({
    methods: ['POST'],
    path: '/factors/totp/confirm',
    description: `Confirms an authenticator app with its code. ${firstNote}`,
    permission: sessionOwner(context),
    args: Type.Object({ id: factorId, code: factorCode() }),
    answer: CodesAnswer,
    async callback(request) {
      const owner = await requireOwnAccount(context, request);
      const { id, code } = request.params;
      return addFactor(context, owner, 'totp', async (trx, now) => {
        const added = await context.factors.confirmTotp(factorsIn(trx), owner.id, id, code, now);
        if (added === 'unknown') throw notFound('factor');
        if (added === 'wrong') throw invalid('code', 'is wrong; look whether the clock of your device is right');
        return added;
      });
    },
  });

/** Binds a challenge to the session that asked for it. */
const sessionOf = (context: Context, request: AskedRoute) =>
  hashSecret(cookieToken(context, request) ?? '').toString('hex');

const beginPasskeyRoute = (context: Context) =>
  route({
    methods: ['POST'],
    path: '/factors/passkey',
    description: `Starts adding a passkey: returns the options for \`navigator.credentials.create\`, valid for five minutes. ${beginNote}`,
    permission: sessionOwner(context),
    args: Type.Object({ password }),
    answer: PasskeyOptionsAnswer,
    async callback(request) {
      const owner = await requireOwnAccount(context, request);
      // Their sessions are bound to the password that WordPress has, which a passkey does not show.
      if (owner.wpUserId !== null) throw forbidden('WordPress users sign in with their WordPress password.');
      await requireBegin(context, request, owner, request.params.password);
      const session = sessionOf(context, request);
      const options = await context.factors.beginPasskey(factorsIn(context.db), asOwner(owner), session, new Date());
      if (!options) throw noPasskeys();
      return success({ options: { ...options } });
    },
  });

const confirmPasskeyRoute = (context: Context) =>
  route({
    methods: ['POST'],
    path: '/factors/passkey/confirm',
    description: `Adds the new passkey. ${firstNote}`,
    permission: sessionOwner(context),
    args: Type.Object({ name: factorName, response: PasskeyCreation }),
    answer: CodesAnswer,
    async callback(request) {
      const owner = await requireOwnAccount(context, request);
      const { name = 'Passkey', response } = request.params;
      const made = await context.factors.readPasskey(response, sessionOf(context, request), new Date());
      const unusable = invalid('response', 'is not a passkey that was just created here; try again');
      if (!made) throw unusable;
      return addFactor(context, owner, 'passkey', async (trx, now) => {
        const added = await context.factors.addPasskey(factorsIn(trx), owner.id, name.trim(), made, now);
        if (!added) throw unusable;
        return { ...added, name: name.trim() };
      });
    },
  });

const renewRoute = (context: Context) =>
  route({
    methods: ['POST'],
    path: '/factors/recovery-codes',
    description: `Creates new recovery codes; the former ones no longer work. ${proofNote}`,
    permission: sessionOwner(context),
    args: Type.Object(proof),
    answer: CodesAnswer,
    async callback(request) {
      const owner = await requireOwnAccount(context, request);
      const recovery_codes = await proven(context, request, owner, request.params, async (trx) => {
        const store = factorsIn(trx);
        if ((await listFactors(store, owner.id)).length === 0)
          throw conflict('no_factor', 'Set up a second factor first.');
        return context.factors.renewRecoveryCodes(store, owner.id);
      });
      await noteAct(context, callerOf(owner), 'admin.recovery_codes_renewed', owner.id);
      await tellOfFactor(context, owner, 'renewed');
      return success({ recovery_codes });
    },
  });

const removeRoute = (context: Context) =>
  route({
    methods: ['POST'],
    path: '/factors/remove',
    description: `Removes one of your second factors, and with the last one the recovery codes. ${proofNote}`,
    permission: sessionOwner(context),
    args: Type.Object({ id: factorId, ...proof }),
    answer: Done,
    async callback(request) {
      const owner = await requireOwnAccount(context, request);
      const { name, type } = await proven(context, request, owner, request.params, async (trx) => {
        const removed = await context.factors.remove(factorsIn(trx), owner.id, request.params.id);
        if (!removed) throw notFound('factor');
        if (removed.isLast && context.config.requireSecondFactor)
          throw conflict('last_factor', 'A second factor is required here. Add another before you remove this one.');
        if (removed.isLast) await updateBegunBy(trx, owner.id, 'factor', 'password');
        return removed;
      });
      context.sessions.forget();
      await noteAct(context, callerOf(owner), 'admin.factor_removed', owner.id, { type, name });
      await tellOfFactor(context, owner, 'removed', name);
      return success({});
    },
  });

const resetRoute = (context: Context) =>
  route({
    methods: ['POST'],
    path: '/admin/remove-factors/{admin_id}',
    description: "Removes a user's second factors; after that the password is enough to sign in.",
    permission: administrator,
    answer: Done,
    async callback(request) {
      const by = await requireUser(request);
      const admin = await findAdmin(context.db, request.path.admin_id);
      if (!admin) throw notFound('user');
      if (admin.linksUserId !== null) throw managedElsewhere(accountUrl(context.config));
      const removed = await inTransaction(context.db, async (trx) => {
        await lockAdmin(trx, admin.id);
        await updateBegunBy(trx, admin.id, 'factor', 'password');
        return deleteFactors(factorsIn(trx), admin.id);
      });
      context.sessions.forget();
      if (removed.length > 0) {
        await noteAct(context, by, 'admin.factors_removed', admin.id);
        await tellOfFactor(context, admin, 'reset');
      }
      return success({});
    },
  });
