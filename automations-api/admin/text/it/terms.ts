/** Italian strings for tags and lists. */
import { anyOf, plural } from '../../../../shared/ui/text/it/ui.ts';
import type { Text } from '../text.ts';

const tagsOf = (n: number) => plural(n, { one: '# tag', other: '# tag' });
const listsOf = (n: number) => plural(n, { one: '# lista', other: '# liste' });

const deleteUsed = 'Questi elementi lo usano e comprenderanno meno contatti o avranno meno effetto:';
const deleteUsedList = 'Questi elementi la usano e comprenderanno meno contatti o avranno meno effetto:';

/** Describes whose tags a merge changes. */
const gets = (kept: string, merged: string, contacts: number | undefined) =>
  contacts === undefined
    ? `Tutti i contatti con ${merged} ricevono invece ${kept}`
    : plural(contacts, {
        one: `# contatto con ${merged} riceve invece ${kept}`,
        other: `# contatti con ${merged} ricevono invece ${kept}`,
      });

/** Describes who changes lists at a merge. */
const moves = (kept: string, merged: string, contacts: number | undefined) =>
  contacts === undefined
    ? `Tutti i contatti di ${merged} passano a ${kept}`
    : plural(contacts, {
        one: `# contatto di ${merged} passa a ${kept}`,
        other: `# contatti di ${merged} passano a ${kept}`,
      });

export const terms: Text['terms'] = {
  name: 'Nome',
  nameHint: 'Per aggiungerne più di uno, scrivi un nome per riga con Maiusc+Invio.',
  contacts: 'Contatti',
  created: 'Creazione',
  open: 'Mostra contatti',
  select: 'Seleziona la riga',
  renamed: (name) => `Nuovo nome: ${name}`,
  renameTitle: (name) => `Rinomina ${name}`,
  merge: 'Unisci',
  keep: 'Mantieni',
  withContacts: (name, contacts) => plural(contacts, { one: `${name} (# contatto)`, other: `${name} (# contatti)` }),
  mergeRest:
    'I segmenti e le regole che usano un elemento unito useranno quello mantenuto. L’operazione è irreversibile.',
  tag: {
    title: 'Tag',
    one: 'Tag',
    search: 'Cerca tag',
    add: 'Aggiungi tag',
    added: (name) => `Tag ${name} aggiunto`,
    addedMany: (added, existing) => {
      const first = plural(added, { one: '# tag aggiunto', other: '# tag aggiunti' });
      return existing > 0 ? `${first}, ${plural(existing, { one: '# c’era già', other: '# c’erano già' })}` : first;
    },
    none: 'Ancora nessun tag',
    noneNote: 'I tag descrivono i contatti: clienti, ospiti di un evento, richieste di prova.',
    noneFound: 'Nessun tag corrisponde',
    mergeTitle: (n) => `Unisci ${tagsOf(n)}`,
    mergeNote: (kept, merged, contacts) =>
      `${gets(kept, anyOf(merged), contacts)}, e ${merged.length === 1 ? 'quel tag viene eliminato' : 'quei tag vengono eliminati'}.`,
    merged: (n, kept) => plural(n, { one: `# tag unito in ${kept}`, other: `# tag uniti in ${kept}` }),
    deleteTitle: (name) => `Eliminare il tag ${name}?`,
    deleteMany: (n) => `Eliminare ${tagsOf(n)}?`,
    deleteNote: (contacts, tags) => {
      const them = tags === 1 ? 'lo' : 'li';
      const lost =
        contacts === 0
          ? `Nessun contatto ${them} ha.`
          : plural(contacts, { one: `# contatto ${them} perde.`, other: `# contatti ${them} perdono.` });
      return `${lost} L’operazione è irreversibile.`;
    },
    deleteUsed,
    deleted: (name) => `Tag ${name} eliminato`,
    deletedMany: (n) => plural(n, { one: '# tag eliminato', other: '# tag eliminati' }),
  },
  list: {
    title: 'Liste',
    one: 'Lista',
    search: 'Cerca liste',
    add: 'Aggiungi lista',
    added: (name) => `Lista ${name} aggiunta`,
    addedMany: (added, existing) => {
      const first = plural(added, { one: '# lista aggiunta', other: '# liste aggiunte' });
      return existing > 0 ? `${first}, ${plural(existing, { one: '# c’era già', other: '# c’erano già' })}` : first;
    },
    none: 'Ancora nessuna lista',
    noneNote: 'Una lista è qualcosa che i contatti hanno chiesto di ricevere, come una newsletter.',
    noneFound: 'Nessuna lista corrisponde',
    mergeTitle: (n) => `Unisci ${listsOf(n)}`,
    mergeNote: (kept, merged, contacts) =>
      `${moves(kept, anyOf(merged), contacts)}, e ${merged.length === 1 ? 'quella lista viene eliminata' : 'quelle liste vengono eliminate'}.`,
    merged: (n, kept) => plural(n, { one: `# lista unita in ${kept}`, other: `# liste unite in ${kept}` }),
    deleteTitle: (name) => `Eliminare la lista ${name}?`,
    deleteMany: (n) => `Eliminare ${listsOf(n)}?`,
    deleteNote: (contacts, lists) => {
      const them = lists === 1 ? 'questa lista' : 'queste liste';
      const lost =
        contacts === 0
          ? `Nessun contatto è in ${them}.`
          : plural(contacts, {
              one: `# contatto viene rimosso da ${them}.`,
              other: `# contatti vengono rimossi da ${them}.`,
            });
      return `${lost} L’operazione è irreversibile.`;
    },
    deleteUsed: deleteUsedList,
    deletePublic: 'Scompare anche dalla pagina delle preferenze email.',
    deleted: (name) => `Lista ${name} eliminata`,
    deletedMany: (n) => plural(n, { one: '# lista eliminata', other: '# liste eliminate' }),
  },
};
