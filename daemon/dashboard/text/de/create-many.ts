/** German strings for creating many links. */
import { number, plural } from '../../../../shared/ui/text/de/ui.ts';
import type { Text } from '../text.ts';

export const createMany: Text['createMany'] = {
  title: 'Mehrere Links erstellen',
  paste: 'URLs',
  pasteHint:
    'Eine URL pro Zeile oder Spalten (Tabulator oder Komma): URL, Slug, Titel, Schlagwörter. Eine Kopfzeile kann sie anders anordnen. Trennen Sie Schlagwörter mit ; oder |.',
  domain: 'Domain',
  tags: 'Schlagwörter für alle Links',
  utm: 'UTM für alle Links',
  expiry: 'Ablauf für alle Links',
  rows: (n) => plural(n, { one: '# Zeile', other: '# Zeilen' }),
  ready: (n) => `${number(n)} bereit`,
  /** `lines`: the first affected lines. */
  faulty: (n, lines) => {
    const shown = `${lines.join(', ')}${n > lines.length ? ',\u00a0…' : ''}`;
    return plural(n, { one: `# mit Problem (Zeile ${shown})`, other: `# mit Problem (Zeilen ${shown})` });
  },
  file: 'Datei auswählen',
  fileHint: 'Oder hier ablegen: CSV oder Text mit einer URL pro Zeile, bis 1 MB.',
  fileTooLarge: (name) => `${name} ist größer als 1 MB. Teilen Sie die Datei in mehrere auf.`,
  fileNoText: (name) =>
    `${name} ist kein UTF-8-Text. Speichern Sie die Datei als CSV in UTF-8 und wählen Sie sie erneut aus.`,
  fileEmpty: (name) => `${name} enthält keine URL.`,
  tooMany: (most) => `Nur die ersten ${number(most)} werden verwendet. Fügen Sie den Rest danach ein.`,
  allowance: (left) =>
    plural(left, {
      one: 'Sie können in diesem Monat noch # Link erstellen.',
      other: 'Sie können in diesem Monat noch # Links erstellen.',
    }),
  create: (n) => plural(n, { one: '# Link erstellen', other: '# Links erstellen' }),
  columns: { row: 'Zeile', url: 'Ziel', slug: 'Slug', title: 'Titel', tags: 'Schlagwörter', state: 'Ergebnis' },
  state: { ready: 'Bereit', sending: 'Wird erstellt\u00a0…' },
  faults: {
    noUrl: 'Die URL fehlt.',
    badUrl: 'Keine http- oder https-URL.',
    longUrl: 'Die URL ist länger als 2.048 Zeichen.',
    badSlug: 'Nur Buchstaben, Ziffern, - und _; zuerst ein Buchstabe oder eine Ziffer; höchstens 64.',
    slugTwice: (row) => `Zeile ${row} hat denselben Slug.`,
    longTitle: 'Der Titel ist länger als 200 Zeichen.',
    manyTags: 'Höchstens 20 Schlagwörter.',
    longTag: 'Ein Schlagwort hat höchstens 40 Zeichen.',
  },
  /** This text is used within `linkForm.draft`. */
  draft: 'Linkliste',
  back: 'Liste bearbeiten',
  retry: (n) => plural(n, { one: '# Zeile erneut versuchen', other: '# Zeilen erneut versuchen' }),
  done: (made, failed) => {
    const created = plural(made, { one: '# Link erstellt', other: '# Links erstellt' });
    return failed === 0 ? created : `${created}, ${number(failed)} fehlgeschlagen`;
  },
  creating: (done, all) => `${done} von ${all}`,
  creatingLabel: 'Links werden erstellt',
  copyAll: 'Kurz-URLs kopieren',
  downloadCsv: 'CSV herunterladen',
  stopped: 'Gestoppt',
  empty: 'Fügen Sie URLs ein, um hier eine Vorschau jedes Links zu sehen.',
  more: (n) => plural(n, { one: 'und # weitere Zeile', other: 'und # weitere Zeilen' }),
};
