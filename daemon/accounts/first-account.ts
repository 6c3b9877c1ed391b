/**
 * The first account of an installation: created at startup from ADMIN_EMAIL and ADMIN_PASSWORD, or by a visitor with
 * the code from the log. Its user is an operator, whose workspaces have no limits.
 */
import type { Static } from 'typebox';
import type { Config } from '../../shared/config/config.ts';
import { dashboardUrl } from '../../shared/config/dashboard-url.ts';
import { inTransaction } from '../../shared/db/db.ts';
import { elementOf } from '../../shared/elements.ts';
import { ConfigError, isStoreDown } from '../../shared/errors.ts';
import type { HttpRequest } from '../../shared/http/route.ts';
import { parseAddress } from '../../shared/mail/email-address.ts';
import { type Actor, operator } from '../../shared/people/actor.ts';
import { giveFirstRoles } from '../../shared/people/contact-roles.ts';
import { needsFactor } from '../../shared/people/factors/factors.ts';
import { findFirstVisit, takeFirstVisit } from '../../shared/people/first-visit-queries.ts';
import { insertOperator } from '../../shared/people/operator-queries.ts';
import { insertSession } from '../../shared/people/session-queries.ts';
import { findSite } from '../../shared/people/site-queries.ts';
import { insertUser, type NewUser as NewAccount } from '../../shared/people/user-queries.ts';
import { refuseCommon } from '../../shared/secrets/common-passwords.ts';
import type { FirstVisitCodes } from '../../shared/secrets/first-visit-codes.ts';
import { hashPassword } from '../../shared/secrets/passwords.ts';
import { type Context, deviceOf, queueClientOf } from '../api/context.ts';
import { conflict, invalid, refusePassword } from '../api/errors.ts';
import { normalizeEmail } from '../api/schemas.ts';
import { recordAudit } from '../audit-log/record.ts';
import type { Db, Trx } from '../core/tables.ts';
import { offerConnection } from '../link-clicks/connect.ts';
import { openSiteSecrets } from '../link-clicks/select-clicks.ts';
import { findWorkspace, insertWorkspace } from '../workspaces/queries.ts';
import { requirePasswords } from './begin-session.ts';
import type { FirstVisitInput } from './schema.ts';
import { createOwnWorkspace, expiryOf, insertAccount, type NewUser, type SignedIn } from './sign-in.ts';

const accountExists = () => conflict('An account already exists. Reload the page and sign in.');

/** Makes the first user an operator, and the owner of the installation's first workspace. */
export async function setUpFirstUser(trx: Trx, config: Config, user: NewUser, now: Date) {
  await insertOperator(trx, user.id, now);
  const joined = await createOwnWorkspace(trx, config, user, now);
  const actor = { type: 'session', userId: user.id } as const;
  await connectContacts(trx, config, { workspaceId: joined.publicId, actor }, now);
  return joined;
}

/**
 * Makes the first user an administrator of contacts, and connects the first workspace, which then sends its clicks to
 * contacts. Returns `false` in an installation without contacts.
 */
async function connectContacts(
  trx: Trx,
  config: Config,
  { workspaceId, actor }: { workspaceId: string; actor: Actor },
  now: Date,
): Promise<boolean> {
  await giveFirstRoles(trx, now);
  if (!(await findSite(trx))) return false;
  const workspace = await findWorkspace(trx, workspaceId);
  if (workspace) await offerConnection(trx, await openSiteSecrets(config), workspace, { actor, now });
  return true;
}

/**
 * Creates an account from the command line or the settings. Returns `undefined` if `isFirst` is set but an account
 * exists. @throws a duplicate-key error on `users_email`
 */
export async function insertAccountWithWorkspace(
  trx: Trx,
  config: Config,
  account: NewAccount,
  {
    workspaceName,
    plan,
    isFirst,
    now,
  }: { workspaceName: string; plan: Config['defaultPlan']; isFirst: boolean; now: Date },
) {
  if (isFirst && (await takeFirstVisit(trx)) === undefined) return undefined;
  const user = await insertUser(trx, { ...account, verified: true }, now);
  if (isFirst) await insertOperator(trx, user.id, now);
  const workspace = await insertWorkspace(trx, workspaceName, user.id, { now, requestedPlan: plan });
  const entry = { workspaceId: workspace.id, actor: operator, details: { email: account.email } };
  await recordAudit(trx, [{ ...entry, action: 'user.create', objectId: user.publicId }], now);
  const first = { workspaceId: workspace.publicId, actor: operator };
  const connected = isFirst && (await connectContacts(trx, config, first, now));
  return { user, workspace, connected };
}

/**
 * Creates the first account for a visitor. @throws `forbidden`, `rate_limited`, `conflict` if an account exists,
 * `validation_failed` for a wrong code
 */
export async function createFirstAccount(
  context: Context,
  { request, body }: { request: HttpRequest; body: Static<typeof FirstVisitInput> },
): Promise<SignedIn> {
  const { db, config, keyedHash, firstVisits } = context;
  requirePasswords(config);
  const attempt = await context.tries.spendOnEmail(context.addressOf(request), 'first visit');
  const uses = await findFirstVisit(db);
  if (uses === undefined) throw accountExists();
  if (!firstVisits.isRight(body.code, uses)) throw invalid({ field: 'code', message: 'is not the code in the log' });
  attempt.refund();
  const client = queueClientOf(context, request);
  await refuseCommon(body.password, refusePassword);
  const account = {
    email: normalizeEmail(body.email),
    name: body.name,
    passwordHash: await hashPassword(body.password, client),
    verified: true,
  };
  const now = new Date();
  const expiresAt = expiryOf(config, now);
  return inTransaction(db, async (trx) => {
    if ((await takeFirstVisit(trx)) !== uses) throw accountExists();
    const enter = (user: NewUser) => setUpFirstUser(trx, config, user, now);
    const { user, joined } = await insertAccount(trx, { keyedHash }, account, { enter, from: client.from, now });
    const token = await insertSession(trx, user.id, expiresAt, { now, device: deviceOf(context, request) });
    const shown = { ...user, createdAt: now };
    return { token, expiresAt, user: shown, membership: joined, needsFactor: needsFactor(config, 'password') };
  });
}

/**
 * Uses the code for the first visit. Returns whether it lets a user from a sign-in provider become the first user.
 * @throws `conflict` if someone else created the first account in the meantime
 */
export async function takeFirstVisitByCode(
  trx: Trx,
  codes: FirstVisitCodes,
  code: string | undefined,
): Promise<boolean> {
  const uses = code === undefined ? undefined : await findFirstVisit(trx);
  if (code === undefined || uses === undefined || !codes.isRight(code, uses)) return false;
  if ((await takeFirstVisit(trx)) !== uses) throw accountExists();
  return true;
}

type Tools = Pick<Context, 'db' | 'config' | 'log' | 'firstVisits'>;

/** Creates the account in the settings, or logs the code for the first visit. Does nothing if an account exists. */
export async function prepareFirstVisit({ db, config, log, firstVisits }: Tools): Promise<void> {
  try {
    if ((await findFirstVisit(db)) === undefined) return;
    if (config.adminPassword !== '') return await createFromSettings(db, config, new Date());
    log.warn(
      `there is no account yet: create the first one at ${dashboardUrl(config.baseUrl)} with the code ${await findFirstVisitCode(db, firstVisits)}`,
    );
  } catch (error) {
    if (!isStoreDown(error)) throw error;
    log.warn({ err: error }, 'could not check whether there is an account yet');
  }
}

/** Returns the code for the first visit, or `undefined` if an account exists. */
export async function findFirstVisitCode(db: Db, codes: FirstVisitCodes): Promise<string | undefined> {
  const uses = await findFirstVisit(db);
  return uses === undefined ? undefined : codes.codeOf(uses);
}

/** Creates the account from the settings. @throws ConfigError for an invalid email address or a common password */
async function createFromSettings(db: Db, config: Config, now: Date): Promise<void> {
  const { adminEmail, adminPassword } = config;
  await refuseCommon(adminPassword, (message) => new ConfigError(`ADMIN_PASSWORD ${message}`));
  const parsed = parseAddress(adminEmail);
  if ('fault' in parsed) throw new ConfigError(`ADMIN_EMAIL ${parsed.fault}`);
  const email = parsed.address;
  const account = { email, name: elementOf(email.split('@'), 0), passwordHash: await hashPassword(adminPassword) };
  const options = { workspaceName: 'Waypost', plan: 'unlimited', isFirst: true } as const;
  await inTransaction(db, (trx) => insertAccountWithWorkspace(trx, config, account, { ...options, now }));
}
