/** The list of settings. It is a separate file, so that only its screen loads it. */
import { SettingsList } from '../../../../shared/ui/settings.tsx';

export const Settings = SettingsList;
