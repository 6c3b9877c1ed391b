/** The result of a check: a state, a sentence, and a remedy if there is a problem. Contains no secrets. */
import type { Redis } from 'ioredis';
import type { QueryExecutorProvider } from 'kysely';
import type { Config } from '../../config/config.ts';
import { isStoreDown } from '../../errors.ts';
import { messageOf } from '../../log/log-error.ts';
import { explain } from '../../process/entry.ts';

export const states = ['ok', 'warning', 'failed', 'unknown'] as const;
export type State = (typeof states)[number];
/** `todo`: an exact command, setting or place; '' if all is well. */
export type Finding = { state: State; found: string; todo: string };

export const ok = (found: string): Finding => ({ state: 'ok', found, todo: '' });
export const warning = (found: string, todo: string): Finding => ({ state: 'warning', found, todo });
export const failed = (found: string, todo: string): Finding => ({ state: 'failed', found, todo });
export const unknown = (found: string, todo: string): Finding => ({ state: 'unknown', found, todo });

export type Rule = [isFault: boolean, finding: Finding];

/** Returns the findings of all broken rules, or one finding with `well` if none is broken. */
export function evaluate(rules: readonly Rule[], well: string): Finding | Finding[] {
  const faults = rules.flatMap(([isFault, finding]) => (isFault ? [finding] : []));
  return faults.length > 0 ? faults : ok(well);
}

/** The installation to check. Stores that are not configured are undefined. */
export type Subject = {
  config: Config;
  /** The database of the link service. */
  links?: QueryExecutorProvider;
  /** The database of contact automation, whose tables have TABLE_PREFIX. */
  contacts?: QueryExecutorProvider;
  redis?: Redis;
  now: Date;
};

export const groups = ['Settings', 'Stores', 'Services', 'Machine', 'Addresses', 'Messages', 'Data'] as const;
export type Group = (typeof groups)[number];

/** `look` returns nothing if the check does not apply. If it throws, the state is `unknown`. */
export type Check = {
  group: Group;
  name: string;
  look: (subject: Subject) => Promise<Finding | Finding[]>;
  /** Time limit of the check; default `lookMs`. */
  withinMs?: number;
};

export const lookMs = 5_000;

/** An error for an unavailable store. Another check reports the reason. */
export class StoreAway extends Error {
  override name = 'StoreAway';
}

/** Describes why a store failed. */
export const whyAway = (error: unknown): string =>
  isStoreDown(error)
    ? `it does not answer (${(error as NodeJS.ErrnoException).code ?? messageOf(error as Error)})`
    : explain(error);

export function need<Store>(store: Store | undefined, name: 'MySQL' | 'Redis'): Store {
  if (store === undefined) throw new StoreAway(`${name} does not exist`);
  return store;
}
