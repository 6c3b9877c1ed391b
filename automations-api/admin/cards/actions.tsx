/** Buttons of a card and of its rows. Some first ask for values or a confirmation. */
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { Button } from '../../../shared/ui/button.tsx';
import { Confirm } from '../../../shared/ui/dialog.tsx';
import { useForm } from '../../../shared/ui/form.ts';
import { FormDialog } from '../../../shared/ui/form-dialog.tsx';
import { type IconName, isIcon } from '../../../shared/ui/icon.tsx';
import type { MenuItem } from '../../../shared/ui/menu.tsx';
import { toast, toastError } from '../../../shared/ui/toast.tsx';
import { site } from '../core/api.ts';
import type { CardAction, FormSchema, SettingsCard } from '../core/types.ts';
import { MemberInput } from '../members/form-input.tsx';
import { text } from '../text/text.ts';

/** A card's props. `onDone` reloads the screen's cards, because an action can change any of them. */
export type CardProps = { card: SettingsCard; onDone: () => void };

type Values = { [member: string]: unknown };
type PendingAction = { action: CardAction; row?: string };

export type CardActions = {
  isBusy: boolean;
  /** Starts an action. `row`: the row's id, for a button in a row. */
  start: (pending: PendingAction) => void;
  /** The dialog of an action that first asks for values or a confirmation. */
  dialog: ComponentChildren;
};

/** Returns a card's actions. `onDone` is called after each completed action. */
export function useCardActions(card: string, onDone: () => void): CardActions {
  const [pending, setPending] = useState<PendingAction>();
  const [isBusy, setBusy] = useState(false);
  const run = async ({ action, row }: PendingAction, values: Values = {}) => {
    const body = { name: card, action: action.name, values, ...(row !== undefined && { row }) };
    const { acted } = await site.post<{ acted: { message: string | null } }>('/card/action', body);
    toast(acted.message ?? text.cards.done(action.label));
    onDone();
  };
  const start = (next: PendingAction) => {
    if (next.action.form || next.action.warning) return setPending(next);
    setBusy(true);
    void run(next)
      .catch(toastError)
      .finally(() => setBusy(false));
  };
  const dialog = pending && (
    <ActionDialog pending={pending} run={(values) => run(pending, values)} onClose={() => setPending(undefined)} />
  );
  return { isBusy, start, dialog };
}

type ActionDialogProps = { pending: PendingAction; run: (values?: Values) => Promise<void>; onClose: () => void };

function ActionDialog({ pending: { action }, run, onClose }: ActionDialogProps) {
  const { label, warning, form } = action;
  if (form) return <ActionForm action={action} schema={form} run={run} onClose={onClose} />;
  return (
    <Confirm title={label} action={label} onConfirm={() => run()} onClose={onClose}>
      {warning}
    </Confirm>
  );
}

type ActionFormProps = Omit<ActionDialogProps, 'pending'> & { action: CardAction; schema: FormSchema };

function ActionForm({ action: { label, warning }, schema, run, onClose }: ActionFormProps) {
  const members = Object.entries(schema.properties);
  const form = useForm<Values>(
    Object.fromEntries(members.map(([name, member]) => [name, member.default])),
    async (values) => {
      await run(values);
      onClose();
    },
  );
  return (
    <FormDialog title={label} form={form} action={label} isBad={warning !== null} onClose={onClose}>
      {warning && <p>{warning}</p>}
      {members.map(([name, member]) => (
        <MemberInput
          key={name}
          member={member}
          value={form.values[name]}
          isRequired={schema.required?.includes(name)}
          error={form.problems[name]}
          onValue={(value) => form.set(name, value)}
        />
      ))}
    </FormDialog>
  );
}

const iconIn = (icon: string | null): IconName | undefined => (icon !== null && isIcon(icon) ? icon : undefined);

export function ActionButtons({ actions, cardActions }: { actions: readonly CardAction[]; cardActions: CardActions }) {
  if (actions.length === 0) return null;
  return (
    <div class="bar">
      {actions.map((action) => (
        <Button
          key={action.name}
          icon={iconIn(action.icon)}
          isBusy={cardActions.isBusy}
          onClick={() => cardActions.start({ action })}
        >
          {action.label}
        </Button>
      ))}
    </div>
  );
}

export const actionItems = (actions: readonly CardAction[], cardActions: CardActions, row: string): MenuItem[] =>
  actions.map((action) => ({
    label: action.label,
    icon: iconIn(action.icon),
    isBad: action.warning !== null,
    isDisabled: cardActions.isBusy,
    onSelect: () => cardActions.start({ action, row }),
  }));
