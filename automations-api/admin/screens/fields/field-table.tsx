/** The fields of one group. */
import { number } from '../../../../shared/ui/format.ts';
import { Icon, type IconName } from '../../../../shared/ui/icon.tsx';
import { NameCell } from '../../../../shared/ui/list/list-card.tsx';
import { moveBetweenRows } from '../../../../shared/ui/list/rows.ts';
import { MoveButtons } from '../../../../shared/ui/move-buttons.tsx';
import { type Column, Table } from '../../../../shared/ui/table.tsx';
import { type FieldTypeName, optionsOf, placeholderOf, typeOf } from '../../core/fields.ts';
import { pathTo } from '../../core/routes.ts';
import { may } from '../../core/session.ts';
import type { CustomField } from '../../core/types.ts';
import { text } from '../../text/later.ts';

const words = text.fields;

const typeIcons: Record<FieldTypeName, IconName> = {
  text: 'text',
  number: 'number',
  textarea: 'list',
  select: 'down',
  radio: 'radio',
  checkbox: 'checkbox',
  date: 'calendar',
};

const valuedPath = ({ ID }: CustomField) => pathTo('contacts', {}, { [`field[${ID}][empty]`]: '0' });

const facts: Column<CustomField>[] = [
  {
    key: 'name',
    head: words.name,
    isGrowing: true,
    cell: ({ name, slug, mode }) => (
      <NameCell
        name={name}
        note={
          <>
            <code>{slug}</code>
            {mode === '2' && ` · ${words.isFixed}`}
          </>
        }
      />
    ),
  },
  {
    key: 'type',
    head: words.type,
    class: 'field-type',
    cell: (field) => (
      <span class="with-icon">
        <Icon name={typeIcons[typeOf(field)]} />
        {words.types[field.type] ?? field.type}
      </span>
    ),
  },
  {
    key: 'options',
    head: words.optionsOrPlaceholder,
    class: 'from-m field-options soft',
    cell: (field) => {
      const shown = optionsOf(field).join(', ') || placeholderOf(field);
      return (
        <span class="cut" dir="auto" title={shown}>
          {shown}
        </span>
      );
    },
  },
  {
    key: 'contacts',
    head: words.contacts,
    isNumber: true,
    class: 'from-s',
    cell: (field) =>
      typeof field.contacts === 'number' ? <a href={valuedPath(field)}>{number(field.contacts)}</a> : '–',
  },
];

type FieldTableProps = {
  label: string;
  fields: readonly CustomField[];
  /** Moves a field; undefined if the order cannot be changed, as in search results. */
  onMove: ((at: number, by: -1 | 1) => void) | undefined;
  onEdit: (field: CustomField) => void;
  onDelete: (field: CustomField) => void;
};

export function FieldTable({ label, fields, onMove, onEdit, onDelete }: FieldTableProps) {
  const move = (field: CustomField, by: -1 | 1) => onMove?.(fields.indexOf(field), by);
  const places: Column<CustomField> = {
    key: 'order',
    head: words.order,
    isHeadHidden: true,
    isNumber: true,
    class: 'from-s',
    cell: (field) =>
      onMove && (
        <MoveButtons
          up={text.fields.moveUp(field.name)}
          down={text.fields.moveDown(field.name)}
          at={fields.indexOf(field)}
          count={fields.length}
          onMove={(by) => move(field, by)}
        />
      ),
  };
  const moves = (field: CustomField) => [
    {
      label: words.groups.up,
      icon: 'ascending' as const,
      isDisabled: field === fields[0],
      onSelect: () => move(field, -1),
    },
    {
      label: words.groups.down,
      icon: 'descending' as const,
      isDisabled: field === fields.at(-1),
      onSelect: () => move(field, 1),
    },
  ];
  const actions = (field: CustomField) => [
    { label: words.edit, icon: 'edit' as const, onSelect: () => onEdit(field) },
    { label: words.show, icon: 'contact' as const, href: valuedPath(field) },
    ...(onMove ? moves(field) : []),
    { label: text.actions.delete, icon: 'trash' as const, isBad: true, onSelect: () => onDelete(field) },
  ];
  return (
    <Table
      label={label}
      rows={fields}
      columns={onMove && fields.length > 1 ? [...facts, places] : facts}
      actions={may('editor') ? actions : undefined}
      onKey={(field, event) => {
        const by = { ArrowUp: -1, ArrowDown: 1 }[event.key] as -1 | 1 | undefined;
        if (!event.altKey || !by) return moveBetweenRows(event);
        event.preventDefault();
        move(field, by);
      }}
    />
  );
}
