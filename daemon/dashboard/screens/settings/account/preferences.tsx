/** What is chosen for this browser alone. It takes effect at once. */
import { Combobox } from '../../../../../shared/ui/combobox.tsx';
import { Check, Select } from '../../../../../shared/ui/field.tsx';
import { areShortcutsOn, type Theme, theme, timeZone } from '../../../../../shared/ui/preferences.ts';
import { uiText } from '../../../../../shared/ui/text.ts';
import { text } from '../../../text/text.ts';

const words = text.account;

const themes = (['system', 'light', 'dark'] as const).map((value) => ({ value, label: uiText.themes[value] }));
const languages = Object.entries(words.languages).map(([value, label]) => ({ value, label }));
const zoneOfBrowser = Intl.DateTimeFormat().resolvedOptions().timeZone;
const zones = [
  { value: '', label: words.timeZoneOfBrowser(zoneOfBrowser) },
  ...['UTC', ...Intl.supportedValuesOf('timeZone')].map((value) => ({ value, label: value.replaceAll('_', ' ') })),
];

export function Preferences() {
  return (
    <section class="card">
      <header>
        <h2>{words.preferences}</h2>
        <span>{words.preferencesNote}</span>
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
          <Select
            label={words.language}
            options={languages}
            value={document.documentElement.lang || 'en'}
            onValue={() => {}}
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
