/** Telling, before it is done, which accounts of contacts and of the link service become one. Changes nothing. */
import type { PluginTools } from '../../../host/plugin.ts';
import type { AdminTables } from '../core/tables.ts';
import { servesOthers } from './installation.ts';
import { listPairs, type Pair } from './join-accounts.ts';
import { openLinks } from './links-queries.ts';

const list = '`waypost automations admin join --dry-run` lists them';

/** One sentence about all of them, or one about each. Empty for tables of a release from before either had verified addresses. */
export async function foretellJoining({ db, config }: PluginTools<AdminTables>, isFull: boolean): Promise<string[]> {
  const links = openLinks(config);
  const pairs = await listPairs({ db, links }).catch(unlessOlder);
  if (pairs.length === 0 || (await servesOthers({ db, links }))) return [];
  if (isFull) return pairs.map(describe);
  const { length } = pairs.filter(({ isVerified }) => isVerified);
  if (length === 0) return [];
  const [accounts, become] = length === 1 ? ['account', 'becomes'] : ['accounts', 'become'];
  return [`${length} ${accounts} of contacts ${become} one with that of the link service of the same address: ${list}`];
}

const describe = ({ email, role, isVerified, emailKey }: Pair) =>
  isVerified
    ? `${email}, ${role} of contacts, becomes one with the account ${emailKey} of the link service, whose password it has from then on`
    : `${email}, ${role} of contacts, stays an account of its own: the link service has not verified the address of ${emailKey}`;

function unlessOlder(error: NodeJS.ErrnoException): Pair[] {
  if (error.code !== 'ER_NO_SUCH_TABLE' && error.code !== 'ER_BAD_FIELD_ERROR') throw error;
  return [];
}
