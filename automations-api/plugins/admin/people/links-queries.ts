/** Accounts of the link service by which people sign in here, in its database. */
import type { Kysely, Transaction } from 'kysely';
import type { Config } from '../../../../shared/config/config.ts';
import type { Nullable } from '../../../../shared/db/columns.ts';
import type { FactorStore, FactorTables } from '../../../../shared/factors/tables.ts';
import type { IdentityTables } from '../../../../shared/oidc/identities.ts';
import { recordAccessChanges } from '../../../../shared/sign-in/access-changes.ts';
import type { SignInTables } from '../../../../shared/sign-in/tables.ts';
import { inLinksDatabase, inLinksTransaction } from '../../../host/links-database.ts';
import type { Db, Trx } from '../core/tables.ts';
import { keyOfEmail } from '../core/text.ts';

/** The columns of its users that are needed here as well. */
type UserTable = { email: string; name: string; password_hash: Nullable<string> };

export type LinksTables = SignInTables & FactorTables & IdentityTables & { users: UserTable };
export type LinksDb = Kysely<LinksTables>;
export type LinksTrx = Transaction<LinksTables>;

/** The link service's database, reached by a connection, or in a transaction, of this one. */
export type Links = {
  of(db: Db): LinksDb;
  within(trx: Trx): LinksTrx;
  /** The address of these contacts. */
  siteUrl: string;
};

export const openLinks = (config: Pick<Config, 'linksDatabase' | 'siteUrl'>): Links => ({
  siteUrl: config.siteUrl,
  of: (db) => inLinksDatabase<LinksTables>(db, config),
  within: (trx) => inLinksTransaction<LinksTables>(trx, config),
});

const personColumns = ['u.id as userId', 'u.email', 'u.name', 'p.role'] as const;

/** Accounts that may sign in here: none where the link service lets its people in to other contacts. */
const people = ({ of, siteUrl }: Links, db: Db) =>
  of(db)
    .selectFrom('contacts_people as p')
    .innerJoin('users as u', 'u.id', 'p.user_id')
    .where((e) =>
      e.not(e.exists(e.selectFrom('contacts_installation as i').select('i.id').where('i.url', '!=', siteUrl))),
    )
    .select(personColumns);

export const listLinksPeople = (links: Links, db: Db) => people(links, db).orderBy('u.id').execute();
export type LinksPerson = Awaited<ReturnType<typeof listLinksPeople>>[number];

export const findLinksPerson = (links: Links, db: Db, userId: number): Promise<LinksPerson | undefined> =>
  people(links, db).where('u.id', '=', userId).executeTakeFirst();

export const findLinksPersonByEmail = (links: Links, db: Db, email: string) =>
  people(links, db)
    .where('u.email', '=', keyOfEmail(email))
    .select('u.password_hash as passwordHash')
    .executeTakeFirst();

/** The person of a session of the link service; undefined when it is over, or its account may not sign in here. */
export const findSignIn = (links: Links, db: Db, sessionId: number, now: Date) =>
  people(links, db)
    .innerJoin('sessions as s', 's.user_id', 'u.id')
    .where('s.id', '=', sessionId)
    .where('s.expires_at', '>', now)
    .select('s.begun_by as begunBy')
    .executeTakeFirst();

/** Accounts by the normal forms of their addresses. */
export const findUsersByEmail = (links: LinksDb, emails: string[]) =>
  links
    .selectFrom('users')
    .select(['id', 'email', 'email_verified_at as verifiedAt'])
    .where('email', 'in', emails)
    .execute();

export const hasUsers = async (links: LinksDb): Promise<boolean> =>
  (await links.selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined;

/** Holds the account until the transaction ends. Undefined when it is gone. */
export const lockUser = (links: LinksTrx, userId: number) =>
  links
    .selectFrom('users')
    .select('password_hash as passwordHash')
    .where('id', '=', userId)
    .forUpdate()
    .executeTakeFirst();

/** Ends all sessions of an account, in both applications, but one that is kept. */
export async function endSignIns(links: LinksTrx, userId: number, keptId = 0): Promise<void> {
  await links.deleteFrom('sessions').where('user_id', '=', userId).where('id', '!=', keptId).execute();
  await recordAccessChanges(links, [{ userId }]);
}

/** Where the second factors of these accounts are. */
export const linksFactorsIn = (links: LinksDb): FactorStore => ({
  db: links.withTables<FactorTables>(),
  names: {
    user_factors: 'user_factors',
    user_recovery_codes: 'user_recovery_codes',
    used_challenges: 'used_challenges',
  },
});
