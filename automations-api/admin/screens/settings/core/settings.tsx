/** Settings: the list of them, and the tabs between them. */
import type { ComponentChildren } from 'preact';
import type { IconName } from '../../../../../shared/ui/icon.tsx';
import { SettingsList, SettingsPage } from '../../../../../shared/ui/settings.tsx';
import { Empty } from '../../../../../shared/ui/states.tsx';
import { pathTo, type RouteName } from '../../../core/routes.ts';
import { may } from '../../../core/session.ts';
import type { Role } from '../../../core/types.ts';
import { text } from '../../../text/text.ts';

type Tab = { icon: IconName; least: Role };

const all = {
  restApi: { icon: 'key', least: 'administrator' },
  users: { icon: 'people', least: 'administrator' },
  consent: { icon: 'check', least: 'administrator' },
  mail: { icon: 'mail', least: 'administrator' },
  links: { icon: 'link', least: 'administrator' },
  plugins: { icon: 'bolt', least: 'administrator' },
  auditLog: { icon: 'clock', least: 'administrator' },
  account: { icon: 'user', least: 'viewer' },
} as const satisfies Partial<Record<RouteName, Tab>>;

type TabName = keyof typeof all;

/** Those that one's role may see. */
const tabs = () =>
  (Object.entries(all) as [TabName, Tab][])
    .filter(([, { least }]) => may(least))
    .map(([name, { icon }]) => ({
      name,
      icon,
      label: text.settings[name],
      note: text.settings.notes[name],
      href: pathTo(name),
    }));

export const Settings = () => <SettingsList title={text.settings.title} tabs={tabs()} />;

type SettingsScreenProps = {
  name: TabName;
  title?: string;
  note?: ComponentChildren;
  actions?: ComponentChildren;
  children: ComponentChildren;
};

/** Whoever's role was lowered while it was open is told so. */
export function SettingsScreen({ children, actions, ...props }: SettingsScreenProps) {
  const { icon, least } = all[props.name];
  const frame = { label: text.settings.label, tabs: tabs(), title: text.settings[props.name], ...props };
  if (may(least)) {
    return (
      <SettingsPage {...frame} actions={actions}>
        {children}
      </SettingsPage>
    );
  }
  return (
    <SettingsPage {...frame}>
      <section class="card">
        <Empty icon={icon} title={text.settings.administratorsOnly}>
          {text.settings.administratorsOnlyNote}
        </Empty>
      </section>
    </SettingsPage>
  );
}
