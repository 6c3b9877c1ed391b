/** The bar below an editor, which stays in view: the problem with the whole form, and buttons to save or discard. */
import type { ComponentChildren } from 'preact';
import { Button } from '../../../shared/ui/button.tsx';
import type { Form } from '../../../shared/ui/form.ts';
import { Problem } from '../../../shared/ui/form-dialog.tsx';
import { text } from '../text/text.ts';

const words = text.saveBar;

type SaveBarProps = {
  form: Pick<Form<Record<string, unknown>>, 'problem' | 'isChanged' | 'isBusy' | 'submit'> & { reset: () => void };
  /** Whether the object is not saved yet, so that it can be saved without changes. */
  isNew?: boolean | undefined;
  /** A note instead of the state. */
  note?: string;
  /** Other buttons. */
  children?: ComponentChildren;
};

export const SaveBar = ({ form, isNew, note, children }: SaveBarProps) => (
  <section class="selection save-bar" aria-label={words.label}>
    <Problem of={form} />
    <span class="soft" aria-live="polite">
      {note ?? (isNew ? words.notSaved : form.isChanged ? words.unsaved : words.allSaved)}
    </span>
    {children}
    {form.isChanged && !isNew && <Button onClick={() => form.reset()}>{words.discard}</Button>}
    <Button kind="main" isBusy={form.isBusy} disabled={!form.isChanged && !isNew} onClick={() => form.submit()}>
      {text.actions.save}
    </Button>
  </section>
);
