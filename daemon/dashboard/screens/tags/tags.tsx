/** The list of tags, with their numbers of links. Tags can be renamed, merged and deleted. */
import { useState } from 'preact/hooks';
import { links } from '../../../../shared/limits-of-fields.ts';
import { Confirm } from '../../../../shared/ui/dialog.tsx';
import { number } from '../../../../shared/ui/format.ts';
import { NameCell } from '../../../../shared/ui/list/list-card.tsx';
import { NamedList, useFound } from '../../../../shared/ui/list/named-list.tsx';
import { useLoad } from '../../../../shared/ui/load.ts';
import { NameDialog } from '../../../../shared/ui/name-dialog.tsx';
import type { Column } from '../../../../shared/ui/table.tsx';
import { toast } from '../../../../shared/ui/toast.tsx';
import { api } from '../../core/api.ts';
import { pathTo } from '../../core/routes.ts';
import { may } from '../../core/session.ts';
import type { Tag } from '../../core/types.ts';
import { text } from '../../text/later.ts';
import { ShareDialog } from '../share/share-dialog.tsx';

const words = text.tags;
const nameOf = ({ tag }: Tag) => tag;
const pathOf = ({ tag }: Tag) => `/tags/${encodeURIComponent(tag)}`;

const columns: Column<Tag>[] = [
  {
    key: 'tag',
    head: words.tag,
    isGrowing: true,
    cell: ({ tag }) => <NameCell name={tag} href={pathTo('links', {}, { tag })} />,
  },
  { key: 'count', head: words.links, isNumber: true, cell: ({ count }) => number(count) },
];

export function Tags() {
  const tags = useLoad((signal) => api.get<{ tags: Tag[] }>('/tags', {}, signal).then((answer) => answer.tags), []);
  const [renaming, setRenaming] = useState<Tag>();
  const [deleting, setDeleting] = useState<Tag>();
  const [sharing, setSharing] = useState<Tag>();
  const actions = (tag: Tag) => [
    { label: words.showLinks, icon: 'link' as const, href: pathTo('links', {}, { tag: tag.tag }) },
    { label: words.analytics, icon: 'chart' as const, href: pathTo('analytics', {}, { tag: tag.tag }) },
    { label: text.share.button, icon: 'share' as const, onSelect: () => setSharing(tag) },
    ...(may('member')
      ? [
          { label: words.rename, icon: 'edit' as const, onSelect: () => setRenaming(tag) },
          { label: text.actions.delete, icon: 'trash' as const, isBad: true, onSelect: () => setDeleting(tag) },
        ]
      : []),
  ];
  return (
    <NamedList
      words={words}
      icon="tag"
      start={
        <a class="btn main" href={pathTo('links')}>
          {words.toLinks}
        </a>
      }
      of={useFound(tags, nameOf)}
      columns={columns}
      idOf={nameOf}
      actions={actions}
    >
      {renaming && <Rename tag={renaming} onClose={() => setRenaming(undefined)} onDone={tags.reload} />}
      {sharing && (
        <ShareDialog
          kind="tag"
          title={text.shareDialog.titleOf(sharing.tag)}
          path={`${pathOf(sharing)}/share`}
          onClose={() => setSharing(undefined)}
        />
      )}
      {deleting && (
        <Confirm
          title={words.deleteTitle(deleting.tag)}
          action={text.actions.delete}
          onClose={() => setDeleting(undefined)}
          onConfirm={async () => {
            await api.delete(pathOf(deleting));
            toast(words.deleted(deleting.tag));
            tags.reload();
          }}
        >
          {words.deleteNote(deleting.count)}
        </Confirm>
      )}
    </NamedList>
  );
}

function Rename({ tag, onClose, onDone }: { tag: Tag; onClose: () => void; onDone: () => void }) {
  return (
    <NameDialog
      title={words.renameTitle(tag.tag)}
      label={words.name}
      hint={words.renameHint}
      name={tag.tag}
      maxLength={links.tag}
      action={text.actions.save}
      onClose={onClose}
      save={async (name) => {
        await api.patch(pathOf(tag), { name });
        toast(words.renamed(tag.tag, name));
        onDone();
      }}
    />
  );
}
