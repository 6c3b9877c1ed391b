/**
 * The first account of the admin application: by ADMIN_EMAIL and ADMIN_PASSWORD at the start, or by a visitor who has the code that is
 * in the log. While nobody has an account of the link service either, the first there is the first here, and its code is the one that
 * people are shown. Where a WordPress shares the database its people sign in, and no visitor is asked for a code.
 */
import { dashboardUrl } from '../../../../shared/config/dashboard-url.ts';
import { ConfigError } from '../../../../shared/errors.ts';
import { refuseCommon } from '../../../../shared/secrets/common-passwords.ts';
import { type Asker, hashPassword } from '../../../../shared/secrets/passwords.ts';
import type { Context } from '../context/context.ts';
import { alreadyMade, invalid, refusePassword } from '../core/answers.ts';
import type { Trx } from '../core/tables.ts';
import { insertAdmin } from '../people/admin-queries.ts';
import { findFirstVisit, insertFirstAdmin, takeFirstVisit } from '../people/first-visit-queries.ts';
import { awaitsFirstUser, hasLinksPeople, takeFirstFromLinks } from '../people/installation.ts';
import type { SignInDevice } from '../people/session-queries.ts';
import { beginSession, proveCode } from './sign-in.ts';

/** Undefined where a visitor cannot be the first. */
export const findVisit = async (tools: Pick<Context, 'db' | 'wordPress' | 'links'>): Promise<number | undefined> =>
  (await tools.wordPress.isThere()) || (await hasLinksPeople(tools)) ? undefined : findFirstVisit(tools.db);

type Given = { email: string; name: string; password: string; code: string };

/** The token of a session of the new account. @throws account_exists, rest_invalid_param for a wrong code, `rate_limited` */
export async function visitFirst(
  context: Context,
  { email, name, password, code }: Given,
  address: string,
  asker: Asker,
  device: SignInDevice,
): Promise<string> {
  const attempt = await context.tries.spendOnEmail(address, 'first visit');
  const uses = await findVisit(context);
  if (uses === undefined) throw alreadyMade();
  if (!context.firstVisits.isRight(code, uses)) throw invalid('code', 'is not the code in the log.');
  attempt.refund();
  await refuseCommon(password, refusePassword);
  const admin = {
    email,
    name: name.trim(),
    role: 'administrator',
    passwordHash: await hashPassword(password, asker),
  } as const;
  const enter = async (trx: Trx, now: Date) => {
    if ((await takeFirstVisit(trx)) !== uses) throw alreadyMade();
    await takeFirstFromLinks(trx, context.links);
    return insertAdmin(trx, admin, now);
  };
  return beginSession(context, { enter }, device, proveCode(context));
}

/**
 * Whether a code lets somebody in as the first, which uses it up. @throws rest_invalid_param for a wrong one
 */
export async function takeByCode(
  trx: Trx,
  { wordPress, firstVisits, links }: Pick<Context, 'wordPress' | 'firstVisits' | 'links'>,
  code: string | undefined,
): Promise<boolean> {
  if (code === undefined || (await wordPress.isThere())) return false;
  const uses = await takeFirstVisit(trx);
  if (uses === undefined) return false;
  if (!firstVisits.isRight(code, uses)) throw invalid('code', 'is not the code in the log.');
  await takeFirstFromLinks(trx, links);
  return true;
}

/** While nobody has an account: makes the one of the settings. */
export async function makeFirstBySettings(context: Context): Promise<void> {
  const { db, config } = context;
  const { adminEmail: email, adminPassword } = config;
  if (adminPassword === '' || (await hasLinksPeople(context)) || (await findFirstVisit(db)) === undefined) return;
  await refuseCommon(adminPassword, (message) => new ConfigError(`ADMIN_PASSWORD ${message}`));
  const passwordHash = await hashPassword(adminPassword);
  const name = email.split('@')[0] as string;
  await insertFirstAdmin(context, { email, name, role: 'administrator', passwordHash }, new Date());
}

/** The dashboard, where nobody has an account of the link service either. */
export async function findFirstVisitUrl({ db, links, config }: Pick<Context, 'db' | 'links' | 'config'>) {
  const isAwaited = await awaitsFirstUser(links.of(db), config.siteUrl);
  return isAwaited ? dashboardUrl(config.baseUrl) : undefined;
}

/** While nobody has an account: says in the log where the first is made. Call it once the link service knows of these contacts. */
export async function announceFirstVisit(context: Context): Promise<void> {
  const { config, log, firstVisits } = context;
  const uses = await findVisit(context);
  if (uses === undefined) return;
  const elsewhere = await findFirstVisitUrl(context);
  log.warn(
    elsewhere
      ? `there is no account yet: create the first one at ${elsewhere}, for contacts as well`
      : `there is no account yet: create the first one at ${config.siteUrl}/wp-admin/ with the code ${firstVisits.codeOf(uses)}`,
  );
}
