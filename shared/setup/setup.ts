/** `waypost setup` and its removal: the checks, the plan, the confirmation, the changes and their result. */
import { parseEnv } from 'node:util';
import { readConfig } from '../config/config.ts';
import { dashboardUrl } from '../config/dashboard-url.ts';
import { ConfigError } from '../errors.ts';
import { installation } from '../installation.ts';
import { isAgreed } from '../process/confirm.ts';
import type { Made } from './account.ts';
import type { Work } from './context.ts';
import { type Flags, readOptions } from './options.ts';
import { type Change, carryOut, listChanges, type Step } from './plan.ts';
import { inspectServer } from './preflight.ts';
import { runsSystemd } from './programs.ts';
import { lackOfCustomDomains } from './proxy.ts';
import { listRemovals } from './removal.ts';
import { desiredSettings, readSettings } from './settings.ts';
import type { Values } from './settings-file.ts';
import { listSteps } from './steps.ts';
import { endOf, madeNow } from './texts.ts';

export type SetupFlags = Flags & { remove?: boolean; dryRun?: boolean; yes?: boolean; json?: boolean };

const write = (text: string) => void process.stdout.write(text);

export async function setUp(flags: SetupFlags): Promise<void> {
  const before = readSettings();
  const options = readOptions(flags, parseEnv(before) as Values);
  const after = desiredSettings(before, options);
  // The services' commands that run in this process use the new settings too.
  Object.assign(process.env, parseEnv(after));
  const config = readConfig(process.env);
  const { faults, warnings } = await inspectServer(options);
  if (faults.length > 0) throw new ConfigError(faults.join('\n'));
  const lack = options.tls === 'caddy' ? lackOfCustomDomains(config.metricsPort) : undefined;
  if (lack) warnings.push(lack);
  const show = (warning: string) => flags.json || write(`Note: ${warning}.\n`);
  for (const warning of warnings) show(warning);
  const warn = (warning: string) => {
    warnings.push(warning);
    show(warning);
  };
  let login: Made | undefined;
  const made = (one: Made) => {
    login = one;
  };
  const work: Work = { options, config, settings: { before, after }, made, warn };
  const answer = (changes: Change[]) =>
    write(`${JSON.stringify({ address: dashboardUrl(config.baseUrl), changes, warnings, login })}\n`);
  try {
    const changes = await change(listSteps(work), flags);
    if (flags.json) answer(changes ?? []);
    else if (changes && !flags.dryRun) write(endOf(work, changes, login));
    await login?.shown();
  } catch (error) {
    // The password is shown even if a later step fails, because setup creates the account only once.
    if (login && flags.json) answer([]);
    else if (login) write(`\n${madeNow(login, config.baseUrl)}\n\n`);
    await login?.shown();
    throw error;
  }
}

/** Makes the changes, or only lists them. Resolves to the changes, or to `undefined` if the operator declined. */
async function change(steps: Step[], flags: SetupFlags): Promise<Change[] | undefined> {
  const show = ({ step, change }: Change) => flags.json || write(`  ${step.padEnd(10)} ${change}\n`);
  if (!flags.dryRun && (flags.yes || flags.json)) return carryOut(steps, show);
  const changes = await listChanges(steps);
  for (const one of changes) show(one);
  if (flags.dryRun && changes.length === 0 && !flags.json) write('Nothing to change.\n');
  if (flags.dryRun || changes.length === 0) return changes;
  needTerminal();
  if (!(await isAgreed('Continue?', true))) return undefined;
  return carryOut(steps, ({ step }) => write(`  ${step} …\n`));
}

function needTerminal(): void {
  if (!process.stdin.isTTY)
    throw new ConfigError('cannot ask for confirmation without a terminal, so nothing was changed: pass --yes');
}

export async function remove(flags: SetupFlags): Promise<void> {
  if (process.getuid?.() !== 0 && !process.env.WAYPOST_ROOT) {
    throw new ConfigError('the removal changes the system: run it as root, with `sudo waypost setup --remove`');
  }
  if (!flags.yes && !flags.dryRun) needTerminal();
  const changes = await change(listRemovals(flags.systemd && runsSystemd()), flags);
  if (changes === undefined || (flags.dryRun && !flags.json)) return;
  const { data, backups } = installation;
  if (flags.json) write(`${JSON.stringify({ changes, kept: { data, backups, database: 'waypost' } })}\n`);
  else if (changes.length === 0) write('Nothing to remove. Data, backups and database are unchanged.\n');
  else write(`\nRemoved. Waypost keeps the data in ${data}, the backups in ${backups}, and the database waypost.\n`);
}
