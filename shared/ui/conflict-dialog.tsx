/** The dialog that asks which of two values to keep, for each field that two users changed. Loaded on demand. */
import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { useForm } from './form.ts';
import { FormDialog } from './form-dialog.tsx';
import { dateTime, relative } from './format.ts';
import { openDialog } from './open-dialog.ts';
import { uiText } from './text.ts';

type ConflictField = { name: string; label: string; mine: ComponentChildren; theirs: ComponentChildren };

type Question = {
  /** The author and the time of the last change, if known. */
  by: string | undefined;
  at: string | undefined;
  fields: ConflictField[];
};

/**
 * Asks the user. Resolves to the names of the fields that take the other user's value, or to undefined if the user
 * closed the dialog.
 */
export function showConflictDialog(question: Question): Promise<Set<string> | undefined> {
  return new Promise<Set<string> | undefined>((resolve) => {
    openDialog.value = <ConflictDialog {...question} onDone={resolve} />;
  }).finally(() => {
    openDialog.value = undefined;
  });
}

type ConflictDialogProps = Question & { onDone: (taken: Set<string> | undefined) => void };

function ConflictDialog({ by, at, fields, onDone }: ConflictDialogProps) {
  const words = uiText.conflict;
  const [taken, setTaken] = useState<ReadonlySet<string>>(new Set());
  const form = useForm({}, async () => onDone(new Set(taken)));
  const cancel = () => onDone(undefined);
  // Closes the dialog when the user leaves its form's screen.
  useEffect(() => {
    addEventListener('popstate', cancel);
    return () => removeEventListener('popstate', cancel);
  }, []);
  const take = (name: string, isTheirs: boolean) =>
    setTaken((before) => new Set([...before].filter((one) => one !== name).concat(isTheirs ? name : [])));
  return (
    <FormDialog title={words.title} form={form} action={words.action} isWide onClose={cancel}>
      <p>
        {words.changed(by)}{' '}
        {at && (
          <time dateTime={at} title={dateTime(at)}>
            {relative(at)}
          </time>
        )}
        . {words.note}
      </p>
      {fields.map(({ name, label, mine, theirs }) => (
        <fieldset key={name} class="conflict">
          <legend dir="auto">{label}</legend>
          {([false, true] as const).map((isTheirs) => (
            <label key={String(isTheirs)} class="check">
              <input
                type="radio"
                name={`conflict ${name}`}
                checked={taken.has(name) === isTheirs}
                onChange={() => take(name, isTheirs)}
              />
              <span>
                <small>{isTheirs ? words.theirs : words.mine}</small>
                <span dir="auto">{(isTheirs ? theirs : mine) || words.empty}</span>
              </span>
            </label>
          ))}
        </fieldset>
      ))}
    </FormDialog>
  );
}
