/** Settings: the list of them, and the tabs between them. */
import type { ComponentChildren } from 'preact';
import { SettingsList, SettingsPage } from '../../../../../shared/ui/settings.tsx';
import { Empty } from '../../../../../shared/ui/states.tsx';
import { may } from '../../../core/session.ts';
import { text } from '../../../text/text.ts';
import { allTabs, settingsTabs, type TabName } from './tabs.ts';

export const Settings = () => <SettingsList title={text.settings.title} tabs={settingsTabs()} />;

type SettingsScreenProps = {
  name: TabName;
  title?: string;
  note?: ComponentChildren;
  actions?: ComponentChildren;
  children: ComponentChildren;
};

/** Whoever's role was lowered while it was open is told so. */
export function SettingsScreen({ children, actions, ...props }: SettingsScreenProps) {
  const { icon, least } = allTabs[props.name];
  const frame = { label: text.settings.label, tabs: settingsTabs(), title: text.settings[props.name], ...props };
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
