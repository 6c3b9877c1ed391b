/** The editor of a mapping: a row for each mapped value, then tags and lists. */
import { useId, useMemo, useState } from 'preact/hooks';
import { Icon } from '../../../../shared/ui/icon.tsx';
import { Menu, type MenuItem, MoreMenu } from '../../../../shared/ui/menu.tsx';
import { NameDialog } from '../../../../shared/ui/name-dialog.tsx';
import { uiText } from '../../../../shared/ui/text.ts';
import { TermBox } from '../../core/term-box.tsx';
import { text } from '../../text/later.ts';
import { dataTarget, eventTarget, isCondition, isStored, type MappingRow, newRow, valuesIn } from './mapping.ts';
import type { MappingForm } from './mapping-form.ts';
import { shownValue } from './message-tree.tsx';
import { labelOf, type Target, useTargets } from './targets.ts';

const words = text.hooks.mapping;

/** The maximum length of a name in an event's data. */
const longestDataName = 60;

type MappingEditorProps = {
  form: Pick<MappingForm, 'values' | 'set' | 'problems'>;
  /** The selected message; undefined if there is none. */
  body: unknown;
};

export function MappingEditor({ form, body }: MappingEditorProps) {
  const { rows, tags, lists } = form.values;
  const targets = useTargets();
  const values = useMemo(() => valuesIn(body), [body]);
  const pathsId = useId();
  const change = (at: number, changes: Partial<MappingRow>) =>
    form.set('rows', rows.with(at, { ...(rows[at] as MappingRow), ...changes }));
  const add = (target: string) => {
    if (!rows.some((row) => row.target === target)) {
      form.set('rows', [...rows, { ...newRow(target), isFixed: target === eventTarget }]);
    }
    requestAnimationFrame(() => document.getElementById(inputId(target))?.focus());
  };
  const remove = (at: number) => {
    form.set('rows', rows.toSpliced(at, 1));
    document.querySelector<HTMLElement>('.mapping-add')?.focus();
  };
  return (
    <>
      <ul class="mapping-rows">
        {rows.map((row, at) => (
          <Row
            key={row.target}
            row={row}
            label={labelOf(targets, row.target)}
            found={values.get(row.value.trim())}
            isRead={body !== undefined}
            pathsId={pathsId}
            error={form.problems[`rows.${row.target}`]}
            onChange={(changes) => change(at, changes)}
            onRemove={() => remove(at)}
          />
        ))}
      </ul>
      <datalist id={pathsId}>
        {[...values.keys()].map((path) => (
          <option key={path} value={path} />
        ))}
      </datalist>
      <AddValue
        targets={targets.filter(({ name, slug }) => !rows.some(({ target }) => target === name || target === slug))}
        onAdd={add}
      />
      <TermBox kind="tag" label={words.tags} values={tags} onChange={(ids) => form.set('tags', ids)} />
      <TermBox kind="list" label={words.lists} values={lists} onChange={(ids) => form.set('lists', ids)} />
    </>
  );
}

function AddValue({ targets, onAdd }: { targets: readonly Target[]; onAdd: (target: string) => void }) {
  const [isNaming, setNaming] = useState(false);
  return (
    <div class="bar">
      <Menu class="btn mapping-add" items={itemsOf(targets, onAdd, () => setNaming(true))}>
        <Icon name="plus" />
        {words.add}
      </Menu>
      {isNaming && (
        <NameDialog
          title={words.addData}
          label={words.dataName}
          hint={words.dataHint}
          maxLength={longestDataName}
          action={words.add}
          save={async (name) => onAdd(dataTarget + name)}
          onClose={() => setNaming(false)}
        />
      )}
    </div>
  );
}

/** Returns a menu of targets, with a line between their groups. */
export function itemsOf(targets: readonly Target[], onSelect: (name: string) => void, onData: () => void): MenuItem[] {
  const items = targets.map(({ name, label, group }, at) => ({
    label,
    isApart: at > 0 && targets[at - 1]?.group !== group,
    onSelect: () => onSelect(name),
  }));
  return [...items, { label: words.addData, isApart: targets.at(-1)?.group !== 'event', onSelect: onData }];
}

const inputId = (target: string) => `mapping-${target}`;

type RowProps = {
  row: MappingRow;
  label: string;
  /** The row's value in the selected message. */
  found: unknown;
  /** True if a message is selected. */
  isRead: boolean;
  pathsId: string;
  error: string | undefined;
  onChange: (changes: Partial<MappingRow>) => void;
  onRemove: () => void;
};

function Row({ row, label, found, isRead, pathsId, error, onChange, onRemove }: RowProps) {
  const { target, value, isFixed, overwrites } = row;
  const id = inputId(target);
  // The paths of a message name entries of arrays by number only, unlike a typed path such as items[id=3].
  const isAbsent = isRead && value.trim() !== '' && !value.includes('[');
  const hint = isFixed ? words.isFixed : found === undefined ? isAbsent && words.notInMessage : shownValue(found);
  return (
    <li>
      <label for={id} dir="auto">
        {label}
      </label>
      <div class="bar">
        <input
          id={id}
          list={isFixed ? undefined : pathsId}
          placeholder={isFixed ? words.fixedValue : words.path}
          spellcheck={false}
          autocomplete="off"
          value={value}
          aria-invalid={error ? 'true' : undefined}
          aria-describedby={error || hint ? `${id}-hint` : undefined}
          onInput={(event) => onChange({ value: event.currentTarget.value })}
        />
        {target === 'only' && (
          <input
            aria-label={words.onlyIs}
            placeholder={words.onlyValue}
            value={row.is ?? ''}
            onInput={(event) => onChange({ is: event.currentTarget.value })}
          />
        )}
        {isStored(row) && (
          <select
            aria-label={words.knownContacts(label)}
            value={String(overwrites)}
            onChange={(event) => onChange({ overwrites: event.currentTarget.value === 'true' })}
          >
            <option value="false">{words.fill}</option>
            <option value="true">{words.overwrite}</option>
          </select>
        )}
        {target !== 'email' && (
          <MoreMenu
            name={label}
            class="btn bare icon"
            items={[
              ...(isCondition(target)
                ? []
                : [
                    {
                      label: isFixed ? words.fromMessage : words.useFixed,
                      onSelect: () => onChange({ isFixed: !isFixed, value: '' }),
                    },
                  ]),
              { label: uiText.remove(label), icon: 'close', isBad: true, onSelect: onRemove },
            ]}
          />
        )}
      </div>
      {(error || hint) && (
        <p id={`${id}-hint`} class={error ? 'error' : 'hint cut'} dir="auto">
          {error ?? hint}
        </p>
      )}
    </li>
  );
}
