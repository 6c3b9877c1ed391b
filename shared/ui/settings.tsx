/** Settings: a page that lists them all, and one screen each with tabs between them. */
import type { ComponentChildren } from 'preact';
import { Icon } from './icon.tsx';
import { Screen } from './screen.tsx';
import { screensIn, wordsOfScreen } from './screens.ts';

export function SettingsList({ title }: { title: string }) {
  return (
    <Screen title={title}>
      <ul class="cols settings">
        {screensIn('settings').map(({ name, icon, href, label, note }) => (
          <li key={name} class="card">
            <Icon name={icon} size={20} />
            <div>
              <a href={href}>{label}</a>
              <p>{note}</p>
            </div>
          </li>
        ))}
      </ul>
    </Screen>
  );
}

/** Where there is no room for all tabs. */
function showCurrent(nav: HTMLElement | null): void {
  const current = nav?.querySelector<HTMLElement>('[aria-current]');
  if (nav && current)
    nav.scrollLeft = current.offsetLeft - nav.offsetLeft - (nav.clientWidth - current.offsetWidth) / 2;
}

type SettingsPageProps = {
  /** The name of the tabs for screen readers. */
  label: string;
  name: string;
  /** Where it is about one thing of many. */
  title?: string;
  note?: ComponentChildren;
  actions?: ComponentChildren;
  children: ComponentChildren;
};

export function SettingsPage({ label, name, title, children, ...screen }: SettingsPageProps) {
  return (
    <Screen
      {...screen}
      title={title ?? wordsOfScreen(name)?.title ?? ''}
      above={
        <nav class="tabs" aria-label={label} ref={showCurrent}>
          {screensIn('settings').map((tab) => (
            <a key={tab.name} href={tab.href} aria-current={tab.name === name ? 'page' : undefined}>
              {tab.label}
            </a>
          ))}
        </nav>
      }
    >
      {children}
    </Screen>
  );
}
