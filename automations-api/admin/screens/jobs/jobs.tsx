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
import { usePaged } from '../../core/paged.ts';
import { may } from '../../core/session.ts';
import { Time } from '../../core/times.tsx';
import type { Job } from '../../core/types.ts';
import { text } from '../../text/text.ts';
import { isOver } from '../contacts/use-job.ts';

const words = text.jobs;
const reloadEveryMs = 2_000;

const colours: Record<Job['status'], string> = {
  queued: 'tag',
  running: 'tag warn',
  done: 'tag good',
  cancelled: 'tag',
  failed: 'tag bad',
};

const columns = (onCancel: (job: Job) => void): Column<Job>[] => [
  {
    key: 'job',
    head: words.job,
    isGrowing: true,
    cell: (job) => (
      <NameCell name={words.actions[job.action] ?? job.action} note={job.error ?? text.timeline.by(job.by)} />
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
        columns={columns(setEnding)}
      />
      {ending && (
        <Confirm
          title={words.cancelTitle}
          action={words.cancel}
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
