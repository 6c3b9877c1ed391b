/** One contact: all that is known of it, what happened, and what can be done. */
import { useState } from 'preact/hooks';
import { useLocation, useRoute } from 'preact-iso';
import { Confirm } from '../../../../shared/ui/dialog.tsx';
import { dateTime } from '../../../../shared/ui/format.ts';
import { Icon } from '../../../../shared/ui/icon.tsx';
import { useLoad } from '../../../../shared/ui/load.ts';
import { Menu } from '../../../../shared/ui/menu.tsx';
import { Screen } from '../../../../shared/ui/screen.tsx';
import { Show } from '../../../../shared/ui/states.tsx';
import { toast } from '../../../../shared/ui/toast.tsx';
import { api } from '../../api.ts';
import { pathTo } from '../../routes.ts';
import { may } from '../../session.ts';
import { text } from '../../text/text.ts';
import { isoOf } from '../../times.tsx';
import type { ContactDetail, ContactRecord } from '../../types.ts';
import { ContactRuns } from '../rules/contact-runs.tsx';
import { nameOf } from './columns.tsx';
import { ContactDetails } from './contact-details.tsx';
import { StatusBadge } from './status-badge.tsx';
import { Timeline } from './timeline.tsx';

const words = text.contact;

export function Contact() {
  const { id = '' } = useRoute().params;
  const loaded = useLoad(
    (signal) => api.get<{ contact: ContactDetail }>('/contact', { id }, signal).then((answer) => answer.contact),
    [id],
  );
  const record = loaded.data?.contact.db_contact ?? undefined;
  const [round, setRound] = useState(0);
  const changed = () => {
    loaded.reload();
    setRound((n) => n + 1);
  };
  return (
    <Screen
      title={record ? nameOf(record) || record.email : words.title}
      note={record && <Note record={record} />}
      above={
        <a class="text back" href={pathTo('contacts')}>
          <Icon name="left" size={14} />
          {text.contacts.title}
        </a>
      }
      actions={record && may('editor') && <Acts record={record} />}
    >
      <Show of={loaded}>
        {(detail) => (
          <div class="halves">
            <div class="stack">
              <ContactDetails key={detail.contact.db_contact?.last_modified} detail={detail} onSaved={changed} />
              <ContactRuns contactId={id} round={round} />
            </div>
            <Timeline contactId={id} round={round} />
          </div>
        )}
      </Show>
    </Screen>
  );
}

const Note = ({ record }: { record: ContactRecord }) => (
  <span class="bar">
    <StatusBadge code={record.status} />
    <span class="soft">{record.email}</span>
    <span class="soft">{words.since(dateTime(isoOf(record.creation_date)))}</span>
  </span>
);

function Acts({ record }: { record: ContactRecord }) {
  const { route } = useLocation();
  const [isDeleting, setDeleting] = useState(false);
  return (
    <>
      <Menu
        label={text.ui.actions(record.email)}
        class="btn"
        items={[{ label: text.actions.delete, icon: 'trash', isBad: true, onSelect: () => setDeleting(true) }]}
      >
        <Icon name="more" />
      </Menu>
      {isDeleting && (
        <Confirm
          title={text.contacts.deleteTitle(nameOf(record) || record.email)}
          action={text.actions.delete}
          onClose={() => setDeleting(false)}
          onConfirm={async () => {
            await api.delete(`/contact/${record.id}`);
            toast(text.contacts.deleted(record.email));
            route(pathTo('contacts'), true);
          }}
        >
          {text.contacts.deleteNote}
        </Confirm>
      )}
    </>
  );
}
