/** The screen that merges two contacts: a search for the other one, then a comparison. */

import { useState } from 'preact/hooks';
import { Dialog } from '../../../../shared/ui/dialog.tsx';
import { useEnter } from '../../../../shared/ui/find/use-enter.ts';
import { useLoad, useSettled } from '../../../../shared/ui/load.ts';
import { Show } from '../../../../shared/ui/states.tsx';
import { uiText } from '../../../../shared/ui/text.ts';
import { api } from '../../core/api.ts';
import type { ContactDetail, ContactPage } from '../../core/types.ts';
import { text } from '../../text/later.ts';
import { nameOf } from '../contacts/columns.tsx';
import { StatusBadge } from '../contacts/status-badge.tsx';
import { CompareForm } from './compare.tsx';
import { getContact } from './use-contact.ts';

const words = text.merge;

type MergeProps = {
  keep: ContactDetail;
  /** The id of the other contact; undefined until it is chosen. */
  otherId: string | undefined;
  onChoose: (otherId: string) => void;
  onClose: () => void;
  onDone: () => void;
};

export function Merge({ keep, otherId, onChoose, onClose, onDone }: MergeProps) {
  const other = useLoad(otherId === undefined ? undefined : (signal) => getContact(otherId, signal), [otherId]);
  // After a merge, the next pair can have the same contact to keep.
  if (other.data && String(other.data.contact.id) === otherId)
    return <CompareForm key={otherId} keep={keep} other={other.data} onClose={onClose} onDone={onDone} />;
  return (
    <Dialog title={words.title(keep.contact.email)} onClose={onClose} isWide={otherId !== undefined}>
      {otherId === undefined ? (
        <FindOther keepId={String(keep.contact.id)} onChoose={onChoose} />
      ) : (
        <Show of={other}>{() => null}</Show>
      )}
    </Dialog>
  );
}

const shown = 8;

type FindOtherProps = { keepId: string; onChoose: (otherId: string) => void };

/** Searches for the other contact. Enter chooses the first result. */
function FindOther({ keepId, onChoose }: FindOtherProps) {
  const [typed, setTyped] = useState('');
  const search = useSettled(typed.trim());
  const found = useLoad(
    search === ''
      ? undefined
      : (signal) =>
          api
            .get<{ contact: ContactPage }>('/contacts', { search, limit: shown + 1 }, signal)
            .then(({ contact }) => contact.contacts.filter(({ id }) => id !== keepId).slice(0, shown)),
    [search, keepId],
  );
  const isPending = search !== typed.trim() || found.isLoading;
  const enter = useEnter(isPending ? undefined : found.data?.[0], isPending, ({ id }) => onChoose(id));
  return (
    <div class="stack">
      <p class="soft">{words.findNote}</p>
      <input
        type="search"
        dir="auto"
        aria-label={words.find}
        placeholder={words.find}
        value={typed}
        onInput={(event) => {
          setTyped(event.currentTarget.value);
          enter.forget();
        }}
        onKeyDown={({ key, isComposing }) => key === 'Enter' && !isComposing && enter.press()}
      />
      {search !== '' && (
        <Show of={found}>
          {(contacts) =>
            contacts.length === 0 ? (
              <p class="soft">{uiText.noneFound}</p>
            ) : (
              <ul class="merge-found">
                {contacts.map((contact) => (
                  <li key={contact.id}>
                    <button type="button" onClick={() => onChoose(contact.id)}>
                      <span class="cut" dir="auto">
                        <b>{nameOf(contact) || contact.email}</b> <span class="soft">{contact.email}</span>
                      </span>
                      <StatusBadge code={contact.status} />
                    </button>
                  </li>
                ))}
              </ul>
            )
          }
        </Show>
      )}
    </div>
  );
}
