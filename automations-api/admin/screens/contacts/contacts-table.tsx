/** The table of contacts with page buttons. */

import { moveBetweenRows } from '../../../../shared/ui/list/rows.ts';
import { sortedBy } from '../../../../shared/ui/list/sort-menu.tsx';
import { ListSteps } from '../../../../shared/ui/list/steps.tsx';
import type { MenuItem } from '../../../../shared/ui/menu.tsx';
import { type Selection, Table } from '../../../../shared/ui/table.tsx';
import type { Query } from '../../../../shared/ui/url-state.ts';
import type { Known } from '../../core/named-objects.ts';
import type { ContactRecord } from '../../core/types.ts';
import { text } from '../../text/text.ts';
import { columnsOf, type RowEdits } from './columns.tsx';
import type { useContacts } from './list.ts';
import type { Listed } from './list-query.ts';
import { fieldColumns, view } from './view.ts';

type ContactsTableProps = {
  contacts: readonly ContactRecord[];
  listed: Listed;
  known: Known;
  list: Pick<ReturnType<typeof useContacts>, 'totalText' | 'first' | 'steps'>;
  /** The selected contacts; undefined for viewers. */
  selection: Selection | undefined;
  edits: RowEdits | undefined;
  menuOf: (contact: ContactRecord) => MenuItem[];
  change: (changes: Query) => void;
};

export function ContactsTable({ contacts, listed, known, list, change, ...rows }: ContactsTableProps) {
  const { selection, edits, menuOf } = rows;
  return (
    <div class={view.isCompact.value ? 'list-compact' : undefined}>
      <Table
        label={text.contacts.title}
        rows={contacts}
        columns={columnsOf({ known, hidden: view.hidden.value, fields: fieldColumns.value, edits })}
        nameOf={({ email }) => email}
        sort={{
          by: listed.sort,
          order: listed.order,
          onSort: (by, order) => change(sortedBy(text.contacts.sorts, by, order)),
        }}
        selection={selection}
        actions={menuOf}
        onKey={(_, event) => moveBetweenRows(event)}
      />
      <ListSteps first={list.first} count={contacts.length} total={list.totalText} steps={list.steps} change={change} />
    </div>
  );
}
