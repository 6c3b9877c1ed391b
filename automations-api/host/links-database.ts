/** The link service's tables, in that service's database on the same server. None of them has the site's prefix. */
import type { Kysely, Transaction } from 'kysely';
import type { Config } from '../../shared/config/config.ts';

type Settings = Pick<Config, 'peopleDatabase'>;
type AnyDb = { withoutPlugins(): unknown };

/** Queries of these fail with ER_NO_SUCH_TABLE where the link service is not. */
export const inLinksDatabase = <Tables>(db: AnyDb, { peopleDatabase }: Settings): Kysely<Tables> => {
  const links = db.withoutPlugins() as Kysely<Tables>;
  return peopleDatabase === '' ? links : links.withSchema(peopleDatabase);
};

/** The same in a transaction, which then spans both databases. */
export const inLinksTransaction = <Tables>(trx: AnyDb & { isTransaction: true }, settings: Settings) =>
  inLinksDatabase<Tables>(trx, settings) as Transaction<Tables>;

/** The answer of a query of those tables; undefined where they are not there. */
export const orNoLinks = <T>(query: Promise<T>): Promise<T | undefined> =>
  query.catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ER_NO_SUCH_TABLE') throw error;
    return undefined;
  });
