/** The columns of the list of contacts. */
import { countryName } from '../../../../shared/ui/format.ts';
import type { Column } from '../../../../shared/ui/table.tsx';
import { fieldText } from '../../core/field-text.ts';
import { typeOf } from '../../core/fields.ts';
import type { Known } from '../../core/known.ts';
import { idsIn } from '../../core/memberships.ts';
import { pathTo } from '../../core/routes.ts';
import { Time } from '../../core/times.tsx';
import type { ContactRecord, CustomField, StatusName } from '../../core/types.ts';
import { text } from '../../text/text.ts';
import { StatusBadge } from './status-badge.tsx';
import { StatusMenu } from './status-menu.tsx';
import { TagsCell, TermLinks } from './tags-cell.tsx';
import type { OptionalColumn } from './view.ts';

const words = text.contacts;

export const nameOf = ({ f_name, l_name }: Pick<ContactRecord, 'f_name' | 'l_name'>) => `${f_name} ${l_name}`.trim();

/** What may be changed in the rows; undefined for those who only look. */
export type RowEdits = {
  setStatus: (contact: ContactRecord, status: StatusName) => void;
  showTags: (contact: ContactRecord, tags: string) => void;
};

type ColumnsOptions = {
  known: Known;
  hidden: readonly OptionalColumn[];
  /** Ids of the custom fields that are shown. */
  fields: readonly string[];
  edits: RowEdits | undefined;
};

/** Those that are not hidden. */
export function columnsOf({ known, hidden, fields, edits }: ColumnsOptions): Column<ContactRecord>[] {
  const shown = fields.flatMap((id) => known.fields?.find(({ ID }) => ID === id) ?? []);
  const columns = ownColumns(known, edits).filter(({ key }) => !hidden.includes(key as OptionalColumn));
  const times = columns.findIndex(({ key }) => key === 'changed' || key === 'added');
  const at = times === -1 ? columns.length : times;
  return [...columns.slice(0, at), ...shown.map(fieldColumn), ...columns.slice(at)];
}

const ownColumns = (known: Known, edits: RowEdits | undefined): Column<ContactRecord>[] => [
  { key: 'contact', head: words.columns.contact, isGrowing: true, sort: 'email', cell: Name },
  {
    key: 'status',
    head: words.columns.status,
    cell: (contact) =>
      edits ? (
        <StatusMenu contact={contact} onChoose={(status) => edits.setStatus(contact, status)} />
      ) : (
        <StatusBadge code={contact.status} />
      ),
  },
  {
    key: 'tags',
    head: words.columns.tags,
    class: 'from-m',
    cell: (contact) =>
      edits ? (
        <TagsCell contact={contact} known={known.tag} onChange={(tags) => edits.showTags(contact, tags)} />
      ) : (
        <TermLinks kind="tag" ids={idsIn(contact.tags)} known={known.tag} />
      ),
  },
  {
    key: 'lists',
    head: words.columns.lists,
    class: 'from-m',
    cell: ({ lists }) => <TermLinks kind="list" ids={idsIn(lists)} known={known.list} />,
  },
  { key: 'phone', head: words.columns.phone, class: 'from-l', cell: ({ contact_no }) => contact_no },
  {
    key: 'place',
    head: words.columns.place,
    class: 'from-l',
    cell: ({ state, country }) => (
      <span class="cell-text">{[state, countryName(country)].filter(Boolean).join(', ')}</span>
    ),
  },
  { key: 'source', head: words.columns.source, class: 'from-l', cell: ({ source }) => source },
  { key: 'type', head: words.columns.type, class: 'from-l', cell: ({ type }) => words.types[type] ?? type },
  { key: 'points', head: words.columns.points, isNumber: true, class: 'from-l', cell: ({ points }) => points },
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
    isNumber: true,
    class: 'from-l soft',
    sort: 'creation_date',
    cell: ({ creation_date }) => <Time at={creation_date} />,
  },
];

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
