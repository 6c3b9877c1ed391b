/** Which rules caused a change: kept with the caller of the change, for each contact. Finds loops. */
import type { Caller } from '../../../host/core/route.ts';

/** Ids of rules, the first that ran first. */
export type Chain = readonly number[];

const longest = 10;
const chains = new WeakMap<Caller, ReadonlyMap<number, Chain>>();

/** The caller for a rule's changes; `led` has the rules that caused its runs, by contact. */
export function ruleCaller({ id, name }: { id: number; name: string }, led: ReadonlyMap<number, Chain>): Caller {
  const by = { type: 'rule', id, name };
  chains.set(by, led);
  return by;
}

/** The chain of rules that caused a change of a contact by `by`, itself last; empty if no rule was involved. */
export const chainOf = (by: Caller, contactId: number): Chain =>
  by.type === 'rule' ? [...(chains.get(by)?.get(contactId) ?? []), by.id] : [];

/** Why a rule must not run at the end of a chain; undefined when it can. */
export function findLoop(chain: Chain, ruleId: number): string | undefined {
  if (chain.includes(ruleId)) return `loop: rules ${[...chain, ruleId].join(', ')} trigger each other`;
  if (chain.length >= longest) return `loop: more than ${longest} rules one after the other`;
  return undefined;
}

export const writeChain = (chain: Chain) => chain.join(',');
export const readChain = (text: string): Chain => (text === '' ? [] : text.split(',').map(Number));
