/** Custom fields in their groups, in the order of the contact form. */
import { useState } from 'preact/hooks';
import { Button } from '../../../../shared/ui/button.tsx';
import { NamedList } from '../../../../shared/ui/list/named-list.tsx';
import { useQuery } from '../../../../shared/ui/url-state.ts';
import { DeleteUsed } from '../../core/delete-used.tsx';
import { may } from '../../core/session.ts';
import type { CustomField, FieldGroup } from '../../core/types.ts';
import { text } from '../../text/later.ts';
import { FieldForm } from './field-form.tsx';
import { type FieldList, useFieldList } from './field-list.ts';
import { FieldTable } from './field-table.tsx';
import { AddGroup, ChangeGroup, type GroupAction, GroupMenu } from './groups.tsx';
import { inOrder, moved, type Section, sectionsOf } from './order.ts';

const words = text.fields;

/** The dialogs opened from the list. */
type OpenDialog =
  | { is: 'edit'; field: CustomField }
  | { is: 'delete field'; field: CustomField }
  | { is: 'add group' }
  | { is: 'change group'; action: GroupAction };

const isFound = ({ name, slug }: CustomField, search: string) =>
  `${name}\n${slug}`.toLowerCase().includes(search.trim().toLowerCase());

export function Fields() {
  const [{ search = '' }] = useQuery();
  const list = useFieldList();
  const [dialog, setDialog] = useState<OpenDialog>();
  const isEditor = may('editor');
  const { fields = [], groups = [] } = list.data ?? {};
  const isPart = search !== '';
  const found = fields.filter((field) => isFound(field, search));
  const sections = sectionsOf(found, groups).filter((section) => !isPart || section.fields.length > 0);
  return (
    <NamedList
      words={words}
      icon="fields"
      add={{
        label: words.add,
        isAllowed: isEditor,
        dialog: (onClose) => <FieldForm field={undefined} groups={groups} onClose={onClose} onDone={list.changed} />,
      }}
      buttons={isEditor && <Button onClick={() => setDialog({ is: 'add group' })}>{words.groups.add}</Button>}
      of={{ ...list, data: list.data && sections }}
      draw={(shown) => <Sections list={list} sections={shown} groups={groups} isPart={isPart} onOpen={setDialog} />}
    >
      {dialog && <Dialogs dialog={dialog} groups={groups} onClose={() => setDialog(undefined)} onDone={list.changed} />}
    </NamedList>
  );
}

type SectionsProps = {
  list: FieldList;
  sections: Section[];
  groups: FieldGroup[];
  /** Whether only search results are shown. */
  isPart: boolean;
  onOpen: (dialog: OpenDialog) => void;
};

function Sections({ list, sections, groups, isPart, onOpen }: SectionsProps) {
  const canMove = may('editor') && !isPart;
  const moveGroup = (at: number, by: -1 | 1) => {
    const order = moved(groups, at, by);
    if (order) list.putInOrder({ groups: order });
  };
  const moveField = (section: Section, at: number, by: -1 | 1) => {
    const order = moved(section.fields, at, by);
    if (order) list.putInOrder({ fields: inOrder(sections, section, order) });
  };
  return (
    <div class="stack">
      {sections.map((section) => {
        const { group, fields } = section;
        const name = group?.name ?? (groups.length > 0 ? words.groups.none : words.title);
        return (
          <section key={group?.ID ?? ''} class="card list-card" aria-busy={list.isLoading}>
            {groups.length > 0 && (
              <header>
                <h2 class="cut" dir="auto">
                  {name}
                </h2>
                {group && canMove && (
                  <GroupMenu
                    group={group}
                    at={groups.indexOf(group)}
                    count={groups.length}
                    onMove={(by) => moveGroup(groups.indexOf(group), by)}
                    onAction={(action) => onOpen({ is: 'change group', action })}
                  />
                )}
              </header>
            )}
            {fields.length === 0 ? (
              <p class="body soft">{words.groups.empty}</p>
            ) : (
              <FieldTable
                label={name}
                fields={fields}
                onMove={canMove ? (at, by) => moveField(section, at, by) : undefined}
                onEdit={(field) => onOpen({ is: 'edit', field })}
                onDelete={(field) => onOpen({ is: 'delete field', field })}
              />
            )}
          </section>
        );
      })}
    </div>
  );
}

type DialogsProps = { dialog: OpenDialog; groups: FieldGroup[]; onClose: () => void; onDone: () => void };

function Dialogs({ dialog, groups, onClose, onDone }: DialogsProps) {
  const how = { onClose, onDone };
  if (dialog.is === 'edit') return <FieldForm {...how} field={dialog.field} groups={groups} />;
  if (dialog.is === 'delete field') return <DeleteUsed {...how} kind="field" words={words} of={[dialog.field]} />;
  if (dialog.is === 'add group') return <AddGroup {...how} />;
  return <ChangeGroup {...how} action={dialog.action} />;
}
