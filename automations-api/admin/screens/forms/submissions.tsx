/** The answers to a form, newest first. */
import { ListCard, NameCell } from '../../../../shared/ui/list/list-card.tsx';
import { Empty } from '../../../../shared/ui/states.tsx';
import type { Column } from '../../../../shared/ui/table.tsx';
import { usePaged } from '../../core/paged.ts';
import { pathTo } from '../../core/routes.ts';
import { may } from '../../core/session.ts';
import { Time } from '../../core/times.tsx';
import type { SignupForm, Submission } from '../../core/types.ts';
import { text } from '../../text/text.ts';

const words = text.forms;

export const Submissions = ({ form }: { form: SignupForm }) =>
  may('editor') ? (
    <SubmissionList form={form} />
  ) : (
    <section class="card">
      <Empty icon="lock" title={words.notForViewers} />
    </section>
  );

function SubmissionList({ form }: { form: SignupForm }) {
  const submissions = usePaged<Submission>(`/form/${form.ID}/submissions`);
  return (
    <ListCard
      of={submissions}
      steps={submissions.steps}
      empty={
        <Empty icon="inbox" title={words.noSubmissions}>
          {words.noSubmissionsNote}
        </Empty>
      }
      label={words.submissions}
      columns={columns}
    />
  );
}

const tones: Record<Submission['outcome'], string> = {
  confirmed: 'good',
  added: 'good',
  new: 'warn',
  waiting: 'warn',
  limited: 'bad',
  refused: 'bad',
};

const columns: Column<Submission>[] = [
  {
    key: 'email',
    head: words.email,
    isGrowing: true,
    cell: ({ email, contact_id: id }) => (
      <NameCell name={email} href={id > 0 ? pathTo('contact', { id: String(id) }) : undefined} />
    ),
  },
  {
    key: 'outcome',
    head: words.outcome,
    cell: ({ outcome }) => <span class={`tag ${tones[outcome]}`}>{words.outcomes[outcome]}</span>,
  },
  { key: 'at', head: words.at, isNumber: true, class: 'soft', cell: ({ created_at: at }) => <Time at={at} /> },
];
