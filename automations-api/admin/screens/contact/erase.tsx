/** Erases a contact at their request. The user types the email and sees what is kept. */
import { Confirm } from '../../../../shared/ui/dialog.tsx';
import { toast } from '../../../../shared/ui/toast.tsx';
import { api } from '../../core/api.ts';
import type { ContactRecord } from '../../core/types.ts';
import { text } from '../../text/text.ts';

const words = text.contact.erasing;

type EraseProps = { record: ContactRecord; onClose: () => void; onDone: () => void };

export const Erase = ({ record, onClose, onDone }: EraseProps) => (
  <Confirm
    title={words.title(record.email)}
    action={words.action}
    word={record.email}
    onClose={onClose}
    onConfirm={async () => {
      const { erased } = await api.post<{ erased: { [section: string]: number } }>(`/contact/erase/${record.id}`);
      const rows = Object.values(erased).reduce((sum, n) => sum + n, 0);
      toast(words.done(record.email, rows));
      onDone();
    }}
  >
    <div class="stack">
      <p>{words.lost}</p>
      <p class="small soft">{words.kept}</p>
    </div>
  </Confirm>
);
