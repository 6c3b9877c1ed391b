/** The answers to a form, newest first. */
import { OneOf } from '../../../../shared/ui/choice-buttons.tsx';
import { ListCard, NameCell } from '../../../../shared/ui/list/list-card.tsx';
import { Empty } from '../../../../shared/ui/states.tsx';
import type { Column } from '../../../../shared/ui/table.tsx';
import { useQuery } from '../../../../shared/ui/url-state.ts';
import { usePaged } from '../../core/paged.ts';
import { pathTo } from '../../core/routes.ts';
import { may } from '../../core/session.ts';
import { nameOfTerm, useTerms } from '../../core/terms.ts';
import { Time } from '../../core/times.tsx';
import type { SignupForm, Submission } from '../../core/types.ts';
import { text } from '../../text/later.ts';
import { useFieldLabels } from './field-labels.ts';

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
  const [{ outcome = '' }, change] = useQuery();
  const submissions = usePaged<Submission>(`/form/${form.ID}/submissions`, outcome ? { outcome } : {});
  const labelOf = useFieldLabels();
  const lists = useTerms('list');
  return (
    <ListCard
      of={submissions}
      steps={submissions.steps}
      head={
        form.posts > 0 && (
          <header>
            <OneOf
              label={words.outcome}
              value={outcome}
              options={{ '': words.allOutcomes, ...words.outcomes } as Record<string, string>}
              onChoose={(chosen) => change({ outcome: chosen || undefined, page: undefined })}
            />
          </header>
        )
      }
      empty={
        outcome ? (
          <Empty icon="inbox" title={words.noneOfOutcome} />
        ) : (
          <Empty icon="inbox" title={words.noSubmissions}>
            {words.noSubmissionsNote}
          </Empty>
        )
      }
      label={words.submissions}
      columns={columnsFor((submission) => answersOf(submission, labelOf, (id) => nameOfTerm(lists, id)))}
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

type Values = { fields?: Record<string, string | string[]>; lists: number[] } & Record<string, unknown>;

/** Returns the answers and the lists as one text. */
function answersOf({ values }: Submission, labelOf: (key: string) => string, nameOfList: (id: number) => string) {
  const { fields, lists, tags: _, ...columns } = values as Values;
  const answers = Object.entries({ ...columns, ...fields }).map(([key, value]) => [labelOf(key), value] as const);
  if (lists.length > 0) answers.push([words.lists, lists.map(nameOfList)]);
  return answers
    .map(([label, value]) => words.answer(label, Array.isArray(value) ? value.join(', ') : String(value)))
    .join(' · ');
}

const columnsFor = (answers: (submission: Submission) => string): Column<Submission>[] => [
  {
    key: 'email',
    head: words.email,
    isGrowing: true,
    class: 'submission',
    cell: (submission) => (
      <NameCell
        name={submission.email}
        href={submission.contact_id > 0 ? pathTo('contact', { id: String(submission.contact_id) }) : undefined}
        note={answers(submission)}
      />
    ),
  },
  {
    key: 'outcome',
    head: words.outcome,
    cell: ({ outcome }) => <span class={`tag ${tones[outcome]}`}>{words.outcomes[outcome]}</span>,
  },
  { key: 'at', head: words.at, isNumber: true, class: 'from-s soft', cell: ({ created_at: at }) => <Time at={at} /> },
];
