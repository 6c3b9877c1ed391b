/** Dutch strings for creating many links. */
import { number, plural } from '../../../../shared/ui/text/nl/ui.ts';
import type { Text } from '../text.ts';

export const createMany: Text['createMany'] = {
  title: 'Meerdere links maken',
  paste: 'URL’s',
  pasteHint:
    'Eén URL per regel, of kolommen (tab of komma): URL, slug, titel, tags. Een koprij kan de volgorde wijzigen. Scheid tags met ; of |.',
  domain: 'Domein',
  tags: 'Tags voor alle links',
  utm: 'UTM voor alle links',
  expiry: 'Verloopdatum voor alle links',
  rows: (n) => plural(n, { one: '# rij', other: '# rijen' }),
  ready: (n) => `${number(n)} gereed`,
  /** `lines`: the first affected lines. */
  faulty: (n, lines) => {
    const shown = `${lines.join(', ')}${n > lines.length ? ', …' : ''}`;
    return plural(n, { one: `# met een probleem (regel ${shown})`, other: `# met een probleem (regels ${shown})` });
  },
  file: 'Bestand kiezen',
  fileHint: 'Of sleep er hier een heen: CSV, of tekst met één URL per regel, tot 1 MB.',
  fileTooLarge: (name) => `${name} is groter dan 1 MB. Splits het in meerdere bestanden.`,
  fileNoText: (name) => `${name} is geen UTF-8-tekst. Sla het op als CSV in UTF-8 en kies het opnieuw.`,
  fileEmpty: (name) => `${name} bevat geen URL.`,
  tooMany: (most) => `Alleen de eerste ${number(most)} worden gebruikt. Plak de rest daarna.`,
  allowance: (left) =>
    plural(left, {
      one: 'Je kunt deze maand nog # link maken.',
      other: 'Je kunt deze maand nog # links maken.',
    }),
  create: (n) => plural(n, { one: '# link maken', other: '# links maken' }),
  columns: { row: 'Regel', url: 'Bestemming', slug: 'Slug', title: 'Titel', tags: 'Tags', state: 'Resultaat' },
  state: { ready: 'Gereed', sending: 'Maken…' },
  faults: {
    noUrl: 'De URL ontbreekt.',
    badUrl: 'Geen http- of https-URL.',
    longUrl: 'De URL is langer dan 2.048 tekens.',
    badSlug: 'Alleen letters, cijfers, - en _; eerst een letter of cijfer; hoogstens 64.',
    slugTwice: (row) => `Regel ${row} heeft dezelfde slug.`,
    longTitle: 'De titel is langer dan 200 tekens.',
    manyTags: 'Hoogstens 20 tags.',
    longTag: 'Een tag heeft hoogstens 40 tekens.',
  },
  /** This text is used within `linkForm.draft`. */
  draft: 'lijst met links',
  back: 'Lijst bewerken',
  retry: (n) => plural(n, { one: '# mislukte rij opnieuw proberen', other: '# mislukte rijen opnieuw proberen' }),
  done: (made, failed) => {
    const created = plural(made, { one: '# link gemaakt', other: '# links gemaakt' });
    return failed === 0 ? created : `${created}, ${number(failed)} mislukt`;
  },
  creating: (done, all) => `${done} van ${all}`,
  creatingLabel: 'Links maken',
  copyAll: 'Korte URL’s kopiëren',
  downloadCsv: 'CSV downloaden',
  stopped: 'Gestopt',
  empty: 'Plak URL’s om hier een voorbeeld van elke link te zien.',
  more: (n) => plural(n, { one: 'en nog # rij', other: 'en nog # rijen' }),
};
