/** Actions on one contact. */
import type { MenuItem } from '../../../../shared/ui/menu.tsx';
import { pathTo } from '../../core/routes.ts';
import type { ContactRecord } from '../../core/types.ts';
import { text } from '../../text/text.ts';

const words = text.contacts;

/** `acts` is false for viewers. */
export const rowMenu = (
  { id }: Pick<ContactRecord, 'id'>,
  acts: { edit: () => void; remove: () => void } | false,
): MenuItem[] => [
  { label: words.open, icon: 'user', href: pathTo('contact', { id }) },
  ...(acts
    ? [
        { label: words.edit, icon: 'edit', onSelect: acts.edit } as const,
        { label: words.merge, icon: 'people', href: pathTo('contact', { id }, { merge: 'with' }) } as const,
        { label: text.actions.delete, icon: 'trash', isBad: true, onSelect: acts.remove } as const,
      ]
    : []),
];
