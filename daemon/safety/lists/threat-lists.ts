/**
 * The lists that a process checks destinations against: downloaded lists as sets of hash prefixes, and the operator's as
 * texts. Each list is replaced as a whole, so a check sees either the old or the new one.
 */
import { prefixOf } from '../core/canonical.ts';
import type { Listed } from '../core/check.ts';
import type { PrefixSet } from './prefix-set.ts';

export type OwnRules = { allow: ReadonlySet<string>; block: ReadonlySet<string> };

export type ThreatLists = {
  /** Returns the verdict on a URL's expressions. The operator's allowed entries take precedence. */
  find(expressions: string[]): Listed | undefined;
  replaceRules(rules: OwnRules): void;
  replaceList(name: string, set: PrefixSet): void;
  removeList(name: string): void;
  numbers(): { entries: number; bytes: number };
};

/** The name of the operator's list in findings. */
export const ownList = 'operator';

export function createThreatLists(): ThreatLists {
  let rules: OwnRules = { allow: new Set(), block: new Set() };
  let sets = new Map<string, PrefixSet>();
  return {
    find(expressions) {
      if (rules.allow.size > 0 && expressions.some((expression) => rules.allow.has(expression)))
        return { verdict: 'allowed' };
      if (rules.block.size > 0 && expressions.some((expression) => rules.block.has(expression))) {
        return { verdict: 'blocked', list: ownList };
      }
      if (sets.size === 0) return undefined;
      for (const expression of expressions) {
        const prefix = prefixOf(expression);
        for (const [name, set] of sets) if (set.has(prefix)) return { verdict: 'blocked', list: name };
      }
      return undefined;
    },
    replaceRules(next) {
      rules = next;
    },
    replaceList(name, set) {
      sets = new Map(sets).set(name, set);
    },
    removeList(name) {
      sets = new Map([...sets].filter(([other]) => other !== name));
    },
    numbers: () => ({
      entries: [...sets.values()].reduce((sum, { size }) => sum + size, rules.allow.size + rules.block.size),
      bytes: [...sets.values()].reduce((sum, { bytes }) => sum + bytes, 0),
    }),
  };
}
