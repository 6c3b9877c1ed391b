/** A form in a dialog, and the message for a problem with a whole form. */
import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import type { Form } from './form.ts';
import { uiText } from './text.ts';

type Sent = Pick<Form<Record<string, unknown>>, 'problem' | 'isBusy' | 'submit'>;

/** Shows a problem that does not concern one field, above the fields. */
export function Problem({ of }: { of: Pick<Sent, 'problem'> }) {
  if (!of.problem) return null;
  return (
    <p class="notice bad" role="alert">
      {of.problem}
    </p>
  );
}

type FormDialogProps = {
  title: string;
  form: Sent;
  /** The label of the submit button. */
  action: string;
  /** Styles the submit button as dangerous, because its action cannot be undone. */
  isBad?: boolean;
  isDisabled?: boolean;
  /** Makes the dialog wide enough for two columns. */
  isWide?: boolean;
  onClose: () => void;
  children: ComponentChildren;
};

/** Shows a form in a dialog. Enter in a field also submits it. */
export function FormDialog({ title, form, action, isBad, isDisabled, isWide, onClose, children }: FormDialogProps) {
  const id = useId();
  return (
    <Dialog
      title={title}
      isWide={isWide}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{uiText.cancel}</Button>
          <Button kind="main" type="submit" form={id} isBad={isBad} isBusy={form.isBusy} disabled={isDisabled}>
            {action}
          </Button>
        </>
      }
    >
      <form id={id} class="form" onSubmit={form.submit}>
        <Problem of={form} />
        {children}
      </form>
    </Dialog>
  );
}
