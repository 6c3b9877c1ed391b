/** The form of dates and times: order and clock as in the browser's locale, words in the application's language. */
import { formatsFor } from '../../../shared/ui/date-order.ts';
import { t } from '../../runner/tap.ts';

const time = new Date('2026-11-05T14:03:00Z');
const inUtc: Intl.DateTimeFormatOptions = { timeZone: 'UTC' };
const forms: Intl.DateTimeFormatOptions[] = [
  { ...inUtc, dateStyle: 'medium', timeStyle: 'short' },
  { ...inUtc, day: 'numeric', month: 'short' },
  { ...inUtc, month: 'short', year: 'numeric' },
  { ...inUtc, weekday: 'short' },
];

t.test("dates use the browser's order and clock, and the application's language", async (t) => {
  const cases: [language: string, locale: string, ...texts: string[]][] = [
    ['en', 'en-US', 'Nov 5, 2026, 2:03 PM', 'Nov 5', 'Nov 2026', 'Thu'],
    ['en', 'en-GB', '5 Nov 2026, 14:03', '5 Nov', 'Nov 2026', 'Thu'],
    ['en', 'de-DE', '5 Nov 2026, 14:03', '5 Nov', 'Nov 2026', 'Thu'],
    ['en', 'fr', '5 Nov 2026, 14:03', '5 Nov', 'Nov 2026', 'Thu'],
    ['en', 'en-AU', '5 Nov 2026, 2:03 PM', '5 Nov', 'Nov 2026', 'Thu'],
    ['en', 'ja-JP', '2026 Nov 5, 14:03', 'Nov 5', '2026 Nov', 'Thu'],
    ['en', 'th-TH', '5 Nov 2026, 14:03', '5 Nov', 'Nov 2026', 'Thu'],
    ['de', 'de-AT', '05.11.2026, 14:03', '5. Nov.', 'Nov. 2026', 'Do'],
  ];
  for (const [language, locale, ...texts] of cases) {
    const formatOf = formatsFor(language, locale);
    const shown = forms.map((form) => formatOf(form)(time).replaceAll('\u202f', ' '));
    t.same(shown, texts, `${language} in a browser of ${locale}`);
  }
});
