/** Where the store of people is. */
import type { Config } from '../config/config.ts';
import { withDatabase } from '../db/db.ts';

/** The store as contact automation reaches it: on another server, or on the one of MYSQL_URL with the link service. */
export const peopleUrlOf = (config: Pick<Config, 'peopleDatabase' | 'peopleUrl'>, mysqlUrl: string): string =>
  config.peopleUrl || withDatabase(mysqlUrl, config.peopleDatabase);
