/** The tags of a row, with a box that adds and removes them. */
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Button } from '../../../../shared/ui/button.tsx';
import { TagLinks } from '../../../../shared/ui/list/tag-links.tsx';
import { placeBy } from '../../../../shared/ui/place-popover.ts';
import { toastError } from '../../../../shared/ui/toast.tsx';
import { changeTerms, idsIn } from '../../core/memberships.ts';
import { pathTo } from '../../core/routes.ts';
import { TermBox } from '../../core/term-box.tsx';
import { nameOfTerm, type TermKind } from '../../core/terms.ts';
import type { ContactRecord, Term } from '../../core/types.ts';
import { text } from '../../text/text.ts';

const words = text.contacts;

type TermLinksProps = { kind: TermKind; ids: readonly string[]; known: Term[] | undefined };

export const TermLinks = ({ kind, ids, known }: TermLinksProps) => (
  <TagLinks tags={ids.map((id) => ({ label: nameOfTerm(known, id), href: pathTo('contacts', {}, { [kind]: id }) }))} />
);

type TagsCellProps = {
  contact: ContactRecord;
  known: Term[] | undefined;
  /** Called with the contact's new tags. */
  onChange: (tags: string) => void;
};

export function TagsCell({ contact, known, onChange }: TagsCellProps) {
  const [isOpen, setOpen] = useState(false);
  const anchor = useRef<HTMLSpanElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const ids = idsIn(contact.tags);
  const close = () => {
    setOpen(false);
    anchor.current?.querySelector('button')?.focus();
  };
  useLayoutEffect(() => {
    if (!isOpen || !box.current || !anchor.current) return;
    box.current.showPopover();
    placeBy(anchor.current, box.current);
    box.current.querySelector('input')?.focus();
  }, [isOpen]);
  const change = async (after: string[]) => {
    onChange(JSON.stringify(after.map(Number)));
    try {
      await changeTerms('tag', contact.id, ids, after);
    } catch (error) {
      onChange(contact.tags);
      toastError(error as Error);
    }
  };
  return (
    <span class="tags-cell" ref={anchor}>
      <TermLinks kind="tag" ids={ids} known={known} />
      <Button
        kind="bare"
        icon={ids.length > 0 ? 'edit' : 'plus'}
        label={words.editTags(contact.email)}
        aria-expanded={isOpen}
        onClick={() => setOpen(true)}
      />
      {isOpen && (
        <div
          ref={box}
          class="tags-box"
          popover="auto"
          onToggle={(event) => {
            // Popovers inside the box also send this event when they close.
            const isOwn = event.target === box.current;
            if (isOwn && (event as unknown as ToggleEvent).newState === 'closed') close();
          }}
        >
          <TermBox kind="tag" label={words.tagsOf(contact.email)} values={ids} onChange={(now) => void change(now)} />
        </div>
      )}
    </span>
  );
}
