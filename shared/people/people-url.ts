/** The URL of the users' database. */
import type { Config } from '../config/config.ts';
import { withDatabase } from '../db/db.ts';

/** Returns the URL for contact automation: on another server, or on the server of MYSQL_URL. */
export const peopleUrlOf = (config: Pick<Config, 'peopleDatabase' | 'peopleUrl'>, mysqlUrl: string): string =>
  config.peopleUrl || withDatabase(mysqlUrl, config.peopleDatabase);
