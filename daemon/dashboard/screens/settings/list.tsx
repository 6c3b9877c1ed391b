/** The list of settings: a file of its own, which only its screen loads. */
import { SettingsList } from '../../../../shared/ui/settings.tsx';

export const Settings = SettingsList;
