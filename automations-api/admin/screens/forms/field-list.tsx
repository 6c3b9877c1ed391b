/** The fields of a form in the builder: they can be added, required, moved and removed. */
import { useState } from 'preact/hooks';
import { forms as limits } from '../../../../shared/limits-of-fields.ts';
import { Button } from '../../../../shared/ui/button.tsx';
import { Icon } from '../../../../shared/ui/icon.tsx';
import { addWithin, Limit } from '../../../../shared/ui/limit.tsx';
import { Menu } from '../../../../shared/ui/menu.tsx';
import { MoveButtons } from '../../../../shared/ui/move-buttons.tsx';
import { uiText } from '../../../../shared/ui/text.ts';
import { useFocusNext } from '../../../../shared/ui/use-focus-next.ts';
import { useFields } from '../../core/fields.ts';
import { text } from '../../text/later.ts';
import { type DraftField, moved } from './draft.ts';
import { columns, useFieldLabels } from './field-labels.ts';

const words = text.forms;

/** Mode of a custom field whose values cannot be changed. */
const fixedMode = '2';

type FieldListProps = { fields: DraftField[]; onChange: (fields: DraftField[]) => void };

export function FieldList({ fields, onChange }: FieldListProps) {
  const labelOf = useFieldLabels();
  const custom = (useFields() ?? []).filter(({ mode }) => mode !== fixedMode).map(({ ID }) => ID);
  const [news, setNews] = useState('');
  const { list, focusNext } = useFocusNext<HTMLOListElement>();
  const isFree = (key: string) => !fields.some((field) => field.key === key);
  const add = (key: string) =>
    addWithin(fields.length, limits.fields, () => {
      focusNext(`#${requiredId(key)}`);
      onChange([...fields, { key, isRequired: false }]);
    });
  const move = (at: number, by: -1 | 1) => {
    onChange(moved(fields, at, by));
    setNews(words.movedTo(at + by + 1, fields.length));
  };
  const remove = (at: number) => {
    onChange(fields.toSpliced(at, 1));
    document.querySelector<HTMLElement>('.form-fields + .bar button')?.focus();
  };
  return (
    <>
      <ol class="form-fields" ref={list}>
        {fields.map((field, at) => (
          <FieldRow
            key={field.key}
            field={field}
            name={labelOf(field.key)}
            at={at}
            count={fields.length}
            onChange={(isRequired) => onChange(fields.with(at, { ...field, isRequired }))}
            onMove={(by) => move(at, by)}
            onRemove={() => remove(at)}
          />
        ))}
      </ol>
      <div class="bar">
        <Menu
          items={[...columns, ...custom].filter(isFree).map((key) => ({
            label: labelOf(key),
            isApart: key === custom.find(isFree) && columns.some(isFree),
            onSelect: add(key),
          }))}
        >
          <Icon name="plus" />
          {words.addField}
        </Menu>
      </div>
      <Limit count={fields.length} most={limits.fields} />
      <span class="sr" aria-live="polite">
        {news}
      </span>
    </>
  );
}

const requiredId = (key: string) => `form-field-${key}`;

type FieldRowProps = {
  field: DraftField;
  name: string;
  at: number;
  count: number;
  onChange: (isRequired: boolean) => void;
  onMove: (by: -1 | 1) => void;
  onRemove: () => void;
};

/** Shows a field of the form. The email address is always required. */
function FieldRow({ field: { key, isRequired }, name, at, count, onChange, onMove, onRemove }: FieldRowProps) {
  const isEmail = key === 'email';
  return (
    <li>
      <b dir="auto">{name}</b>
      <label class="check">
        <input
          id={requiredId(key)}
          type="checkbox"
          aria-label={words.requiredOf(name)}
          checked={isRequired}
          disabled={isEmail}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
        <span>{words.required}</span>
      </label>
      <span class="bar">
        <MoveButtons up={words.moveUp(name)} down={words.moveDown(name)} at={at} count={count} onMove={onMove} />
        <Button kind="bare" icon="close" label={uiText.remove(name)} disabled={isEmail} onClick={onRemove} />
      </span>
    </li>
  );
}
