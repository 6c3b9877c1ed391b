/** Conversion of rules and runs to answers. */
import type { EventKind, ExportColumn, FilterCriterion, RuleStep, Step } from '../../../host/extensions.ts';
import { sqlDate } from '../core/dates.ts';
import { readChain } from './chains.ts';
import type { Definition } from './definition.ts';
import type { Rule } from './queries.ts';
import { definitionOf, type RunCounts, type RunReferences, type RunStepRow } from './run-list-queries.ts';
import type { RunRow } from './run-queries.ts';
import { findPlace, listPlaces, placeAfter } from './walk.ts';

export const showRule = ({ id, name, version, active, created_at, updated_at, definition }: Rule, runs: RunCounts) => ({
  ID: id,
  name,
  trigger: definition.trigger,
  conditions: definition.conditions,
  steps: definition.steps,
  goal: definition.goal,
  entry: definition.entry,
  active,
  version,
  runs,
  created_at: sqlDate(created_at),
  updated_at: updated_at && sqlDate(updated_at),
});

/** Converts a kind of step to its answer, without its functions. */
export const showStepKind = ({ name, label, says, note, icon, members, right, ...kind }: RuleStep) => ({
  name,
  label,
  says,
  note: note ?? null,
  icon: icon ?? null,
  members,
  bare: kind.isBare ?? false,
  last: kind.isLast ?? false,
  pauses: kind.pauses !== undefined,
  needs_nobody: kind.needsNobody ?? false,
  right: right ?? null,
});

export const showEventKind = ({ name, label, title, says, members, leavesNobody = false }: EventKind) => ({
  name,
  label,
  title,
  says: says ?? null,
  members: members ?? { properties: {} },
  leaves_nobody: leavesNobody,
});

export const showCriterionKind = (kind: FilterCriterion) => ({
  name: kind.name,
  label: kind.label,
  parameters: 'parameters' in kind ? [...kind.parameters] : [`criterion[${kind.name}]`],
  value: 'value' in kind ? kind.value : null,
});

export const showColumnKind = ({ name, label, isRare = false }: ExportColumn) => ({ name, label, rare: isRare });

export const showRun = (run: RunRow, references: RunReferences) => ({
  ID: run.id,
  rule_id: run.rule_id,
  rule_name: references.rules.get(run.rule_id) ?? null,
  version: run.version,
  contact_id: run.contact_id,
  contact_email: references.emails.get(run.contact_id) ?? null,
  event: run.event,
  led_by: [...readChain(run.chain)],
  led_by_rules: readChain(run.chain).map((id) => ({ ID: id, name: references.rules.get(id) ?? null })),
  status: run.status,
  /** The id and the position of the step that is due or waiting, or of the last step once the run has ended. */
  step: run.step,
  path: run.path,
  next_step: nextOf(run, definitionOf(run, references)),
  reason: run.reason,
  due_at: run.due_at && sqlDate(run.due_at),
  created_at: sqlDate(run.created_at),
  ended_at: run.ended_at && sqlDate(run.ended_at),
});

/** Returns the step that an open run performs next. A branch is shown without its steps. */
function nextOf({ status, step, path }: RunRow, definition: Definition | undefined) {
  const place = definition && findPlace(definition.steps, step);
  if (!place || (status !== 'running' && status !== 'waiting')) return null;
  const next = status === 'running' ? place : placeAfter(definition.steps, { step: place.step, path });
  return next ? withoutBranches(next.step) : null;
}

export const withoutBranches = ({ then: _, else: __, ...step }: Step): Step => step;

/** Converts each step of the run's version, with its outcome; null if the run did not enter it. */
export const showRunSteps = ({ steps }: Definition, done: RunStepRow[]) =>
  listPlaces(steps).map(({ step, path }) => {
    const { id, ...fields } = withoutBranches(step);
    const row = done.find((one) => one.step === id);
    return {
      step: id as number,
      path,
      ...fields,
      at: row ? sqlDate(row.at) : null,
      state: row?.state ?? null,
      outcome: row?.outcome ?? null,
      detail: row?.detail ?? null,
    };
  });
