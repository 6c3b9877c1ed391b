/** A card of settings: a form with its own button, saved separately from the other cards. */
import type { ComponentChildren } from 'preact';
import { Button } from './button.tsx';
import type { Form } from './form.ts';
import { Problem } from './form-dialog.tsx';

type CardFormProps = {
  title: string;
  form: Pick<Form<Record<string, unknown>>, 'problem' | 'isBusy' | 'isChanged' | 'submit'>;
  /** The label of the submit button. Without it, nothing can be changed. */
  action?: string;
  /** Other buttons, beside the card's heading. */
  actions?: ComponentChildren;
  children: ComponentChildren;
};

export function CardForm({ title, form, action, actions, children }: CardFormProps) {
  return (
    <form class="card" onSubmit={form.submit}>
      <header>
        <h2 dir="auto">{title}</h2>
        {actions}
      </header>
      <div class="body form">
        <Problem of={form} />
        {children}
      </div>
      {action && (
        <footer class="end">
          <Button type="submit" isBusy={form.isBusy} disabled={!form.isChanged}>
            {action}
          </Button>
        </footer>
      )}
    </form>
  );
}

type CardActProps = { title: string; note: ComponentChildren; children: ComponentChildren };

/** Shows a card that describes an action and has a button for it. */
export function CardAct({ title, note, children }: CardActProps) {
  return (
    <section class="card act">
      <div>
        <h2>{title}</h2>
        <p class="soft">{note}</p>
      </div>
      {children}
    </section>
  );
}
