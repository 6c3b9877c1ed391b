/**
 * The recorder that starts runs: it inserts one for every active rule that a change triggers. It also wakes and ends
 * open runs. A worker checks conditions and runs steps.
 */
import type { Insertable } from 'kysely';
import { lockContactsById } from '../contacts/core/queries.ts';
import type { EventRecorder, RecordedEvent } from '../core/events.ts';
import type { RuleRunTable, Trx } from '../core/tables.ts';
import { type Chain, chainOf, findLoop, writeChain } from './chains.ts';
import { anyEvent, type EventKinds, refusesEntry } from './definition.ts';
import type { KnownRules } from './known-rules.ts';
import type { Rule } from './queries.ts';
import { countRunsSince, deleteRunsOfContacts, insertRuns, listEntries } from './run-queries.ts';
import { isMerge, isTriggeredBy } from './triggers.ts';
import { type Waking, wakeRuns } from './wake.ts';

/** Maximum number of runs of a rule for one contact. Only a loop through other systems exceeds it. */
export const mostRunsADay = 100;
const dayMs = 86_400_000;

type Triggered = { rule: Rule; event: string; contactId: number; chain: Chain };

export const ruleRecorder = (known: KnownRules, waking: Waking): EventRecorder => ({
  async prepare() {
    const { rules, wakingEvents } = await known.read();
    return async (trx, events) => {
      await forgetDeleted(trx, events);
      if (events.some(({ name }) => wakingEvents.has(name) || wakingEvents.has(anyEvent)))
        await wakeRuns(waking, trx, events);
      const triggered = findTriggered(rules, waking.registries.events, events);
      if (triggered.length > 0) await insertRuns(trx, await toRuns(trx, triggered, new Date()));
    };
  },
  committed() {},
});

/** Deletes the runs of deleted contacts. */
async function forgetDeleted(trx: Trx, events: RecordedEvent[]): Promise<void> {
  const deleted = events.filter(({ name }) => name === 'contact.deleted').map(({ contactId }) => contactId);
  if (deleted.length > 0) await deleteRunsOfContacts(trx, deleted);
}

/**
 * Finds triggered rules. If several events of a change trigger a rule for the same contact, only the first one
 * counts.
 */
function findTriggered(rules: Rule[], kinds: EventKinds, events: RecordedEvent[]): Triggered[] {
  if (rules.length === 0) return [];
  const found = new Map<string, Triggered>();
  for (const { name, contactId, data, by, startsNoRule } of events) {
    // Merges trigger no rules, because the contact did nothing.
    if (startsNoRule || isMerge(data)) continue;
    for (const rule of rules) {
      const key = `${contactId}:${rule.id}`;
      if (found.has(key) || !isTriggeredBy(kinds, rule.definition.trigger, { name, data })) continue;
      found.set(key, { rule, event: name, contactId, chain: chainOf(by, contactId) });
    }
  }
  return [...found.values()];
}

async function toRuns(trx: Trx, all: Triggered[], now: Date): Promise<Insertable<RuleRunTable>[]> {
  const triggered = await keepAllowed(trx, all, now);
  if (triggered.length === 0) return [];
  const contactIds = [...new Set(triggered.map(({ contactId }) => contactId))];
  const ruleIds = [...new Set(triggered.map(({ rule }) => rule.id))];
  const counts = await countRunsSince(trx, contactIds, ruleIds, new Date(now.getTime() - dayMs));
  return triggered.flatMap((one) => {
    const count = counts.get(`${one.contactId}:${one.rule.id}`) ?? 0;
    // Stores only the first run over the limit, so that users can see it.
    if (count > mostRunsADay) return [];
    const tooMany = count === mostRunsADay ? `too many runs: ${mostRunsADay} in a day` : undefined;
    return [toRun(one, findLoop(one.chain, one.rule.id) ?? tooMany, now)];
  });
}

/** Leaves out runs that the rule's entry refuses. */
async function keepAllowed(trx: Trx, triggered: Triggered[], now: Date): Promise<Triggered[]> {
  const limited = triggered.filter(({ rule }) => rule.definition.entry !== 'again');
  if (limited.length === 0) return triggered;
  const contactIds = [...new Set(limited.map(({ contactId }) => contactId))];
  await lockContactsById(trx, contactIds);
  const entries = await listEntries(trx, contactIds, [...new Set(limited.map(({ rule }) => rule.id))]);
  return triggered.filter(
    ({ rule, contactId }) =>
      !entries.some(
        ({ rule_id, contact_id, entered_at }) =>
          rule_id === rule.id &&
          contact_id === contactId &&
          refusesEntry(rule.definition.entry, entered_at as Date, now),
      ),
  );
}

function toRun({ rule, event, contactId, chain }: Triggered, stopped: string | undefined, now: Date) {
  const step = rule.definition.steps[0]?.id;
  const run = { rule_id: rule.id, version: rule.version, contact_id: contactId, event, step, created_at: now };
  const written = { ...run, chain: writeChain(chain) };
  return stopped === undefined
    ? { ...written, status: 'running' as const, is_open: true, due_at: now }
    : { ...written, status: 'stopped' as const, reason: stopped, is_open: null, due_at: null, ended_at: now };
}
