/** The menu of actions on a contact, for editors. */
import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { Confirm } from '../../../../shared/ui/dialog.tsx';
import { MoreMenu } from '../../../../shared/ui/menu.tsx';
import { saveFile } from '../../../../shared/ui/save-file.ts';
import { toast, toastError } from '../../../../shared/ui/toast.tsx';
import { api } from '../../core/api.ts';
import { pathTo } from '../../core/routes.ts';
import type { ContactRecord } from '../../core/types.ts';
import { text } from '../../text/text.ts';
import { DeleteContact } from '../contacts/dialogs.tsx';

const words = text.contact;

type ContactActionsProps = { record: ContactRecord; onMerge: () => void };

export function ContactActions({ record, onMerge }: ContactActionsProps) {
  const { route } = useLocation();
  const [dialog, setDialog] = useState<'delete' | 'erase'>();
  const close = () => setDialog(undefined);
  const leave = () => route(pathTo('contacts'), true);
  const download = (format: PersonFormat) => () => void downloadPerson(record.id, format).catch(toastError);
  return (
    <>
      <MoreMenu
        name={record.email}
        items={[
          { label: text.contacts.merge, icon: 'people', onSelect: onMerge },
          { label: words.exportJson, icon: 'download', isApart: true, onSelect: download('json') },
          { label: words.exportPage, icon: 'download', onSelect: download('html') },
          {
            label: text.actions.delete,
            icon: 'trash',
            isBad: true,
            isApart: true,
            onSelect: () => setDialog('delete'),
          },
          { label: words.erase, icon: 'trash', isBad: true, onSelect: () => setDialog('erase') },
        ]}
      />
      {dialog === 'delete' && <DeleteContact contact={record} onClose={close} onDone={leave} />}
      {dialog === 'erase' && <Erase record={record} onClose={close} onDone={leave} />}
    </>
  );
}

/** The format of a contact's data. `html`: a page to read and print. */
type PersonFormat = 'json' | 'html';

async function downloadPerson(id: string, format: PersonFormat): Promise<void> {
  const blob =
    format === 'html'
      ? await api.blob(`/contact/${id}/export`, { format })
      : new Blob([JSON.stringify((await api.get<{ export: unknown }>(`/contact/${id}/export`)).export, null, 2)], {
          type: 'application/json',
        });
  saveFile(blob, `contact-${id}.${format}`);
}

type EraseProps = { record: ContactRecord; onClose: () => void; onDone: () => void };

/** Erases a contact at the contact's request. The user types the email address and sees which data is kept. */
const Erase = ({ record, onClose, onDone }: EraseProps) => (
  <Confirm
    title={words.erasing.title(record.email)}
    action={words.erasing.action}
    word={record.email}
    onClose={onClose}
    onConfirm={async () => {
      const { erased } = await api.post<{ erased: { [section: string]: number } }>(`/contact/erase/${record.id}`);
      const rows = Object.values(erased).reduce((sum, n) => sum + n, 0);
      toast(words.erasing.done(record.email, rows));
      onDone();
    }}
  >
    <div class="stack">
      <p>{words.erasing.lost}</p>
      <p class="small soft">{words.erasing.kept}</p>
    </div>
  </Confirm>
);
