/** The columns of the list of contacts. */
import type { ComponentChildren } from 'preact';
import { countryName } from '../../../../shared/ui/format.ts';
import type { Column } from '../../../../shared/ui/table.tsx';
import { fieldText, typeOf } from '../../core/fields.ts';
import { idsIn } from '../../core/memberships.ts';
import type { Known } from '../../core/named-objects.ts';
import { pathTo } from '../../core/routes.ts';
import { Time } from '../../core/times.tsx';
import type { ContactRecord, CustomField, StatusName } from '../../core/types.ts';
import { text } from '../../text/text.ts';
import { StatusBadge } from './status-badge.tsx';
import { StatusMenu } from './status-menu.tsx';
import { TagsCell, TermLinks } from './tags-cell.tsx';

const words = text.contacts;

export const nameOf = ({ f_name, l_name }: Pick<ContactRecord, 'f_name' | 'l_name'>) => `${f_name} ${l_name}`.trim();

/** Edits within a row; undefined for viewers. */
export type RowEdits = {
  setStatus: (contact: ContactRecord, status: StatusName) => void;
  showTags: (contact: ContactRecord, tags: string) => void;
};

type Shown = {
  known: Known;
  edits: RowEdits | undefined;
};

type OwnColumn = Omit<Column<ContactRecord>, 'cell'> & {
  isHiddenAtFirst?: boolean;
  cell: (contact: ContactRecord, shown: Shown) => ComponentChildren;
};

/**
 * The built-in columns. Browsers store the keys of the hidden columns. Custom fields are shown before the date
 * columns.
 */
const ownColumns: readonly OwnColumn[] = [
  { key: 'contact', head: words.columns.contact, isGrowing: true, sort: 'email', cell: Name },
  {
    key: 'status',
    head: words.fields.status,
    cell: (contact, { edits }) =>
      edits ? (
        <StatusMenu contact={contact} onChoose={(status) => edits.setStatus(contact, status)} />
      ) : (
        <StatusBadge code={contact.status} />
      ),
  },
  {
    key: 'tags',
    head: words.fields.tags,
    class: 'from-m',
    cell: (contact, { known, edits }) =>
      edits ? (
        <TagsCell contact={contact} known={known.tag} onChange={(tags) => edits.showTags(contact, tags)} />
      ) : (
        <TermLinks kind="tag" ids={idsIn(contact.tags)} known={known.tag} />
      ),
  },
  {
    key: 'lists',
    head: words.fields.lists,
    isHiddenAtFirst: true,
    class: 'from-m',
    cell: ({ lists }, { known }) => <TermLinks kind="list" ids={idsIn(lists)} known={known.list} />,
  },
  {
    key: 'phone',
    head: words.fields.contact_no,
    isHiddenAtFirst: true,
    class: 'from-l',
    cell: ({ contact_no }) => contact_no,
  },
  {
    key: 'place',
    head: words.columns.place,
    class: 'from-l',
    cell: ({ state, country }) => (
      <span class="cell-text">{[state, countryName(country)].filter(Boolean).join(', ')}</span>
    ),
  },
  { key: 'source', head: words.fields.source, isHiddenAtFirst: true, class: 'from-l', cell: ({ source }) => source },
  {
    key: 'type',
    head: words.fields.type,
    isHiddenAtFirst: true,
    class: 'from-l',
    cell: ({ type }) => words.types[type] ?? type,
  },
  {
    key: 'points',
    head: words.fields.points,
    isHiddenAtFirst: true,
    isNumber: true,
    class: 'from-l',
    cell: ({ points }) => points,
  },
  {
    key: 'changed',
    head: words.columns.changed,
    isNumber: true,
    class: 'from-m soft',
    sort: 'last_modified',
    cell: ({ last_modified }) => <Time at={last_modified} />,
  },
  {
    key: 'added',
    head: words.columns.added,
    isHiddenAtFirst: true,
    isNumber: true,
    class: 'from-l soft',
    sort: 'creation_date',
    cell: ({ creation_date }) => <Time at={creation_date} />,
  },
];

/** The columns that can be hidden. */
export const optionalColumns = ownColumns.filter(({ key }) => key !== 'contact');

type ColumnsOptions = Shown & {
  hidden: readonly string[];
  /** Ids of the visible custom fields. */
  fields: readonly string[];
};

/** Returns the visible columns. */
export function columnsOf({ hidden, fields, ...shown }: ColumnsOptions): Column<ContactRecord>[] {
  const ofFields = fields.flatMap((id) => shown.known.fields?.find(({ ID }) => ID === id) ?? []);
  const columns = ownColumns
    .filter(({ key }) => !hidden.includes(key))
    .map(({ cell, isHiddenAtFirst: _, ...column }) => ({
      ...column,
      cell: (contact: ContactRecord) => cell(contact, shown),
    }));
  const times = columns.findIndex(({ key }) => key === 'changed' || key === 'added');
  const at = times === -1 ? columns.length : times;
  return [...columns.slice(0, at), ...ofFields.map(fieldColumn), ...columns.slice(at)];
}

const fieldColumn = (field: CustomField): Column<ContactRecord> => ({
  key: `field ${field.ID}`,
  head: field.name,
  isNumber: typeOf(field) === 'number',
  class: 'from-m',
  cell: ({ fields = {} }) => {
    const value = fieldText(field, fields[field.ID]);
    return (
      <span class="cell-text" title={value}>
        {value}
      </span>
    );
  },
});

function Name(contact: ContactRecord) {
  return (
    <>
      <a class="first" dir="auto" href={pathTo('contact', { id: contact.id })}>
        {nameOf(contact) || contact.email}
      </a>
      <span class="second" dir="auto" title={contact.email}>
        {contact.email}
      </span>
    </>
  );
}
