/** The screen that imports contacts from other systems' files. */

import { useState } from 'preact/hooks';
import { Button } from '../../../../shared/ui/button.tsx';
import { TagBox } from '../../../../shared/ui/combobox.tsx';
import type { Option } from '../../../../shared/ui/field.tsx';
import { ImportScreen } from '../../../../shared/ui/import/import-screen.tsx';
import type { Places } from '../../../../shared/ui/import/places.ts';
import type { ImportRecord, ImportService, Mapping, Row } from '../../../../shared/ui/import/record.ts';
import { sendFile } from '../../../../shared/ui/import/send-file.ts';
import { useLoad } from '../../../../shared/ui/load.ts';
import { saveFile } from '../../../../shared/ui/save-file.ts';
import { toastError } from '../../../../shared/ui/toast.tsx';
import { api, way } from '../../core/api.ts';
import { pathTo } from '../../core/routes.ts';
import { may } from '../../core/session.ts';
import { type TermKind, useTermSearch, useTerms } from '../../core/terms.ts';
import { toRecord } from '../../core/to-record.ts';
import type { ContactImport } from '../../core/types.ts';
import { text } from '../../text/later.ts';

/** Converts an answer. Only administrators can undo an import, because that deletes contacts. */
const toOwnRecord = (answer: ContactImport) => {
  const record = toImport(answer);
  return may('administrator') ? record : { ...record, undoableUntil: null };
};

type One = { import: ContactImport };

const pathOf = (act: string, id: string) => `/import/${act}${encodeURIComponent(id)}`;

const service: ImportService = {
  list: async (cursor, signal) => {
    const page = await api.get<{ imports: ContactImport[]; next_cursor: string | null }>(
      '/imports',
      { cursor },
      signal,
    );
    return { items: page.imports.map(toOwnRecord), nextCursor: page.next_cursor };
  },
  get: async (id, signal) => toOwnRecord((await api.get<One>(pathOf('', id), {}, signal)).import),
  send: async (file, onTaken, onSent, signal) => {
    const query = { on_taken: onTaken, dry_run: true, name: file.name };
    const sending = { path: '/automations/import/add', query, file, onSent, signal };
    return toOwnRecord((await sendFile<{ data: One }>(way, sending)).data.import);
  },
  start: async (id, { dryRun, ...choices }) => {
    const { format, onTaken, mapping, defaultStatus, resubscribe, refusesFaultyCells, tagNames, listNames } = choices;
    const body = {
      ...{ format, on_taken: onTaken, status: defaultStatus, mapping, dry_run: dryRun, resubscribe },
      ...{ refuse_faulty_cells: refusesFaultyCells, tag_names: tagNames, list_names: listNames },
    };
    return toOwnRecord((await api.post<One>(pathOf('start/', id), body)).import);
  },
  act: async (id, act) => toOwnRecord((await api.post<One>(pathOf(`${act}/`, id))).import),
  remove: (id) => api.delete(pathOf('', id)),
  rows: async (id, fate, reason, signal) =>
    (await api.get<{ rows: Row[] }>(`${pathOf('', id)}/rows`, { rows: fate, reason }, signal)).rows,
  saveRows: async ({ id, fileName }, rows) => {
    const name = `${fileName.replace(/\.\w+$/, '')}-${rows === 'failed' ? 'errors' : rows}.csv`;
    saveFile(await api.blob(`${pathOf('', id)}/errors`, { rows, bom: true }), name);
  },
};

export const Import = () => (
  <ImportScreen
    service={service}
    words={text.imports}
    places={{ newFields, choices: forAllRows, listOf: ({ id }) => pathTo('contacts', {}, { import: id }) }}
    refusal={may('editor') ? undefined : text.imports.who}
    beside={(onSent) => <Sources onSent={onSent} />}
  />
);

type TermNamesProps = { kind: TermKind; names: readonly string[]; onChange: (names: string[]) => void };

/** Shows a box for the names of tags or lists that all rows get. */
function TermNames({ kind, names, onChange }: TermNamesProps) {
  const known = (useTerms(kind) ?? []).map(({ name }) => ({ value: name, label: name }));
  return (
    <TagBox
      label={text.imports.forAllRows[kind]}
      values={[...names]}
      known={known}
      onType={useTermSearch(kind)}
      onChange={onChange}
    />
  );
}

const forAllRows: Places['choices'] = ({ tagNames = [], listNames = [] }, set) => (
  <fieldset class="pair" disabled={!set}>
    <TermNames kind="tag" names={tagNames} onChange={(tagNames) => set?.({ tagNames })} />
    <TermNames kind="list" names={listNames} onChange={(listNames) => set?.({ listNames })} />
  </fieldset>
);

/**
 * Returns the custom fields that an import can create from a column, as a mapping names them. The type that fits all
 * cells comes first.
 */
function newFields(column: string, { newFieldTypes = {} }: ImportRecord): Option[] {
  const { [column]: guessed } = newFieldTypes;
  const options = Object.entries(text.imports.newFields).map(([type, label]) => ({
    ...{ isFirst: type === guessed, value: `new:${column.trim()}:${type}`, label },
  }));
  return options
    .sort((one, other) => Number(other.isFirst) - Number(one.isFirst))
    .map(({ value, label }) => ({ value, label }));
}

const toImport = ({ by, default_status, refuse_faulty_cells, ...answer }: ContactImport): ImportRecord => ({
  ...toRecord(answer),
  mapping: answer.mapping as Mapping,
  actor: by.name,
  domains: {},
  unknownHosts: [],
  defaultStatus: default_status ?? 'unverified',
  refusesFaultyCells: refuse_faulty_cells,
  allowance: null,
});

type Source = { name: string; contacts: number };

/** Shows buttons that import contacts from plugins in the same WordPress, if there are any. */
function Sources({ onSent }: { onSent: (id: string) => void }) {
  const words = text.imports.from;
  const { data } = useLoad((signal) => api.get<{ sources: Source[] }>('/import/sources', {}, signal), []);
  const [busy, setBusy] = useState<string>();
  const begin = async (name: string) => {
    setBusy(name);
    const [onTaken = ''] = Object.keys(text.imports.taken.options);
    const query = new URLSearchParams({ from: name, on_taken: onTaken, dry_run: '1', create_fields: '1' });
    try {
      onSent(String((await api.post<{ import: { ID: number } }>(`/import/add?${query}`)).import.ID));
    } catch (error) {
      toastError(error as Error);
      setBusy(undefined);
    }
  };
  if (!data || data.sources.length === 0) return null;
  return (
    <section class="card" aria-labelledby="import-from">
      <header>
        <h2 id="import-from">{words.title}</h2>
        <span>{words.note}</span>
      </header>
      <div class="body bar">
        {data.sources.map(({ name, contacts }) => (
          <Button key={name} isBusy={busy === name} disabled={busy !== undefined} onClick={() => void begin(name)}>
            {words.action(text.imports.formats[name] ?? name, text.imports.counted(contacts))}
          </Button>
        ))}
      </div>
    </section>
  );
}
