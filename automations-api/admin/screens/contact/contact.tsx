/** One contact: its data, its timeline and actions. */
import { useState } from 'preact/hooks';
import { useRoute } from 'preact-iso';
import { dateTime } from '../../../../shared/ui/format.ts';
import { Screen } from '../../../../shared/ui/screen.tsx';
import { Bones, Show } from '../../../../shared/ui/states.tsx';
import { useQuery } from '../../../../shared/ui/url-state.ts';
import { useFieldGroups } from '../../contact-fields/field-groups.ts';
import { may } from '../../core/session.ts';
import { isoOf } from '../../core/times.tsx';
import type { ContactRecord } from '../../core/types.ts';
import { text } from '../../text/text.ts';
import { nameOf } from '../contacts/columns.tsx';
import { StatusBadge } from '../contacts/status-badge.tsx';
import { ContactRuns } from '../rules/contact-runs.tsx';
import { ContactActions } from './actions.tsx';
import { Details } from './details.tsx';
import { LinksCard } from './links-card.tsx';
import { Merge } from './merge.tsx';
import { StatusCard } from './status-card.tsx';
import { TermsCard } from './terms-card.tsx';
import { Timeline } from './timeline.tsx';
import { useContact } from './use-contact.ts';

const words = text.contact;

export function Contact() {
  const { id = '' } = useRoute().params;
  const [{ merge }, change] = useQuery();
  const loaded = useContact(id);
  const groups = useFieldGroups();
  const [round, setRound] = useState(0);
  // The heading appears together with the content, so that the layout does not shift.
  const record = (groups && loaded.data?.contact.db_contact) ?? undefined;
  const changed = () => {
    loaded.reload();
    setRound((n) => n + 1);
  };
  return (
    <Screen
      title={record ? nameOf(record) || record.email : words.title}
      note={record && <Note record={record} />}
      parent="contacts"
      actions={record && may('editor') && <ContactActions record={record} onMerge={() => change({ merge: 'with' })} />}
    >
      <Show of={record ? loaded : { ...loaded, data: undefined }} bones={<Bones rows={12} height={34} />}>
        {(detail) =>
          record &&
          groups && (
            <div class="halves">
              <div class="stack">
                <StatusCard record={record} onChanged={changed} />
                <TermsCard record={record} onChanged={changed} />
                <Details key={id} detail={detail} groups={groups} onSaved={changed} />
                {may('editor') && <LinksCard contactId={id} />}
                <ContactRuns contactId={id} round={round} />
              </div>
              <Timeline contactId={id} round={round} changedAt={record.last_modified} />
            </div>
          )
        }
      </Show>
      {merge && loaded.data && may('editor') && (
        <Merge
          keep={loaded.data}
          otherId={merge === 'with' ? undefined : merge}
          onChoose={(other) => change({ merge: other }, { isReplacing: true })}
          onClose={() => change({ merge: undefined })}
          onDone={changed}
        />
      )}
    </Screen>
  );
}

const Note = ({ record }: { record: ContactRecord }) => (
  <span class="bar contact-note">
    <StatusBadge code={record.status} />
    <span class="soft">{record.email}</span>
    <span class="soft">{words.since(dateTime(isoOf(record.creation_date)))}</span>
  </span>
);
