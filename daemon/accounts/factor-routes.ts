/** Routes for the caller's second factors: adding an authenticator app or a passkey, recovery codes, and removal. */
import { inTransaction } from '../../shared/db/db.ts';
import { json } from '../../shared/http/answer.ts';
import { countRecoveryCodes, type FactorRow, listFactors } from '../../shared/people/factor-queries.ts';
import { mostFactors } from '../../shared/people/factors/factors.ts';
import { hashSecret } from '../../shared/secrets/secrets.ts';
import type { Context } from '../api/context.ts';
import { type DescribedRoute, endpoint } from '../api/endpoint.ts';
import { conflict, invalid, noSuch } from '../api/errors.ts';
import { Done } from '../api/schemas.ts';
import { bearerToken } from '../identity/access.ts';
import { requirePasskeys, requirePasswords } from './begin-session.ts';
import { addFactor, changeFactors, removeFactor, requireOwner } from './change-factors.ts';
import * as schema from './schema.ts';

const group = 'Auth';

export const factorRoutes = (context: Context): DescribedRoute[] => [
  list(context),
  beginTotp(context),
  confirmTotp(context),
  beginPasskey(context),
  confirmPasskey(context),
  renewCodes(context),
  remove(context),
];

/** The requirements of these routes: a signed-in user, even in a suspended workspace or without a required factor. */
const forUser = { group, role: 'viewer', caller: 'newcomer' } as const;

const names = { totp: 'Authenticator app', passkey: 'Passkey' };

const toFactor = ({ publicId: id, type, name, createdAt, lastUsedAt }: FactorRow) => ({
  id,
  type,
  name,
  createdAt: createdAt.toISOString(),
  lastUsedAt: lastUsedAt?.toISOString() ?? null,
});

const list = (context: Context) =>
  endpoint(context, {
    method: 'GET',
    path: '/auth/factors',
    id: 'listFactors',
    summary: 'List your second factors',
    ...forUser,
    answers: { 200: { description: 'The oldest first.', schema: schema.FactorList } },
    async handle({ auth: { userId } }) {
      const factors = await listFactors(context.db, userId);
      return json(200, {
        factors: factors.map(toFactor),
        recoveryCodesLeft: await countRecoveryCodes(context.db, userId),
      });
    },
  });

const beginTotp = (context: Context) =>
  endpoint(context, {
    method: 'POST',
    path: '/auth/factors/totp',
    id: 'beginTotp',
    summary: 'Start adding an authenticator app',
    description:
      'It takes effect once it is confirmed with a code within an hour. `password` is needed unless the session started within the last ' +
      'ten minutes. The email must be verified, except on localhost.',
    ...forUser,
    body: schema.FactorInput,
    bodyOptional: true,
    answers: { 200: { description: 'The data for the app.', schema: schema.TotpBegun } },
    errors: ['conflict'],
    async handle({ auth: { userId }, request, body: { name = names.totp, password } }) {
      requirePasswords(context.config);
      const user = await requireOwner(context, request, userId, password);
      await requireFactorAllowed(context, userId);
      const now = new Date();
      return json(
        200,
        await inTransaction(context.db, (trx) => context.factors.beginTotp(trx, user, name.trim(), now)),
      );
    },
  });

const confirmTotp = (context: Context) =>
  endpoint(context, {
    method: 'POST',
    path: '/auth/factors/totp/confirm',
    id: 'confirmTotp',
    summary: 'Confirm an authenticator app with its code',
    description: 'The first factor comes with ten recovery codes and ends all other sessions.',
    ...forUser,
    body: schema.TotpConfirmation,
    answers: {
      200: {
        description: 'From now on signing in needs a code.',
        schema: schema.RecoveryCodes,
      },
    },
    errors: ['not_found', 'conflict'],
    async handle({ auth, request, body: { id, code } }) {
      requirePasswords(context.config);
      const { recoveryCodes } = await addFactor(context, auth, bearerToken(request), async (trx, now) => {
        const added = await context.factors.confirmTotp(trx, auth.userId, { id, code }, now);
        if (added === 'unknown') throw noSuch('factor');
        if (added === 'wrong') throw invalid({ field: 'code', message: 'is wrong; check the clock of your device' });
        return { ...added, id, type: 'totp' };
      });
      return json(200, { recoveryCodes });
    },
  });

/** Returns the key of a session, which binds a challenge to the session that requested it. */
const sessionOf = (token: string) => hashSecret(token).toString('hex');

const beginPasskey = (context: Context) =>
  endpoint(context, {
    method: 'POST',
    path: '/auth/factors/passkey',
    id: 'beginPasskey',
    summary: 'Start adding a passkey',
    description:
      'The options for `navigator.credentials.create`, as JSON, valid for five minutes. `password` is needed unless the session started ' +
      'within the last ten minutes. The email must be verified, except on localhost.',
    ...forUser,
    body: schema.OwnerPassword,
    bodyOptional: true,
    answers: {
      200: {
        description: 'The options.',
        schema: schema.PasskeyOptions,
      },
    },
    errors: ['conflict'],
    async handle({ auth: { userId }, request, body: { password } }) {
      requirePasskeys(context);
      const user = await requireOwner(context, request, userId, password);
      await requireFactorAllowed(context, userId);
      const session = sessionOf(bearerToken(request));
      const options = await context.factors.beginPasskey(context.db, user, session, new Date());
      return json(200, { options });
    },
  });

const confirmPasskey = (context: Context) =>
  endpoint(context, {
    method: 'POST',
    path: '/auth/factors/passkey/confirm',
    id: 'confirmPasskey',
    summary: 'Add the new passkey',
    description: 'The first factor comes with ten recovery codes and ends all other sessions.',
    ...forUser,
    body: schema.PasskeyConfirmation,
    answers: {
      200: {
        description: 'You can sign in with it from now on.',
        schema: schema.FactorAdded,
      },
    },
    errors: ['conflict'],
    async handle({ auth, request, body: { name = names.passkey, response } }) {
      requirePasskeys(context);
      const token = bearerToken(request);
      const passkey = await context.factors.readPasskey(response, sessionOf(token), new Date());
      const unusable = invalid({
        field: 'response',
        message: 'is not a passkey that was just created here; try again',
      });
      if (!passkey) throw unusable;
      const { id, recoveryCodes } = await addFactor(context, auth, token, async (trx, now) => {
        const added = await context.factors.addPasskey(trx, auth.userId, { ...passkey, name: name.trim() }, now);
        if (!added) throw unusable;
        return { ...added, name: name.trim(), type: 'passkey' };
      });
      return json(200, { id, recoveryCodes });
    },
  });

/** Requires that the user can add a factor. @throws `conflict` if the user has the maximum number of factors */
async function requireFactorAllowed({ db }: Context, userId: number): Promise<void> {
  const factors = await listFactors(db, userId);
  if (factors.length >= mostFactors) throw conflict(`You have ${mostFactors} second factors. Remove one first.`);
}

const renewCodes = (context: Context) =>
  endpoint(context, {
    method: 'POST',
    path: '/auth/factors/recovery-codes',
    id: 'renewRecoveryCodes',
    summary: 'Create new recovery codes',
    description: 'The old ones stop working. Takes your `password` or a `code`.',
    ...forUser,
    body: schema.OwnerProof,
    answers: {
      200: {
        description: 'Ten codes.',
        schema: schema.RecoveryCodes,
      },
    },
    errors: ['conflict'],
    async handle({ auth, request, body }) {
      const recoveryCodes = await changeFactors(context, auth, request, {
        proof: body,
        change: async (trx, user) => {
          if ((await listFactors(trx, user.id)).length === 0) throw conflict('Set up a second factor first.');
          return {
            action: 'user.renew-recovery-codes',
            notice: { kind: 'recovery-codes-made' },
            result: await context.factors.renewRecoveryCodes(trx, user.id),
          };
        },
      });
      return json(200, { recoveryCodes });
    },
  });

const remove = (context: Context) =>
  endpoint(context, {
    method: 'DELETE',
    path: '/auth/factors/{id}',
    id: 'removeFactor',
    summary: 'Remove a second factor',
    description:
      'Takes your `password` or a `code`. Removing the last factor also deletes the recovery codes; then the password is enough to ' +
      'sign in. If a second factor is required, the last one cannot be removed.',
    ...forUser,
    params: { id: "The factor's id." },
    body: schema.OwnerProof,
    answers: { 200: { description: 'The factor is removed.', schema: Done } },
    errors: ['conflict'],
    async find({ auth, request: { params } }) {
      const factors = await listFactors(context.db, auth.userId);
      if (!factors.some(({ publicId }) => publicId === params.id)) throw noSuch('factor');
      return params.id;
    },
    async handle({ auth, request, body, found: id }) {
      await changeFactors(context, auth, request, {
        proof: body,
        change: (trx, user) => removeFactor(context, trx, user, id),
      });
      return json(200, { ok: true });
    },
  });
