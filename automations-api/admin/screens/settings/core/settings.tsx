/** The settings: their list, and the tabs that switch between them. */
import { screensIn } from '../../../../../shared/ui/screens.ts';
import {
  RefusedSettings,
  SettingsList,
  SettingsPage,
  type SettingsPageProps,
} from '../../../../../shared/ui/settings.tsx';
import type { RouteName } from '../../../core/routes.ts';
import { text } from '../../../text/text.ts';

export const Settings = SettingsList;

/** Shows a settings screen, or a message to a user whose role was lowered in the meantime. */
export const SettingsScreen = (props: SettingsPageProps<RouteName>) =>
  screensIn('settings').some(({ name }) => name === props.name) ? (
    <SettingsPage {...props} />
  ) : (
    <RefusedSettings name={props.name} why={text.settings.administratorsOnly}>
      {text.settings.administratorsOnlyNote}
    </RefusedSettings>
  );
