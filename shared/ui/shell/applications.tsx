/** The switch between the two applications, in the same place and with the same key in both. */
import { Icon, type IconName } from '../icon.tsx';
import { useShortcut } from '../shortcuts.tsx';
import { uiText } from '../text.ts';

type Name = 'links' | 'contacts';
export type Applications = { current: Name; hrefs: Record<Name, string> };

const icons: Record<Name, IconName> = { links: 'link', contacts: 'people' };

export function ApplicationSwitch({ current, hrefs }: Applications) {
  const words = uiText.applications;
  const other = current === 'links' ? 'contacts' : 'links';
  useShortcut('.', words.open(words[other]), () => location.assign(hrefs[other]), { isGeneral: true });
  return (
    <nav class="choice applications" aria-label={words.label}>
      {(['links', 'contacts'] as const).map((name) => (
        <a key={name} href={hrefs[name]} title={words[name]} aria-current={name === current ? 'true' : undefined}>
          <Icon name={icons[name]} size={16} />
          <span>{words[name]}</span>
        </a>
      ))}
    </nav>
  );
}
