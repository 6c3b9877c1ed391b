/** The settings: a page that lists all screens, and tabs to switch between them. */
import type { ComponentChildren } from 'preact';
import { Icon } from './icon.tsx';
import { Screen } from './screen.tsx';
import { screensIn, wordsOfScreen } from './screens.ts';
import { Empty } from './states.tsx';
import { Tabs } from './tabs.tsx';
import { uiText } from './text.ts';

export function SettingsList() {
  return (
    <Screen title={uiText.nav.settings}>
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

export type SettingsPageProps<Name extends string = string> = {
  name: Name;
  /** The object's name, if the screen is about one of several objects. */
  title?: string;
  note?: ComponentChildren;
  actions?: ComponentChildren;
  children: ComponentChildren;
};

export function SettingsPage({ name, title, children, ...screen }: SettingsPageProps) {
  return (
    <Screen
      {...screen}
      title={title ?? wordsOfScreen(name)?.title ?? ''}
      above={
        <Tabs
          label={uiText.nav.settings}
          tabs={screensIn('settings').map((tab) => ({ ...tab, isCurrent: tab.name === name }))}
        />
      }
    >
      {children}
    </Screen>
  );
}

type RefusedSettingsProps = {
  name: string;
  /** The reason why the user cannot see the screen. */
  why: string;
  children: ComponentChildren;
};

/** Shows a settings screen without its content, with the reason why the user is not allowed to see it. */
export const RefusedSettings = ({ name, why, children }: RefusedSettingsProps) => (
  <SettingsPage name={name}>
    <section class="card">
      <Empty icon={wordsOfScreen(name)?.icon} title={why}>
        {children}
      </Empty>
    </section>
  </SettingsPage>
);
