/** The main button of a screen on which something new is created. The key `c` does the same. */
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

/** Where the new thing has a screen of its own. */
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
