/** The user's menu: account, manual, shortcuts, theme and sign-out. */
import { Icon } from './icon.tsx';
import { Menu, type MenuItem } from './menu.tsx';
import { theme } from './preferences.ts';
import { showShortcuts } from './shortcuts.tsx';
import { uiText } from './text.ts';

type OwnMenuProps = {
  name: string;
  /** The account screen's URL; null for users without one. */
  account: string | null;
  manual?: MenuItem;
  onLeave: () => void;
  /** Hides the name. */
  isSmall?: boolean;
};

export function OwnMenu({ name, account, manual, onLeave, isSmall }: OwnMenuProps) {
  const words = uiText.account;
  const items: MenuItem[] = [
    ...(account ? [{ icon: 'user' as const, label: words.open, href: account }] : []),
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
    { icon: 'leave', isApart: true, label: words.signOut, onSelect: onLeave },
  ];
  return (
    <Menu label={words.menu(name)} class="btn bare own" items={items}>
      <Icon name="user" />
      {!isSmall && (
        <span class="cut" dir="auto">
          {name}
        </span>
      )}
    </Menu>
  );
}
