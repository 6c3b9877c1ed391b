/** The preferences for this browser, which take effect immediately. */
import { Combobox } from './combobox.tsx';
import { Check, Select } from './field.tsx';
import { areShortcutsOn, type Theme, theme, timeZone } from './preferences.ts';
import { uiText } from './text.ts';
import { zoneChoices } from './zones.ts';

const zoneOfBrowser = Intl.DateTimeFormat().resolvedOptions().timeZone;

export function PreferencesCard() {
  const words = uiText.preferences;
  const themes = (['system', 'light', 'dark'] as const).map((value) => ({ value, label: uiText.themes[value] }));
  const zones = [{ value: '', label: words.timeZoneOfBrowser(zoneOfBrowser) }, ...zoneChoices()];
  return (
    <section class="card">
      <header>
        <h2>{words.title}</h2>
        <span>{words.note}</span>
      </header>
      <div class="body form">
        <div class="pair">
          <Select
            label={words.theme}
            options={themes}
            value={theme.value}
            onValue={(value) => {
              theme.value = value as Theme;
            }}
          />
          <Combobox
            label={words.timeZone}
            value={timeZone.value}
            choices={zones}
            onChoose={(value) => {
              timeZone.value = value;
            }}
          />
        </div>
        <Check
          label={words.shortcuts}
          hint={words.shortcutsHint}
          isOn={areShortcutsOn.value}
          onChange={(isOn) => {
            areShortcutsOn.value = isOn;
          }}
        />
      </div>
    </section>
  );
}
