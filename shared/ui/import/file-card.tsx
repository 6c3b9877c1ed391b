/** The start of an import: the user chooses or drops a file, which is sent with a progress bar. */
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Button } from '../button.tsx';
import { sentenceOf } from '../field-problems.ts';
import { bytes } from '../format.ts';
import { Icon } from '../icon.tsx';
import type { ImportWords } from '../text/en/import.ts';
import { uiText } from '../text.ts';
import { toast } from '../toast.tsx';
import type { ImportRecord, ImportService } from './record.ts';

const mostBytes = 1_000_000_000;

type Props = { service: ImportService; words: ImportWords; onSent: (record: ImportRecord) => void };

export function FileCard({ service, words, onSent }: Props) {
  const { sending, problem, send, cancel } = useSending({ service, words, onSent });
  useDropped((file) => !sending && void send(file));
  return (
    <section class="card" aria-labelledby="import-file">
      <header>
        <h2 id="import-file">{sending ? words.file.sending(sending.file.name) : words.file.title}</h2>
      </header>
      <div class="body">
        {sending ? (
          <Sending words={words} sent={sending.sent} all={sending.file.size} onCancel={cancel} />
        ) : (
          <Choose words={words} problem={problem} onFile={(file) => void send(file)} />
        )}
      </div>
    </section>
  );
}

function useSending({ service, words, onSent }: Props) {
  const [sending, setSending] = useState<{ file: File; sent: number }>();
  const [problem, setProblem] = useState<string>();
  const ending = useRef<AbortController>();
  useEffect(() => () => ending.current?.abort(), []);
  useHeldPage(sending !== undefined);
  const send = async (file: File) => {
    setProblem(
      file.size === 0
        ? words.file.empty(file.name)
        : file.size > mostBytes
          ? words.file.tooLarge(file.name)
          : undefined,
    );
    if (file.size === 0 || file.size > mostBytes) return;
    ending.current = new AbortController();
    setSending({ file, sent: 0 });
    const [proposed = ''] = Object.keys(words.taken.options);
    try {
      onSent(await service.send(file, proposed, (sent) => setSending({ file, sent }), ending.current.signal));
    } catch (error) {
      if ((error as Error).name === 'AbortError') toast(words.file.cancelled);
      else setProblem(sentenceOf((error as Error).message));
    }
    setSending(undefined);
  };
  return { sending, problem, send, cancel: () => ending.current?.abort() };
}

/** Makes the browser ask before the user leaves a page that is still sending. */
function useHeldPage(isHeld: boolean): void {
  useEffect(() => {
    if (!isHeld) return;
    const hold = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', hold);
    return () => removeEventListener('beforeunload', hold);
  }, [isHeld]);
}

/** Accepts files that are dropped anywhere on the page. */
function useDropped(take: (file: File) => void): void {
  const latest = useRef(take);
  latest.current = take;
  useEffect(() => {
    const ended = new AbortController();
    const { signal } = ended;
    const hasFile = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files');
    addEventListener('dragover', (event) => hasFile(event) && event.preventDefault(), { signal });
    addEventListener(
      'drop',
      (event) => {
        if (!hasFile(event)) return;
        event.preventDefault();
        const file = event.dataTransfer?.files[0];
        if (file) latest.current(file);
      },
      { signal },
    );
    return () => ended.abort();
  }, []);
}

type ChooseProps = { words: ImportWords; problem: string | undefined; onFile: (file: File) => void };

function Choose({ words: { file: words }, problem, onFile }: ChooseProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    if (problem) input.current?.focus();
  }, [problem]);
  return (
    <div class="field">
      <label class="import-drop" data-bad={problem ? '' : undefined}>
        <Icon name="upload" size={26} />
        <span class="btn main" aria-hidden="true">
          {words.choose}
        </span>
        <span class="soft small" aria-hidden="true">
          {words.drop}
        </span>
        <input
          ref={input}
          type="file"
          class="sr"
          aria-label={words.choose}
          aria-describedby={`${id}-hint${problem ? ` ${id}-error` : ''}`}
          aria-invalid={problem ? 'true' : undefined}
          onChange={({ currentTarget }) => {
            const [file] = currentTarget.files ?? [];
            currentTarget.value = '';
            if (file) onFile(file);
          }}
        />
      </label>
      <div class="hint" id={`${id}-hint`}>
        {words.kinds}
      </div>
      <div class="import-systems">
        <span>{words.recognised}</span>
        <ul>
          {words.systems.map((system) => (
            <li key={system} class="tag">
              {system}
            </li>
          ))}
          <li>{words.others}</li>
        </ul>
      </div>
      <div role="alert">
        {problem && (
          <div class="error" id={`${id}-error`}>
            {problem}
          </div>
        )}
      </div>
    </div>
  );
}

type SendingProps = { words: ImportWords; sent: number; all: number; onCancel: () => void };

function Sending({ words: { file: words, progress }, sent, all, onCancel }: SendingProps) {
  const cancel = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => cancel.current?.querySelector('button')?.focus(), []);
  return (
    <div class="stack">
      <div class="bar" ref={cancel}>
        <progress class="list-progress" value={Math.min(sent, all)} max={all} aria-label={progress.label} />
        <span class="soft">{words.sent(bytes(Math.min(sent, all)), bytes(all))}</span>
        <Button onClick={onCancel}>{uiText.cancel}</Button>
      </div>
      <p class="soft small">{words.stay}</p>
    </div>
  );
}
