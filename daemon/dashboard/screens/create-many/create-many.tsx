/**
 * The screen that creates many links from pasted text or a file. The links are checked before they are sent, with a
 * result for each row.
 */
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { links } from '../../../../shared/limits-of-fields.ts';
import { Button, copyText } from '../../../../shared/ui/button.tsx';
import { TagBox } from '../../../../shared/ui/combobox.tsx';
import { Dialog } from '../../../../shared/ui/dialog.tsx';
import { Select, TextArea } from '../../../../shared/ui/field.tsx';
import { FileButton } from '../../../../shared/ui/file-button.tsx';
import { reportUnfinished } from '../../../../shared/ui/form.ts';
import { number } from '../../../../shared/ui/format.ts';
import { useSettled } from '../../../../shared/ui/load.ts';
import { zoneOf } from '../../../../shared/ui/preferences.ts';
import { saveFile } from '../../../../shared/ui/save-file.ts';
import { toast } from '../../../../shared/ui/toast.tsx';
import { announceDraft, DraftNotice, useDraft } from '../../core/draft.tsx';
import { refreshWorkspace, workspace } from '../../core/session.ts';
import { text } from '../../text/later.ts';
import { ExpiryField } from '../link-form/expiry-field.tsx';
import { fields } from '../link-form/fields.ts';
import { Group } from '../link-form/group.tsx';
import { gateOf, usePlans } from '../link-form/plan-gate.tsx';
import { useDomains, useKnownTags } from '../link-form/tag-and-domain-names.ts';
import { UtmFields } from '../link-form/utm-fields.tsx';
import { faultsIn, parseRows, type Row, toCsv, toText } from './parse-rows.ts';
import { faultText, RowsTable } from './rows-table.tsx';
import { type Common, type Result, sendRows } from './send-rows.ts';

const words = text.createMany;
/** Maximum number of rows. A larger number requires a file import. */
const rowsAtMost = 500;
/** Maximum size of the text, enough for the maximum number of rows with usual URLs. */
const mostBytes = 1_000_000;

type Props = { onClose: () => void; onCreated: () => void };

export function CreateMany({ onClose, onCreated }: Props) {
  const [{ pasted, common }, setTyped] = useState(emptyTyped);
  const setPasted = (typed: string) => setTyped({ pasted: typed, common });
  const { rows: all, isSettled } = useSettledRows(pasted);
  const rows = useMemo(() => all.slice(0, rowsAtMost), [all]);
  const faults = useMemo(() => faultsIn(rows, common.tags), [rows, common.tags]);
  const sending = useSending(common, onCreated);
  const { results } = sending;
  const ready = rows.filter(({ number: row }) => !faults.has(row));
  const failed = rows.filter(({ number: row }) => faults.has(row) || 'problem' in (results.get(row) ?? {}));
  const isSent = results.size > 0 || sending.isSending;
  // Includes rows that were not reached, and rows over the limit.
  const unsent = isSent ? toText(all.filter(({ number: row }) => !('link' in (results.get(row) ?? {})))) : pasted;
  const draft = useUnsent({ pasted: unsent, common });
  const edit = () => {
    setPasted(unsent);
    sending.forget();
  };
  const close = () => {
    if (unsent.trim() !== '') announceDraft(draft);
    onClose();
  };
  return (
    <Dialog
      title={words.title}
      onClose={sending.isSending ? sending.cancel : close}
      isWide
      footer={
        isSent ? (
          <SentFooter
            rows={rows}
            failed={failed}
            sending={sending}
            onEdit={unsent === '' ? undefined : edit}
            onClose={close}
          />
        ) : (
          <UnsentFooter
            ready={ready.length}
            faulty={[...faults.keys()]}
            onSend={isSettled ? () => reportUnfinished() || void sending.send(ready) : undefined}
            onClose={close}
          />
        )
      }
    >
      <div class="form">
        {draft.kept && pasted === '' && (
          <DraftNotice what={words.draft} onUse={() => setTyped(draft.kept ?? emptyTyped())} onDrop={draft.drop} />
        )}
        {!isSent && (
          <Paste
            pasted={pasted}
            onPasted={setPasted}
            common={common}
            onCommon={(chosen) => setTyped({ pasted, common: chosen })}
          />
        )}
        {all.length > rowsAtMost && <p class="notice warn">{words.tooMany(rowsAtMost)}</p>}
        <Allowance wanted={ready.length} />
        {rows.length === 0 ? (
          <p class="soft">{words.empty}</p>
        ) : (
          <section class="card">
            <RowsTable rows={rows} faults={faults} results={results} isSending={sending.isSending} />
          </section>
        )}
      </div>
    </Dialog>
  );
}

type Typed = { pasted: string; common: Common };

const emptyTyped = (): Typed => ({
  pasted: '',
  common: { domain: '', tags: [], utm: fields.utm.empty, expiresAt: fields.expiresAt.empty },
});

/**
 * Stores unsent rows at each change until none are left. The rows are kept when the user leaves the page or the
 * session ends.
 */
function useUnsent(unsent: Typed) {
  const draft = useDraft('many', emptyTyped);
  useEffect(() => {
    if (unsent.pasted.trim() !== '') {
      draft.keep(unsent);
      draft.forget();
    } else if (!draft.kept) draft.drop();
  }, [unsent.pasted, unsent.common]);
  return draft;
}

/** Parses the text once typing pauses. Until then, returns the previous rows. */
function useSettledRows(pasted: string): { rows: Row[]; isSettled: boolean } {
  const settled = useSettled(pasted, 200);
  const rows = useMemo(() => parseRows(settled), [settled]);
  return { rows, isSettled: settled === pasted };
}

function useSending(common: Common, onCreated: () => void) {
  const [results, setResults] = useState<ReadonlyMap<number, Result>>(new Map());
  const [progress, setProgress] = useState<{ done: number; all: number }>();
  const abort = useRef<AbortController>();
  const send = async (rows: Row[]) => {
    abort.current = new AbortController();
    setResults((before) => new Map([...before].filter(([, result]) => 'link' in result)));
    setProgress({ done: 0, all: rows.length });
    await sendRows(
      rows,
      common,
      (some) => {
        setResults((before) => new Map([...before, ...some]));
        setProgress((before) => before && { ...before, done: before.done + some.size });
      },
      abort.current.signal,
    );
    setProgress(undefined);
    void refreshWorkspace();
    onCreated();
  };
  return {
    results,
    progress,
    isSending: progress !== undefined,
    send,
    cancel: () => abort.current?.abort(),
    forget: () => setResults(new Map()),
  };
}

type PasteProps = {
  pasted: string;
  onPasted: (text: string) => void;
  common: Common;
  onCommon: (common: Common) => void;
};

function Paste({ pasted, onPasted, common, onCommon }: PasteProps) {
  const [own, ...domains] = useDomains() ?? [{ value: '', label: ' ' }];
  const tags = useKnownTags();
  const plans = usePlans().data;
  return (
    <>
      <TextArea
        label={words.paste}
        hint={words.pasteHint}
        rows={7}
        value={pasted}
        onValue={onPasted}
        spellcheck={false}
        wrap="off"
        placeholder={'https://example.com/spring\nhttps://example.com/summer\tsummer\tSummer sale\tcampaign'}
      />
      <FromFile onText={onPasted} />
      <div class="pair">
        <Select
          label={words.domain}
          value={common.domain}
          onValue={(domain) => onCommon({ ...common, domain })}
          options={[{ value: '', label: own?.label ?? '' }, ...domains]}
        />
        <TagBox
          label={words.tags}
          values={common.tags}
          known={tags}
          onChange={(chosen) => onCommon({ ...common, tags: chosen })}
          most={links.tags}
        />
      </div>
      <div class="links-groups">
        <Group title={words.utm} isSet={fields.utm.given(common.utm) !== null}>
          <UtmFields utm={common.utm} onUtm={(utm) => onCommon({ ...common, utm })} />
        </Group>
        <Group title={words.expiry} isSet={common.expiresAt !== ''} gate={gateOf('expiresAt', plans)}>
          <p class="soft small">{text.linkForm.zone(zoneOf())}</p>
          <ExpiryField value={common.expiresAt} onValue={(expiresAt) => onCommon({ ...common, expiresAt })} />
        </Group>
      </div>
    </>
  );
}

/** Takes a file, whose text replaces the pasted text. A file can be dropped anywhere on the window. */
function FromFile({ onText }: { onText: (text: string) => void }) {
  const place = useRef<HTMLDivElement>(null);
  const [problem, setProblem] = useState<string>();
  const take = async (file: File | undefined) => {
    if (!file) return;
    if (file.size > mostBytes) return setProblem(words.fileTooLarge(file.name));
    const read = await readText(file);
    if (read === undefined) return setProblem(words.fileNoText(file.name));
    if (parseRows(read).length === 0) return setProblem(words.fileEmpty(file.name));
    setProblem(undefined);
    onText(read);
  };
  const latest = useRef(take);
  latest.current = take;
  useEffect(() => {
    const dialog = place.current?.closest('dialog');
    const ended = new AbortController();
    const { signal } = ended;
    const isFile = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files');
    dialog?.addEventListener('dragover', (event) => isFile(event) && event.preventDefault(), { signal });
    dialog?.addEventListener(
      'drop',
      (event) => {
        if (!isFile(event)) return;
        event.preventDefault();
        void latest.current(event.dataTransfer?.files[0]);
      },
      { signal },
    );
    return () => ended.abort();
  }, []);
  return (
    <div class="field" ref={place}>
      <div class="bar">
        <FileButton
          label={words.file}
          accept=".csv,.tsv,.txt,text/csv,text/plain,text/tab-separated-values"
          onFile={(file) => void take(file)}
        />
        <span class="soft small">{words.fileHint}</span>
      </div>
      {problem && (
        <div class="error" role="alert">
          {problem}
        </div>
      )}
    </div>
  );
}

/** Reads a file. Returns `undefined` if it is not UTF-8 text. */
async function readText(file: Blob): Promise<string | undefined> {
  try {
    const read = new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer());
    return read.includes('\0') ? undefined : read;
  } catch {
    return undefined;
  }
}

/** Shows a warning if the valid rows exceed the rest of the month's allowance. */
function Allowance({ wanted }: { wanted: number }) {
  const { limits, usage } = workspace.value ?? {};
  if (!limits || !usage || limits.links === null) return null;
  const left = Math.max(0, limits.links - usage.links);
  return wanted > left ? <p class="notice warn">{words.allowance(left)}</p> : null;
}

const linesNamed = 5;

type UnsentFooterProps = {
  ready: number;
  /** Numbers of lines whose row has a problem. */
  faulty: number[];
  /** Sends the rows. `undefined` while the text is still being parsed. */
  onSend: (() => void) | undefined;
  onClose: () => void;
};

function UnsentFooter({ ready, faulty, onSend, onClose }: UnsentFooterProps) {
  const faults = faulty.length > 0 && words.faulty(faulty.length, faulty.slice(0, linesNamed));
  return (
    <>
      <span class="soft many-counts" aria-live="polite">
        {[ready > 0 && words.ready(ready), faults].filter(Boolean).join(', ')}
      </span>
      <Button onClick={onClose}>{text.ui.cancel}</Button>
      <Button kind="main" disabled={ready === 0 || !onSend} onClick={onSend}>
        {words.create(ready)}
      </Button>
    </>
  );
}

type SentFooterProps = {
  rows: Row[];
  failed: Row[];
  sending: ReturnType<typeof useSending>;
  /** Returns the user to the unsent rows. `undefined` if none are left. */
  onEdit: (() => void) | undefined;
  onClose: () => void;
};

function SentFooter({ rows, failed, sending: { results, progress, send, cancel }, onEdit, onClose }: SentFooterProps) {
  if (progress) {
    return (
      <>
        <progress class="list-progress" value={progress.done} max={progress.all} aria-label={words.creatingLabel} />
        <span class="soft">{words.creating(number(progress.done), number(progress.all))}</span>
        <Button onClick={cancel}>{text.ui.cancel}</Button>
      </>
    );
  }
  const created = [...results.values()].filter((result) => 'link' in result).length;
  const again = failed.filter(({ number: row }) => results.has(row));
  // The byte order mark makes Excel read the file as UTF-8.
  const csv = () => `\ufeff${csvOf(rows, results)}`;
  const shortUrls = [...results.values()].flatMap((result) => ('link' in result ? result.link.shortUrl : []));
  const copy = () =>
    void copyText(shortUrls.join('\n')).then((isDone) => toast(isDone ? text.ui.copied : text.links.notCopied));
  return (
    <>
      <span class="many-counts" role="status">
        {words.done(created, failed.length)}
      </span>
      {created > 0 && (
        <Button icon="copy" onClick={copy}>
          {words.copyAll}
        </Button>
      )}
      <Button icon="download" onClick={() => saveFile(new Blob([csv()], { type: 'text/csv' }), 'links.csv')}>
        {words.downloadCsv}
      </Button>
      {onEdit && <Button onClick={onEdit}>{words.back}</Button>}
      {again.length > 0 ? (
        <Button kind="main" onClick={() => void send(again)}>
          {words.retry(again.length)}
        </Button>
      ) : (
        <Button kind="main" onClick={onClose}>
          {text.ui.close}
        </Button>
      )}
    </>
  );
}

const csvOf = (rows: readonly Row[], results: ReadonlyMap<number, Result>): string => {
  const faults = faultsIn(rows);
  const lines = rows.map((row) => {
    const result = results.get(row.number);
    const fault = faults.get(row.number);
    const shortUrl = result && 'link' in result ? result.link.shortUrl : '';
    const problem = result && 'problem' in result ? result.problem : fault ? faultText(fault) : '';
    return [row.url, row.slug, row.title, row.tags.join(';'), shortUrl, problem];
  });
  return toCsv([['url', 'slug', 'title', 'tags', 'shortUrl', 'problem'], ...lines]);
};
