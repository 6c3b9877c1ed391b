/**
 * Chains of rules that trigger each other, kept per contact with the caller of a change. They are used to detect
 * loops.
 */
import type { Caller } from '../../../host/core/route.ts';

/** Ids of rules in the order of their runs. */
export type Chain = readonly number[];

const longest = 10;
const chains = new WeakMap<Caller, ReadonlyMap<number, Chain>>();

/** Creates the caller of a rule's changes. `chainsByContact` has the rules that caused its runs. */
export function ruleCaller(
  { id, name }: { id: number; name: string },
  chainsByContact: ReadonlyMap<number, Chain>,
): Caller {
  const by = { type: 'rule', id, name };
  chains.set(by, chainsByContact);
  return by;
}

/**
 * Returns the chain of rules that caused a contact's change, with `by` as the last one. Returns an empty chain if
 * `by` is not a rule.
 */
export const chainOf = (by: Caller, contactId: number): Chain =>
  by.type === 'rule' ? [...(chains.get(by)?.get(contactId) ?? []), by.id] : [];

/** Returns the reason why a rule must not run after a chain; undefined if it can. */
export function findLoop(chain: Chain, ruleId: number): string | undefined {
  if (chain.includes(ruleId)) return `loop: rules ${[...chain, ruleId].join(', ')} trigger each other`;
  if (chain.length >= longest) return `loop: more than ${longest} rules in a row`;
  return undefined;
}

export const writeChain = (chain: Chain) => chain.join(',');
export const readChain = (text: string): Chain => (text === '' ? [] : text.split(',').map(Number));
