/** The main button of a screen, which creates something. The key `c` does the same. */
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';
import { follow } from './navigate.ts';
import { useShortcut } from './shortcuts.tsx';

const key = 'c';

type AddButtonProps = { label: string; onAdd: () => void };

export function AddButton({ label, onAdd }: AddButtonProps) {
  useShortcut(key, label, onAdd);
  return (
    <Button kind="main" icon="plus" shortcut={key.toUpperCase()} onClick={onAdd}>
      {label}
    </Button>
  );
}

/** Shows a link instead of a button, for objects that are created on their own screen. */
export function AddLink({ label, href }: { label: string; href: string }) {
  useShortcut(key, label, () => follow(href));
  return (
    <a class="btn main" href={href}>
      <Icon name="plus" />
      {label}
      <span class="kbd" aria-hidden="true">
        {key.toUpperCase()}
      </span>
    </a>
  );
}
