/** Dutch strings for tags and lists. */
import { anyOf, plural } from '../../../../shared/ui/text/nl/ui.ts';
import type { Text } from '../text.ts';

type Term = Text['terms']['tag'];

const existingWords = (existing: number) =>
  existing > 0 ? plural(existing, { one: ', # bestond al', other: ', # bestonden al' }) : '';

const deleteUsed = 'Wordt hier gebruikt. Deze bereiken dan minder contacten of doen minder:';
const final = 'Dit kan niet ongedaan worden gemaakt.';

const tagMerge: Term['mergeNote'] = (kept, merged, contacts) => {
  const end = merged.length === 1 ? `${kept}, en die tag wordt verwijderd.` : `${kept}, en die tags worden verwijderd.`;
  if (contacts === undefined) return `Alle contacten met ${anyOf(merged)} krijgen in plaats daarvan ${end}`;
  return plural(contacts, {
    one: `# contact met ${anyOf(merged)} krijgt in plaats daarvan ${end}`,
    other: `# contacten met ${anyOf(merged)} krijgen in plaats daarvan ${end}`,
  });
};

const listMerge: Term['mergeNote'] = (kept, merged, contacts) => {
  const end =
    merged.length === 1
      ? `naar ${kept}, en die lijst wordt verwijderd.`
      : `naar ${kept}, en die lijsten worden verwijderd.`;
  if (contacts === undefined) return `Alle contacten op ${anyOf(merged)} gaan ${end}`;
  return plural(contacts, {
    one: `# contact op ${anyOf(merged)} gaat ${end}`,
    other: `# contacten op ${anyOf(merged)} gaan ${end}`,
  });
};

const tagLoss: Term['deleteNote'] = (contacts, tags) => {
  const them = tags === 1 ? 'deze tag' : 'deze tags';
  if (contacts === 0) return `Geen contact heeft ${them}. ${final}`;
  return `${plural(contacts, { one: `# contact verliest ${them}.`, other: `# contacten verliezen ${them}.` })} ${final}`;
};

const listLoss: Term['deleteNote'] = (contacts, lists) => {
  const them = lists === 1 ? 'deze lijst' : 'deze lijsten';
  if (contacts === 0) return `Geen contact staat op ${them}. ${final}`;
  return `${plural(contacts, {
    one: `# contact wordt van ${them} verwijderd.`,
    other: `# contacten worden van ${them} verwijderd.`,
  })} ${final}`;
};

export const terms: Text['terms'] = {
  name: 'Naam',
  nameHint: 'Voor meerdere: één per regel, met Shift+Enter.',
  contacts: 'Contacten',
  created: 'Gemaakt',
  open: 'Contacten tonen',
  select: 'Rij selecteren',
  renamed: (name) => `Heet nu ${name}`,
  renameTitle: (name) => `Naam van ${name} wijzigen`,
  merge: 'Samenvoegen',
  keep: 'Behouden',
  withContacts: (name, contacts) => `${name} (${plural(contacts, { one: '# contact', other: '# contacten' })})`,
  mergeRest: `Segmenten en regels die een ervan gebruiken, gebruiken dan wat behouden blijft. ${final}`,
  tag: {
    title: 'Tags',
    one: 'Tag',
    search: 'Tags zoeken',
    add: 'Tag toevoegen',
    added: (name) => `Tag ${name} toegevoegd`,
    addedMany: (added, existing) =>
      `${plural(added, { one: '# tag toegevoegd', other: '# tags toegevoegd' })}${existingWords(existing)}`,
    none: 'Nog geen tags',
    noneNote: 'Tags beschrijven contacten: klanten, gasten van een evenement, proefaanvragen.',
    noneFound: 'Geen tag gevonden',
    mergeTitle: (n) => plural(n, { one: '# tag samenvoegen', other: '# tags samenvoegen' }),
    mergeNote: tagMerge,
    merged: (n, kept) => plural(n, { one: `# tag samengevoegd in ${kept}`, other: `# tags samengevoegd in ${kept}` }),
    deleteTitle: (name) => `Tag ${name} verwijderen?`,
    deleteMany: (n) => plural(n, { one: '# tag verwijderen?', other: '# tags verwijderen?' }),
    deleteNote: tagLoss,
    deleteUsed,
    deleted: (name) => `Tag ${name} verwijderd`,
    deletedMany: (n) => plural(n, { one: '# tag verwijderd', other: '# tags verwijderd' }),
  },
  list: {
    title: 'Lijsten',
    one: 'Lijst',
    search: 'Lijsten zoeken',
    add: 'Lijst toevoegen',
    added: (name) => `Lijst ${name} toegevoegd`,
    addedMany: (added, existing) =>
      `${plural(added, { one: '# lijst toegevoegd', other: '# lijsten toegevoegd' })}${existingWords(existing)}`,
    none: 'Nog geen lijsten',
    noneNote: 'Een lijst is iets wat contacten willen ontvangen, zoals een nieuwsbrief.',
    noneFound: 'Geen lijst gevonden',
    mergeTitle: (n) => plural(n, { one: '# lijst samenvoegen', other: '# lijsten samenvoegen' }),
    mergeNote: listMerge,
    merged: (n, kept) =>
      plural(n, { one: `# lijst samengevoegd in ${kept}`, other: `# lijsten samengevoegd in ${kept}` }),
    deleteTitle: (name) => `Lijst ${name} verwijderen?`,
    deleteMany: (n) => plural(n, { one: '# lijst verwijderen?', other: '# lijsten verwijderen?' }),
    deleteNote: listLoss,
    deleteUsed,
    deletePublic: 'De lijst verdwijnt ook van de pagina met e-mailvoorkeuren.',
    deleted: (name) => `Lijst ${name} verwijderd`,
    deletedMany: (n) => plural(n, { one: '# lijst verwijderd', other: '# lijsten verwijderd' }),
  },
};
