/** Italian strings for creating many links. */
import { number, plural } from '../../../../shared/ui/text/it/ui.ts';
import type { Text } from '../text.ts';

export const createMany: Text['createMany'] = {
  title: 'Crea più link',
  paste: 'URL',
  pasteHint:
    'Un URL per riga, oppure colonne (tabulazione o virgola): URL, slug, titolo, tag. Una riga di intestazione può riordinarle. Separa i tag con ; o |.',
  domain: 'Dominio',
  tags: 'Tag per tutti i link',
  utm: 'UTM per tutti i link',
  expiry: 'Scadenza per tutti i link',
  rows: (n) => plural(n, { one: '# riga', other: '# righe' }),
  ready: (n) => plural(n, { one: '# pronta', other: '# pronte' }),
  /** `lines`: the first affected lines. */
  faulty: (n, lines) =>
    `${number(n)} con un problema (${plural(n, { one: 'riga', other: 'righe' })} ${lines.join(', ')}${n > lines.length ? ', …' : ''})`,
  file: 'Scegli un file',
  fileHint: 'O trascinane uno qui: CSV, o testo con un URL per riga, fino a 1\u00a0MB.',
  fileTooLarge: (name) => `${name} supera 1\u00a0MB. Dividilo in più file.`,
  fileNoText: (name) => `${name} non è testo UTF-8. Salvalo come CSV in UTF-8 e sceglilo di nuovo.`,
  fileEmpty: (name) => `${name} non contiene URL.`,
  tooMany: (most) =>
    plural(most, {
      one: 'Viene usata solo la prima riga (#). Incolla il resto dopo.',
      other: 'Vengono usate solo le prime # righe. Incolla il resto dopo.',
    }),
  allowance: (left) =>
    plural(left, {
      one: 'Questo mese puoi creare ancora # link.',
      other: 'Questo mese puoi creare ancora # link.',
    }),
  create: (n) => plural(n, { one: 'Crea # link', other: 'Crea # link' }),
  columns: { row: 'Riga', url: 'Destinazione', slug: 'Slug', title: 'Titolo', tags: 'Tag', state: 'Risultato' },
  state: { ready: 'Pronta', sending: 'Creazione…' },
  faults: {
    noUrl: 'Manca l’URL.',
    badUrl: 'Non è un URL http o https.',
    longUrl: 'L’URL supera i 2048 caratteri.',
    badSlug: 'Solo lettere, cifre, - e _; una lettera o una cifra all’inizio; al massimo 64.',
    slugTwice: (row) => `La riga ${row} ha lo stesso slug.`,
    longTitle: 'Il titolo supera i 200 caratteri.',
    manyTags: 'Al massimo 20 tag.',
    longTag: 'Un tag ha al massimo 40 caratteri.',
  },
  /** This text is used within `linkForm.draft`. */
  draft: 'elenco di link',
  back: 'Modifica l’elenco',
  retry: (n) => plural(n, { one: 'Riprova # riga non riuscita', other: 'Riprova # righe non riuscite' }),
  done: (made, failed) => {
    const created = plural(made, { one: '# link creato', other: '# link creati' });
    return failed === 0 ? created : `${created}, ${plural(failed, { one: '# non riuscito', other: '# non riusciti' })}`;
  },
  creating: (done, all) => `${done} di ${all}`,
  creatingLabel: 'Creazione dei link',
  copyAll: 'Copia URL brevi',
  downloadCsv: 'Scarica CSV',
  stopped: 'Fermato',
  empty: 'Incolla degli URL per vedere qui l’anteprima di ogni link.',
  more: (n) => plural(n, { one: 'e un’altra riga (#)', other: 'e altre # righe' }),
};
