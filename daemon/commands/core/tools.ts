/**
 * Common parts of every operator command, and its output. The files of this folder define the commands and import
 * nothing expensive, so that `--help` shows at once; `work/` implements them.
 */
import { type Command, InvalidArgumentError } from 'commander';
import type { Config } from '../../../shared/config/config.ts';
import { longestName } from '../../../shared/limits-of-fields.ts';
import { parseAddress } from '../../../shared/mail/email-address.ts';
import { isName } from '../../../shared/names.ts';
import type { Db } from '../../core/tables.ts';

export type Tools = { db: Db; config: Config; redisUrl: string; announceChanges: () => Promise<void> };
export type Flags = { json?: boolean };

/** Time limit for Redis to accept the news; every process polls anyway. */
const announceMs = 1_000;

/** Opens the stores, runs, prints the answer as JSON or as lines, and closes. */
export async function withTools(flags: Flags, run: (tools: Tools) => Promise<unknown>): Promise<void> {
  const { boot } = await import('../../core/boot.ts');
  const { config, log, db, redisUrl } = await boot('links-cli');
  log.level = 'silent';
  const announce = async () => {
    const { openRedis } = await import('../../../shared/redis/redis.ts');
    const { announceChanges } = await import('../../change-feed/nudge.ts');
    const redis = openRedis(redisUrl, 'queue', log);
    const late = new Promise((resolve) => setTimeout(resolve, announceMs));
    await Promise.race([announceChanges(redis, config.redisPrefix), late]);
    redis.disconnect();
  };
  try {
    const answer = await run({ db, config, redisUrl, announceChanges: announce });
    printAnswer(flags, answer);
  } finally {
    await db.destroy();
  }
}

/** An answer that is a text is printed as it is. */
export function printAnswer(flags: Flags, answer: unknown): void {
  if (typeof answer === 'string') process.stdout.write(`${answer}\n`);
  else process.stdout.write(flags.json ? `${JSON.stringify(answer)}\n` : `${inLines(answer)}\n`);
}

const inLines = (answer: unknown, indent = ''): string =>
  Object.entries((answer ?? { result: 'nothing to do' }) as object)
    .map(([name, value]) =>
      value !== null && typeof value === 'object'
        ? `${indent}${name}:\n${inLines(value, `${indent}  `)}`
        : `${indent}${name}: ${value}`,
    )
    .join('\n');

/** A command below another, with the flags that all have. */
export const command = (parent: Command, usage: string, description: string) =>
  parent.command(usage).description(description).option('--json', 'print the answer as one line of JSON');

/** An email in its stored form. */
export function parseEmail(text: string): string {
  const parsed = parseAddress(text);
  if ('fault' in parsed) throw new InvalidArgumentError(`it ${parsed.fault}`);
  return parsed.address;
}

export function parseName(text: string): string {
  if (!isName(text, longestName)) throw new InvalidArgumentError(`it needs 1 to ${longestName} characters on one line`);
  return text;
}
