/**
 * The tools and output that all operator commands share. The files in `commands/` define the commands and import
 * nothing expensive, so that `--help` appears at once. `work/` implements the commands.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { type Command, InvalidArgumentError } from 'commander';
import type { Config } from '../../../shared/config/config.ts';
import { longestName } from '../../../shared/limits-of-fields.ts';
import { parseAddress } from '../../../shared/mail/email-address.ts';
import { isName } from '../../../shared/names.ts';
import type { Db } from '../../core/tables.ts';

export type Tools = { db: Db; config: Config; redisUrl: string; announceChanges: () => Promise<void> };
export type Flags = { json?: boolean };

/**
 * Time limit for the announcement in Redis. Processes also poll for changes, so a failed announcement only delays
 * them.
 */
const announceMs = 1_000;

/** Opens the stores, runs the command, prints its result as JSON or as lines, and closes the stores. */
export async function withTools(flags: Flags, run: (tools: Tools) => Promise<unknown>): Promise<void> {
  const { boot } = await import('../../core/boot.ts');
  const { config, log, db, redisUrl } = await boot('links-cli');
  log.level = 'silent';
  const announce = async () => {
    const { openRedis } = await import('../../../shared/redis/redis.ts');
    const { announceChanges } = await import('../../change-feed/nudge.ts');
    const redis = openRedis(redisUrl, 'queue', log);
    await Promise.race([announceChanges(redis, config.redisPrefix), sleep(announceMs, undefined, { ref: false })]);
    redis.disconnect();
  };
  try {
    printResult(flags, await run({ db, config, redisUrl, announceChanges: announce }));
  } finally {
    await db.destroy();
  }
}

/** Prints a result as JSON or as lines. A text is printed unchanged. */
export function printResult(flags: Flags, result: unknown): void {
  if (typeof result === 'string') process.stdout.write(`${result}\n`);
  else process.stdout.write(flags.json ? `${JSON.stringify(result)}\n` : `${toLines(result)}\n`);
}

const toLines = (result: unknown, indent = ''): string =>
  Object.entries((result ?? { result: 'nothing to do' }) as object)
    .map(([name, value]) =>
      value !== null && typeof value === 'object'
        ? `${indent}${name}:\n${toLines(value, `${indent}  `)}`
        : `${indent}${name}: ${value}`,
    )
    .join('\n');

/** Adds a subcommand with the flags that all commands have. */
export const command = (parent: Command, usage: string, description: string) =>
  parent.command(usage).description(description).option('--json', 'print the answer as one line of JSON');

/** Returns an email address in its stored form. @throws if it is invalid */
export function parseEmail(text: string): string {
  const parsed = parseAddress(text);
  if ('fault' in parsed) throw new InvalidArgumentError(`it ${parsed.fault}`);
  return parsed.address;
}

export function parseName(text: string): string {
  if (!isName(text, longestName)) throw new InvalidArgumentError(`it needs 1 to ${longestName} characters on one line`);
  return text;
}
