/** Settings: the one heading of all of them, and the tabs between them. */
import type { ComponentChildren } from 'preact';
import { Icon, type IconName } from '../../../../shared/ui/icon.tsx';
import { Screen } from '../../../../shared/ui/screen.tsx';
import { pathTo, type RouteName } from '../../routes.ts';
import { text } from '../../text/text.ts';

const tabs = ['workspace', 'apiKeys', 'webhooks', 'billing', 'auditLog', 'account'] as const satisfies RouteName[];

const icons: Record<(typeof tabs)[number], IconName> = {
  workspace: 'home',
  apiKeys: 'key',
  webhooks: 'webhook',
  billing: 'card',
  auditLog: 'clock',
  account: 'user',
};

/** All of them, each with what it is for. */
export function Settings() {
  return (
    <Screen title={text.settings.title}>
      <ul class="cols settings">
        {tabs.map((tab) => (
          <li key={tab} class="card">
            <Icon name={icons[tab]} size={20} />
            <div>
              <a href={pathTo(tab)}>{text.settings[tab]}</a>
              <p>{text.settings.notes[tab]}</p>
            </div>
          </li>
        ))}
      </ul>
    </Screen>
  );
}

type SettingsScreenProps = {
  name: (typeof tabs)[number];
  /** Where it is about one thing of many. */
  title?: string;
  note?: ComponentChildren;
  actions?: ComponentChildren;
  children: ComponentChildren;
};

/** One of the screens of settings: its tab's words are its heading. */
export function SettingsScreen({ name, title = text.settings[name], note, actions, children }: SettingsScreenProps) {
  return (
    <Screen
      title={title}
      note={note}
      actions={actions}
      above={
        <nav class="tabs" aria-label={text.settings.label}>
          {tabs.map((tab) => (
            <a key={tab} href={pathTo(tab)} aria-current={tab === name ? 'page' : undefined}>
              {text.settings[tab]}
            </a>
          ))}
        </nav>
      }
    >
      {children}
    </Screen>
  );
}
