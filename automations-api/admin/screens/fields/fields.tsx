/** Custom fields: what contacts hold besides the usual, in groups and in the order of their forms. */
import { useState } from 'preact/hooks';
import { useQuery } from '../../../../shared/ui/address.ts';
import { Button } from '../../../../shared/ui/button.tsx';
import { NamedList } from '../../core/named-list.tsx';
import { may } from '../../core/session.ts';
import type { CustomField, FieldGroup } from '../../core/types.ts';
import { text } from '../../text/text.ts';
import { DeleteField } from './delete-field.tsx';
import { FieldForm } from './field-form.tsx';
import { type FieldList, useFieldList } from './field-list.ts';
import { FieldTable } from './field-table.tsx';
import { AddGroup, ChangeGroup, type GroupAct, GroupMenu } from './groups.tsx';
import { inOrder, moved, type Section, sectionsOf } from './order.ts';

const words = text.fields;

/** What stands over the list. */
type Over =
  | { is: 'edit'; field: CustomField }
  | { is: 'delete field'; field: CustomField }
  | { is: 'add group' }
  | { is: 'change group'; act: GroupAct };

const isFound = ({ name, slug }: CustomField, search: string) =>
  `${name}\n${slug}`.toLowerCase().includes(search.trim().toLowerCase());

export function Fields() {
  const [{ search = '' }, change] = useQuery();
  const list = useFieldList();
  const [over, setOver] = useState<Over>();
  const isEditor = may('editor');
  const groups = list.data?.groups ?? [];
  const found = (fields: readonly CustomField[]) => fields.filter((field) => isFound(field, search));
  return (
    <>
      <NamedList
        words={words}
        icon="fields"
        search={search}
        onSearch={(typed) => change({ search: typed }, { isReplacing: true })}
        add={{
          label: words.add,
          isAllowed: isEditor,
          dialog: (onClose) => <FieldForm field={undefined} groups={groups} onClose={onClose} onDone={list.changed} />,
        }}
        actions={isEditor && <Button onClick={() => setOver({ is: 'add group' })}>{words.groups.add}</Button>}
        of={list}
        isOwnCard
        isEmpty={({ fields, groups }) => found(fields).length === 0 && (search !== '' || groups.length === 0)}
      >
        {({ fields }) => (
          <Sections
            list={list}
            sections={sectionsOf(found(fields), groups)}
            groups={groups}
            isPart={search !== ''}
            onOver={setOver}
          />
        )}
      </NamedList>
      {over && <OverList over={over} groups={groups} onClose={() => setOver(undefined)} onDone={list.changed} />}
    </>
  );
}

type SectionsProps = {
  list: FieldList;
  sections: Section[];
  groups: FieldGroup[];
  /** Not all are shown. */
  isPart: boolean;
  onOver: (over: Over) => void;
};

function Sections({ list, sections, groups, isPart, onOver }: SectionsProps) {
  const canMove = may('editor') && !isPart;
  const shown = isPart ? sections.filter(({ fields }) => fields.length > 0) : sections;
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
      {shown.map((section) => {
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
                    onAct={(act) => onOver({ is: 'change group', act })}
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
                onEdit={(field) => onOver({ is: 'edit', field })}
                onDelete={(field) => onOver({ is: 'delete field', field })}
              />
            )}
          </section>
        );
      })}
    </div>
  );
}

type OverListProps = { over: Over; groups: FieldGroup[]; onClose: () => void; onDone: () => void };

function OverList({ over, groups, onClose, onDone }: OverListProps) {
  const how = { onClose, onDone };
  if (over.is === 'edit') return <FieldForm {...how} field={over.field} groups={groups} />;
  if (over.is === 'delete field') return <DeleteField {...how} field={over.field} />;
  if (over.is === 'add group') return <AddGroup {...how} />;
  return <ChangeGroup {...how} act={over.act} />;
}
