/** The runs of a rule, newest first: contact, status and next step. Reloads while open. */
import { useState } from 'preact/hooks';
import { number } from '../../../../shared/ui/format.ts';
import { ListCard, NameCell } from '../../../../shared/ui/list/list-card.tsx';
import { useEvery } from '../../../../shared/ui/load.ts';
import { Pager } from '../../../../shared/ui/pager.tsx';
import { rowsOf } from '../../../../shared/ui/pages.ts';
import { Empty } from '../../../../shared/ui/states.tsx';
import type { Column } from '../../../../shared/ui/table.tsx';
import { useQuery } from '../../../../shared/ui/url-state.ts';
import { type Known, useKnown } from '../../core/named-objects.ts';
import { pathTo } from '../../core/routes.ts';
import { may } from '../../core/session.ts';
import { Time } from '../../core/times.tsx';
import type { Rule, RuleRun } from '../../core/types.ts';
import { text } from '../../text/later.ts';
import { CancelRun, OneRun } from './one-run.tsx';
import { allRuns, isOpen, openRuns, RunStatusTag, runStatuses } from './run-status.tsx';
import { isStepState } from './step-counts.tsx';
import { placesOf } from './step-tree.ts';
import { useRuns } from './use-runs.ts';
import { nextWords, placeWords, stepWords } from './words.ts';

const words = text.rules;
const pageSize = 25;
const reloadEveryMs = 4_000;

export function Runs({ rule, reload }: { rule: Rule; reload: () => void }) {
  const [{ status = '', step = '', state = '', run }, change] = useQuery();
  const known = useKnown();
  const [ending, setEnding] = useState<RuleRun>();
  const [round, setRound] = useState(0);
  const runs = useRuns(`/rule/${rule.ID}/runs`, { status, step, state, limit: pageSize });
  const reloadAll = () => {
    // A reload would remove the other pages that the user has loaded.
    if ((runs.data?.items.length ?? 0) <= pageSize) runs.reload();
    reload();
  };
  useEvery(reloadEveryMs, () => {
    if (rule.active || openRuns(rule) > 0) reloadAll();
  });
  const actions = (one: RuleRun) => [
    { label: words.run.open, icon: 'list' as const, onSelect: () => change({ run: String(one.ID) }) },
    ...(isOpen(one) && may('editor')
      ? [{ label: words.run.cancel, icon: 'close' as const, isBad: true, onSelect: () => setEnding(one) }]
      : []),
  ];
  const ended = () => {
    reloadAll();
    setRound(round + 1);
  };
  return (
    <ListCard
      of={rowsOf(runs)}
      head={
        <header>
          {step === '' ? (
            <StatusFilter rule={rule} status={status} onChoose={(chosen) => change({ status: chosen })} />
          ) : (
            <AtStep rule={rule} id={step} state={state} known={known} />
          )}
        </header>
      }
      empty={
        <Empty icon="clock" title={status || step ? words.run.noneSuch : words.run.none}>
          {status || step ? undefined : words.run.noneNote}
        </Empty>
      }
      label={words.runs}
      columns={columnsFor(known, (one) => change({ run: String(one.ID) }))}
      nameOf={emailOf}
      actions={actions}
    >
      <Pager pages={runs} shown={words.run.shown} moreLabel={text.timeline.more} />
      {run && <OneRun id={run} round={round} onCancel={setEnding} onClose={() => change({ run: undefined })} />}
      {ending && <CancelRun run={ending} onClose={() => setEnding(undefined)} onEnded={ended} />}
    </ListCard>
  );
}

type StatusFilterProps = { rule: Rule; status: string; onChoose: (status: string | undefined) => void };

function StatusFilter({ rule, status, onChoose }: StatusFilterProps) {
  const one = (value: string, label: string, count: number) => (
    <button key={value} type="button" aria-pressed={status === value} onClick={() => onChoose(value || undefined)}>
      {label} <span class="soft">{number(count)}</span>
    </button>
  );
  return (
    <fieldset class="choice">
      <legend class="sr">{words.run.filter}</legend>
      {one('', words.run.all, allRuns(rule))}
      {runStatuses
        .filter((value) => rule.runs[value] > 0 || value === status)
        .map((value) => one(value, words.statuses[value], rule.runs[value]))}
    </fieldset>
  );
}

type AtStepProps = { rule: Rule; id: string; state: string; known: Known };

/** Shows which step's runs are listed, with a link to all runs. */
function AtStep({ rule, id, state, known }: AtStepProps) {
  const found = placesOf(rule.steps).find(({ step }) => String(step.id) === id);
  return (
    <div class="bar">
      <p dir="auto">
        <b>{isStepState(state) ? words.counts.states[state] : words.counts.all}</b>{' '}
        {found ? `${placeWords(found.place)}: ${stepWords(found.step, known)}` : words.counts.removedStep}
      </p>
      <a class="text" href={pathTo('rule', { id: String(rule.ID) }, { part: 'runs' })}>
        {words.counts.showAll}
      </a>
    </div>
  );
}

const emailOf = ({ contact_email, contact_id }: RuleRun): string => contact_email ?? words.run.gone(contact_id);

const columnsFor = (known: Known, onOpen: (run: RuleRun) => void): Column<RuleRun>[] => [
  {
    key: 'contact',
    head: words.run.contact,
    isGrowing: true,
    cell: (run) => (
      <>
        <NameCell
          name={run.contact_email ?? <span class="soft">{emailOf(run)}</span>}
          href={run.contact_email ? pathTo('contact', { id: String(run.contact_id) }) : undefined}
          note={nextWords(run, known)}
        />
        {run.due_at && (
          <span class="till-m soft small">
            <Time at={run.due_at} />
          </span>
        )}
      </>
    ),
  },
  {
    key: 'status',
    head: words.run.status,
    cell: (run) => (
      <button
        type="button"
        class="plain-button"
        aria-label={words.run.openOf(emailOf(run))}
        onClick={() => onOpen(run)}
      >
        <RunStatusTag status={run.status} />
      </button>
    ),
  },
  { key: 'due', head: words.run.nextAt, isNumber: true, class: 'from-m', cell: ({ due_at }) => <Time at={due_at} /> },
  {
    key: 'since',
    head: words.run.since,
    isNumber: true,
    class: 'from-l soft',
    cell: ({ created_at }) => <Time at={created_at} />,
  },
];
