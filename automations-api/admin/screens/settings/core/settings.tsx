/** Settings: the list of them, and the tabs between them. */
import type { ComponentChildren } from 'preact';
import { screensIn, wordsOfScreen } from '../../../../../shared/ui/screens.ts';
import { SettingsList, SettingsPage } from '../../../../../shared/ui/settings.tsx';
import { Empty } from '../../../../../shared/ui/states.tsx';
import type { RouteName } from '../../../core/routes.ts';
import { text } from '../../../text/text.ts';

export const Settings = () => <SettingsList title={text.settings.title} />;

type SettingsScreenProps = {
  name: RouteName;
  title?: string;
  note?: ComponentChildren;
  actions?: ComponentChildren;
  children: ComponentChildren;
};

/** A user whose role was lowered meanwhile gets a message. */
export function SettingsScreen({ children, actions, ...props }: SettingsScreenProps) {
  const frame = { label: text.settings.label, ...props };
  if (screensIn('settings').some(({ name }) => name === props.name)) {
    return (
      <SettingsPage {...frame} actions={actions}>
        {children}
      </SettingsPage>
    );
  }
  return (
    <SettingsPage {...frame}>
      <section class="card">
        <Empty icon={wordsOfScreen(props.name)?.icon ?? 'lock'} title={text.settings.administratorsOnly}>
          {text.settings.administratorsOnlyNote}
        </Empty>
      </section>
    </SettingsPage>
  );
}
