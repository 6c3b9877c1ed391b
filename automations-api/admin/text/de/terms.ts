/** German strings for tags and lists. */
import { anyOf, plural } from '../../../../shared/ui/text/de/ui.ts';
import type { Text } from '../text.ts';

type Term = Text['terms']['tag'];

const existingWords = (existing: number) =>
  existing > 0 ? plural(existing, { one: ', # war schon vorhanden', other: ', # waren schon vorhanden' }) : '';

const deleteUsed = 'Wird hier verwendet. Diese erfassen dann weniger Kontakte oder bewirken weniger:';
const final = 'Das lässt sich nicht rückgängig machen.';

const tagMerge: Term['mergeNote'] = (kept, merged, contacts) => {
  const end =
    merged.length === 1 ? `${kept}; dieses Schlagwort wird gelöscht.` : `${kept}; diese Schlagwörter werden gelöscht.`;
  if (contacts === undefined) return `Alle Kontakte mit ${anyOf(merged)} erhalten stattdessen ${end}`;
  return plural(contacts, {
    one: `# Kontakt mit ${anyOf(merged)} erhält stattdessen ${end}`,
    other: `# Kontakte mit ${anyOf(merged)} erhalten stattdessen ${end}`,
  });
};

const listMerge: Term['mergeNote'] = (kept, merged, contacts) => {
  const end =
    merged.length === 1 ? `zu ${kept}; diese Liste wird gelöscht.` : `zu ${kept}; diese Listen werden gelöscht.`;
  if (contacts === undefined) return `Alle Kontakte auf ${anyOf(merged)} wechseln ${end}`;
  return plural(contacts, {
    one: `# Kontakt auf ${anyOf(merged)} wechselt ${end}`,
    other: `# Kontakte auf ${anyOf(merged)} wechseln ${end}`,
  });
};

const tagLoss: Term['deleteNote'] = (contacts, tags) => {
  const them = tags === 1 ? 'es' : 'sie';
  if (contacts === 0) return `Kein Kontakt hat ${them}. ${final}`;
  return `${plural(contacts, { one: `# Kontakt verliert ${them}.`, other: `# Kontakte verlieren ${them}.` })} ${final}`;
};

const listLoss: Term['deleteNote'] = (contacts, lists) => {
  if (contacts === 0) return `${lists === 1 ? 'Kein Kontakt steht darauf.' : 'Kein Kontakt steht auf ihnen.'} ${final}`;
  return `${plural(contacts, { one: '# Kontakt wird davon entfernt.', other: '# Kontakte werden davon entfernt.' })} ${final}`;
};

export const terms: Text['terms'] = {
  name: 'Name',
  nameHint: 'Mehrere: einen pro Zeile, mit Umschalt+Eingabe.',
  contacts: 'Kontakte',
  created: 'Erstellt',
  open: 'Kontakte anzeigen',
  select: 'Zeile auswählen',
  renamed: (name) => `In ${name} umbenannt`,
  renameTitle: (name) => `${name} umbenennen`,
  merge: 'Zusammenführen',
  keep: 'Behalten',
  withContacts: (name, contacts) => `${name} (${plural(contacts, { one: '# Kontakt', other: '# Kontakte' })})`,
  mergeRest: `Segmente und Regeln, die darauf verweisen, verwenden dann den behaltenen Eintrag. ${final}`,
  tag: {
    title: 'Schlagwörter',
    one: 'Schlagwort',
    search: 'Schlagwörter durchsuchen',
    add: 'Schlagwort hinzufügen',
    added: (name) => `Schlagwort ${name} hinzugefügt`,
    addedMany: (added, existing) =>
      `${plural(added, { one: '# Schlagwort hinzugefügt', other: '# Schlagwörter hinzugefügt' })}${existingWords(existing)}`,
    none: 'Noch keine Schlagwörter',
    noneNote: 'Schlagwörter beschreiben Kontakte: Kunden, Gäste einer Veranstaltung, Testanfragen.',
    noneFound: 'Kein Schlagwort gefunden',
    mergeTitle: (n) => plural(n, { one: '# Schlagwort zusammenführen', other: '# Schlagwörter zusammenführen' }),
    mergeNote: tagMerge,
    merged: (n, kept) =>
      plural(n, {
        one: `# Schlagwort in ${kept} zusammengeführt`,
        other: `# Schlagwörter in ${kept} zusammengeführt`,
      }),
    deleteTitle: (name) => `Schlagwort ${name} löschen?`,
    deleteMany: (n) => plural(n, { one: '# Schlagwort löschen?', other: '# Schlagwörter löschen?' }),
    deleteNote: tagLoss,
    deleteUsed,
    deleted: (name) => `Schlagwort ${name} gelöscht`,
    deletedMany: (n) => plural(n, { one: '# Schlagwort gelöscht', other: '# Schlagwörter gelöscht' }),
  },
  list: {
    title: 'Listen',
    one: 'Liste',
    search: 'Listen durchsuchen',
    add: 'Liste hinzufügen',
    added: (name) => `Liste ${name} hinzugefügt`,
    addedMany: (added, existing) =>
      `${plural(added, { one: '# Liste hinzugefügt', other: '# Listen hinzugefügt' })}${existingWords(existing)}`,
    none: 'Noch keine Listen',
    noneNote: 'Eine Liste ist etwas, das Kontakte erhalten möchten, etwa ein Newsletter.',
    noneFound: 'Keine Liste gefunden',
    mergeTitle: (n) => plural(n, { one: '# Liste zusammenführen', other: '# Listen zusammenführen' }),
    mergeNote: listMerge,
    merged: (n, kept) =>
      plural(n, { one: `# Liste in ${kept} zusammengeführt`, other: `# Listen in ${kept} zusammengeführt` }),
    deleteTitle: (name) => `Liste ${name} löschen?`,
    deleteMany: (n) => plural(n, { one: '# Liste löschen?', other: '# Listen löschen?' }),
    deleteNote: listLoss,
    deleteUsed,
    deletePublic: 'Sie verschwindet auch von der Seite mit den E-Mail-Einstellungen.',
    deleted: (name) => `Liste ${name} gelöscht`,
    deletedMany: (n) => plural(n, { one: '# Liste gelöscht', other: '# Listen gelöscht' }),
  },
};
