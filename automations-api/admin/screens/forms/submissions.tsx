/** The answers to a form, newest first. */

import { Empty, Show } from '../../../../shared/ui/states.tsx';
import type { Column } from '../../../../shared/ui/table.tsx';
import { Table } from '../../../../shared/ui/table.tsx';
import { PageSteps } from '../../core/page-steps.tsx';
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
  const submissions = usePaged(
    `/form/${form.ID}/submissions`,
    (answer: { submissions: Submission[] }) => answer.submissions,
  );
  return (
    <section class="card list-card">
      <Show of={submissions}>
        {(rows) =>
          rows.length === 0 ? (
            <Empty icon="inbox" title={words.noSubmissions}>
              {words.noSubmissionsNote}
            </Empty>
          ) : (
            <Table label={words.submissions} rows={rows} columns={columns} idOf={({ ID }) => String(ID)} />
          )
        }
      </Show>
      <PageSteps of={submissions} />
    </section>
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
    cell: ({ email, contact_id: contact }) =>
      contact > 0 ? (
        <a class="first" href={pathTo('contact', { id: String(contact) })}>
          {email}
        </a>
      ) : (
        <span class="first">{email}</span>
      ),
  },
  {
    key: 'outcome',
    head: words.outcome,
    cell: ({ outcome }) => <span class={`tag ${tones[outcome]}`}>{words.outcomes[outcome]}</span>,
  },
  { key: 'at', head: words.at, isNumber: true, class: 'soft', cell: ({ created_at: at }) => <Time at={at} /> },
];
