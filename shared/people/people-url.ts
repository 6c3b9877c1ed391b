/** Where the store of people is. */
import type { Config } from '../config/config.ts';
import { withDatabase } from '../db/db.ts';

/** The database of the link service, which has the store, on the server of MYSQL_URL. */
const linksUrlOf = ({ peopleDatabase }: Pick<Config, 'peopleDatabase'>, mysqlUrl: string): string =>
  withDatabase(mysqlUrl, peopleDatabase);

/** The store as contact automation reaches it, which can be on another server. */
export const peopleUrlOf = (config: Pick<Config, 'peopleDatabase' | 'peopleUrl'>, mysqlUrl: string): string =>
  config.peopleUrl || linksUrlOf(config, mysqlUrl);
