/** Looks around, shows the plan, asks, carries it out, and says what is there now. */
import { createInterface } from 'node:readline/promises';
import { parseEnv } from 'node:util';
import { readConfig } from '../config/config.ts';
import { dashboardUrl } from '../config/dashboard-url.ts';
import { ConfigError } from '../errors.ts';
import { installation } from '../installation.ts';
import type { Made } from './account.ts';
import { lookAround } from './look-around.ts';
import { type Change, carryOut, listChanges, type Step } from './plan.ts';
import { runsSystemd } from './programs.ts';
import { lackOfCustomDomains } from './proxy.ts';
import { listRemovals } from './removal.ts';
import { readSettings, wishedSettings } from './settings.ts';
import type { Values } from './settings-file.ts';
import { listSteps } from './steps.ts';
import { type Flags, readWish } from './wish.ts';
import type { Work } from './work.ts';

export type SetupFlags = Flags & { remove?: boolean; dryRun?: boolean; yes?: boolean; json?: boolean };

export async function setUp(flags: SetupFlags): Promise<void> {
  const before = readSettings();
  const wish = readWish(flags, parseEnv(before) as Values);
  const after = wishedSettings(before, wish);
  // What the services will read is also what their commands, run from here, go by.
  Object.assign(process.env, parseEnv(after));
  const config = readConfig(process.env);
  const { faults, warnings } = await lookAround(wish);
  if (faults.length > 0) throw new ConfigError(faults.join('\n'));
  const lack = wish.tls === 'caddy' ? lackOfCustomDomains(config.metricsPort) : undefined;
  if (lack) warnings.push(lack);
  if (!flags.json) for (const warning of warnings) process.stdout.write(`Note: ${warning}.\n`);
  let login: Made | undefined;
  const work: Work = {
    wish,
    config,
    settings: { before, after },
    made: (made) => {
      login = made;
    },
  };
  const say = (text: string) => flags.json || process.stdout.write(text);
  let changes: Change[] | undefined;
  try {
    changes = await change(listSteps(work), flags);
  } finally {
    // It is made once: a later step that fails must not take it along.
    if (login && changes === undefined) say(madeNow(login, config.baseUrl));
  }
  if (flags.json) {
    process.stdout.write(
      `${JSON.stringify({ address: dashboardUrl(config.baseUrl), changes, warnings, ...(login ? { login } : {}) })}\n`,
    );
  } else if (changes && !flags.dryRun) say(end(work, changes, login));
}

/** @returns what was changed, or would be; undefined when the operator said no. */
async function change(steps: Step[], flags: SetupFlags): Promise<Change[] | undefined> {
  const show = ({ step, change }: Change) => flags.json || process.stdout.write(`  ${step.padEnd(9)} ${change}\n`);
  const asks = !flags.yes && !flags.json && process.stdin.isTTY;
  if (flags.dryRun || asks) {
    const changes = await listChanges(steps);
    for (const one of changes) show(one);
    if (flags.dryRun || changes.length === 0) return changes;
    if (!(await isAgreed())) return undefined;
  }
  return carryOut(steps, asks ? () => {} : show);
}

async function isAgreed(): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await terminal.question('Go on? [Y/n] ');
  terminal.close();
  return /^(y|yes|)$/i.test(answer.trim());
}

function end({ wish, config }: Work, changes: Change[], login: Made | undefined): string {
  if (changes.length === 0) return 'Everything is as it should be; nothing was changed.\n';
  const start = wish.systemd ? '' : '\nNothing was started. Start it with:\n\n  waypost start\n';
  const proxy =
    wish.tls === 'none'
      ? `\nLet your proxy send ${wish.domain} to 127.0.0.1:${config.linksPort}, and /wp-admin and /wp-json to 127.0.0.1:${config.automationsPort}.\n`
      : '';
  const mail = config.smtpUrl
    ? ''
    : '\nMails are written to files until you say `waypost setup --smtp-url smtp://…`.\n';
  return `\nWaypost is ${wish.systemd ? 'ready' : 'set up'}. Open it here:\n\n  ${dashboardUrl(config.baseUrl)}\n${login ? madeNow(login, config.baseUrl) : ''}${proxy}${mail}${start}`;
}

const madeNow = ({ email, password, keys }: Made, baseUrl: string) => `
Sign in at ${dashboardUrl(baseUrl)} with the login that was made for you. It is shown only this once:

  Email           ${email}
  Password        ${password}
${keys ? `  Link API key    ${keys.linksKey}\n  Automation key  ${keys.automationsKey}\n` : ''}`;

export async function remove(flags: SetupFlags): Promise<void> {
  if (process.getuid?.() !== 0 && !process.env.WAYPOST_ROOT)
    throw new ConfigError('run it as root, with `sudo waypost setup --remove`');
  if (!flags.yes && !flags.dryRun && !process.stdin.isTTY) throw new ConfigError('nobody can be asked here: say --yes');
  const changes = await change(listRemovals(flags.systemd && runsSystemd()), flags);
  if (changes === undefined || flags.dryRun) return;
  const kept = { data: installation.data, backups: installation.backups, database: 'waypost in MariaDB or MySQL' };
  if (flags.json) process.stdout.write(`${JSON.stringify({ changes, kept })}\n`);
  else
    process.stdout.write(
      `\nTaken back. What is kept: the data in ${kept.data}, backups in ${kept.backups}, and the database ${kept.database}.\n`,
    );
}
