/** The menu of who is signed in: their account, shortcuts, the theme, and the way out. */
import { Icon } from './icon.tsx';
import { Menu, type MenuItem } from './menu.tsx';
import { theme } from './preferences.ts';
import { showShortcuts } from './shortcuts.tsx';
import { uiText } from './text.ts';

type OwnMenuProps = {
  name: string;
  /** The button's, with the name in it. */
  label: string;
  /** The account and the other application, for users who have them. */
  account: MenuItem | null;
  other: MenuItem | null | undefined;
  manual?: MenuItem;
  leave: { label: string; onSelect: () => void };
  /** Without the name. */
  isSmall?: boolean;
};

export function OwnMenu({ name, label, account, other, manual, leave, isSmall }: OwnMenuProps) {
  const items: MenuItem[] = [
    ...(account ? [{ icon: 'user' as const, ...account }] : []),
    ...(other ? [other] : []),
    ...(manual ? [manual] : []),
    { label: uiText.shortcuts, icon: 'help', onSelect: showShortcuts },
    ...(['system', 'light', 'dark'] as const).map((one, n) => ({
      label: uiText.themes[one],
      isChecked: theme.value === one,
      isApart: n === 0,
      onSelect: () => {
        theme.value = one;
      },
    })),
    { icon: 'leave', isApart: true, ...leave },
  ];
  return (
    <Menu label={label} class="btn bare own" items={items}>
      <Icon name="user" />
      {!isSmall && (
        <span class="cut" dir="auto">
          {name}
        </span>
      )}
    </Menu>
  );
}
