/** A settings screen, with the tabs that switch between settings. */
import { screensIn } from '../../../../../shared/ui/screens.ts';
import { RefusedSettings, SettingsPage, type SettingsPageProps } from '../../../../../shared/ui/settings.tsx';
import type { RouteName } from '../../../core/routes.ts';
import { text } from '../../../text/text.ts';

/** Shows a settings screen, or a message to a user whose role was lowered in the meantime. */
export const SettingsScreen = (props: SettingsPageProps<RouteName>) =>
  screensIn('settings').some(({ name }) => name === props.name) ? (
    <SettingsPage {...props} />
  ) : (
    <RefusedSettings name={props.name} why={text.refused.administrator}>
      {text.refused.note}
    </RefusedSettings>
  );
