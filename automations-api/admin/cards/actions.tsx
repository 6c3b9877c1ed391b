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
import { withoutName } from '../core/field-errors.ts';
import type { CardAction, FormSchema, SettingsCard } from '../core/types.ts';
import { MemberInput } from '../members/form-input.tsx';
import { text } from '../text/text.ts';

/** `onDone` reloads the screen's cards: an action can change any of them. */
export type CardProps = { card: SettingsCard; onDone: () => void };

type Values = { [member: string]: unknown };
type Asked = { action: CardAction; row?: string };

export type Acts = {
  isBusy: boolean;
  /** `row`: the row's id, for a button of a row. */
  begin: (asked: Asked) => void;
  /** Dialog of the action that asks first. */
  dialog: ComponentChildren;
};

/** `onDone` is called after each completed action. */
export function useActs(card: string, onDone: () => void): Acts {
  const [asked, setAsked] = useState<Asked>();
  const [isBusy, setBusy] = useState(false);
  const act = async ({ action, row }: Asked, values: Values = {}) => {
    const body = { name: card, action: action.name, values, ...(row !== undefined && { row }) };
    const { acted } = await site.post<{ acted: { message: string | null } }>('/card/act', body);
    toast(acted.message ?? text.cards.done(action.label));
    onDone();
  };
  const begin = (next: Asked) => {
    if (next.action.form || next.action.warning) return setAsked(next);
    setBusy(true);
    void act(next)
      .catch(toastError)
      .finally(() => setBusy(false));
  };
  const dialog = asked && (
    <Asking asked={asked} act={(values) => act(asked, values)} onClose={() => setAsked(undefined)} />
  );
  return { isBusy, begin, dialog };
}

type AskingProps = { asked: Asked; act: (values?: Values) => Promise<void>; onClose: () => void };

function Asking({ asked: { action }, act, onClose }: AskingProps) {
  const { label, warning, form } = action;
  if (form) return <AskingValues action={action} schema={form} act={act} onClose={onClose} />;
  return (
    <Confirm title={label} action={label} onConfirm={() => act()} onClose={onClose}>
      {warning}
    </Confirm>
  );
}

type AskingValuesProps = Omit<AskingProps, 'asked'> & { action: CardAction; schema: FormSchema };

function AskingValues({ action: { label, warning }, schema, act, onClose }: AskingValuesProps) {
  const members = Object.entries(schema.properties);
  const form = useForm<Values>(
    Object.fromEntries(members.map(([name, member]) => [name, member.default])),
    async (values) => {
      await act(values);
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
          error={form.problems[name] && withoutName(form.problems[name])}
          onValue={(value) => form.set(name, value)}
        />
      ))}
    </FormDialog>
  );
}

const iconIn = (icon: string | null): IconName | undefined => (icon !== null && isIcon(icon) ? icon : undefined);

export function ActButtons({ actions, acts }: { actions: readonly CardAction[]; acts: Acts }) {
  if (actions.length === 0) return null;
  return (
    <div class="bar">
      {actions.map((action) => (
        <Button
          key={action.name}
          icon={iconIn(action.icon)}
          isBusy={acts.isBusy}
          onClick={() => acts.begin({ action })}
        >
          {action.label}
        </Button>
      ))}
    </div>
  );
}

export const actItems = (actions: readonly CardAction[], acts: Acts, row: string): MenuItem[] =>
  actions.map((action) => ({
    label: action.label,
    icon: iconIn(action.icon),
    isBad: action.warning !== null,
    isDisabled: acts.isBusy,
    onSelect: () => acts.begin({ action, row }),
  }));
