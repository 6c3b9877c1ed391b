/** Jobs that change many contacts: progress and cancellation. */
import { useState } from 'preact/hooks';
import { Button } from '../../../../shared/ui/button.tsx';
import { Confirm } from '../../../../shared/ui/dialog.tsx';
import { number } from '../../../../shared/ui/format.ts';
import { ListCard, NameCell } from '../../../../shared/ui/list/list-card.tsx';
import { useEvery } from '../../../../shared/ui/load.ts';
import { Screen } from '../../../../shared/ui/screen.tsx';
import { Empty } from '../../../../shared/ui/states.tsx';
import type { Column } from '../../../../shared/ui/table.tsx';
import { api } from '../../core/api.ts';
import { type Known, useKnown } from '../../core/named-objects.ts';
import { usePaged } from '../../core/paged.ts';
import { may } from '../../core/session.ts';
import { Time } from '../../core/times.tsx';
import type { Job, RuleStep } from '../../core/types.ts';
import { filterWords } from '../../filter/words.ts';
import { text } from '../../text/text.ts';
import { isOver } from '../contacts/use-job.ts';
import { stepWords } from '../rules/words.ts';

const words = text.jobs;
const reloadEveryMs = 2_000;

const colours: Record<Job['status'], string> = {
  queued: 'tag',
  running: 'tag warn',
  done: 'tag good',
  cancelled: 'tag',
  failed: 'tag bad',
};

/** Describes a job's action, with the names of its tags, lists and fields. */
const nameOf = ({ action, parameters }: Job, known: Known): string =>
  known.kinds && action !== 'delete'
    ? stepWords({ ...parameters, action } as RuleStep, known)
    : (words.actions[action] ?? action);

const columns = (known: Known, onCancel: (job: Job) => void): Column<Job>[] => [
  {
    key: 'job',
    head: words.job,
    isGrowing: true,
    cell: (job) => (
      <NameCell
        name={nameOf(job, known)}
        note={[job.error, filterWords(job.filter, known), text.timeline.by(job.by)].filter(Boolean).join(' · ')}
      />
    ),
  },
  {
    key: 'status',
    head: words.status,
    cell: ({ status }) => <span class={colours[status]}>{words.statuses[status]}</span>,
  },
  {
    key: 'done',
    head: words.progress,
    isNumber: true,
    cell: ({ done, failed, total }) => (
      <span title={failed > 0 ? words.failures(failed) : undefined}>{words.doneOf(number(done), number(total))}</span>
    ),
  },
  {
    key: 'created',
    head: words.created,
    isNumber: true,
    isWide: true,
    cell: ({ created_at }) => <Time at={created_at} />,
  },
  {
    key: 'cancel',
    head: text.ui.cancel,
    isHeadHidden: true,
    isNumber: true,
    cell: (job) =>
      !isOver(job) &&
      may('editor') && (
        <Button kind="bare" aria-label={words.cancelJob(job.ID)} onClick={() => onCancel(job)}>
          {text.ui.cancel}
        </Button>
      ),
  },
];

export function Jobs() {
  const jobs = usePaged<Job>('/jobs');
  const known = useKnown();
  const [ending, setEnding] = useState<Job>();
  useEvery(reloadEveryMs, () => {
    if (jobs.data?.some((job) => !isOver(job))) jobs.reload();
  });
  return (
    <Screen title={words.title} note={words.note}>
      <ListCard
        of={jobs}
        steps={jobs.steps}
        empty={
          <Empty icon="clock" title={words.none}>
            {words.noneNote}
          </Empty>
        }
        label={words.title}
        columns={columns(known, setEnding)}
      />
      {ending && (
        <Confirm
          title={words.cancelTitle}
          action={words.cancel}
          keep={text.ui.keepIt}
          onClose={() => setEnding(undefined)}
          onConfirm={async () => {
            await api.post(`/job/cancel/${ending.ID}`);
            jobs.reload();
          }}
        >
          {words.cancelNote}
        </Confirm>
      )}
    </Screen>
  );
}
