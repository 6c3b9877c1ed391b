import { ActiveSwitch } from '../../core/active-switch.tsx';
import { useDeletion } from '../../core/deletion.tsx';
import type { Hook } from '../../core/types.ts';
import { text } from '../../text/later.ts';

const words = text.hooks;

export const useHookDeletion = (onDeleted: () => void) =>
  useDeletion<Hook>({
    kind: 'hook',
    words,
    note: ({ received }) => words.deleteNote(received),
    lost: ({ received }) => received,
    onDeleted,
  });

type HookSwitchProps = { hook: Hook; hasText?: boolean; onTurned: () => void };

export const HookSwitch = ({ hook, hasText, onTurned }: HookSwitchProps) => (
  <ActiveSwitch
    kind="hook"
    words={words}
    label={words.receive(hook.name)}
    of={hook}
    isAllowed
    hasText={hasText}
    onTurned={onTurned}
  />
);
