/** French strings for tags and lists. */
import { anyOf, plural } from '../../../../shared/ui/text/fr/ui.ts';
import type { Text } from '../text.ts';

const tagsOf = (n: number) => plural(n, { one: '# tag', other: '# tags' });
const listsOf = (n: number) => plural(n, { one: '# liste', other: '# listes' });

const deleteUsed = 'Ces éléments l’utilisent et toucheront moins de contacts ou auront moins d’effet\u00a0:';

/** Describes whose tags a merge changes. */
const gets = (kept: string, merged: string, contacts: number | undefined) =>
  contacts === undefined
    ? `Tous les contacts avec ${merged} reçoivent ${kept} à la place`
    : plural(contacts, {
        one: `# contact avec ${merged} reçoit ${kept} à la place`,
        other: `# contacts avec ${merged} reçoivent ${kept} à la place`,
      });

/** Describes who changes lists at a merge. */
const moves = (kept: string, merged: string, contacts: number | undefined) =>
  contacts === undefined
    ? `Tous les contacts de ${merged} passent dans ${kept}`
    : plural(contacts, {
        one: `# contact de ${merged} passe dans ${kept}`,
        other: `# contacts de ${merged} passent dans ${kept}`,
      });

export const terms: Text['terms'] = {
  name: 'Nom',
  nameHint: 'Pour en créer plusieurs, saisissez un nom par ligne avec Maj+Entrée.',
  contacts: 'Contacts',
  created: 'Création',
  open: 'Afficher les contacts',
  select: 'Sélectionner la ligne',
  renamed: (name) => `Nouveau nom\u00a0: ${name}`,
  renameTitle: (name) => `Renommer ${name}`,
  merge: 'Fusionner',
  keep: 'Garder',
  withContacts: (name, contacts) => plural(contacts, { one: `${name} (# contact)`, other: `${name} (# contacts)` }),
  mergeRest:
    'Les segments et règles qui utilisent un élément fusionné utiliseront l’élément gardé. Cette action est irréversible.',
  tag: {
    title: 'Tags',
    one: 'Tag',
    search: 'Rechercher un tag',
    add: 'Ajouter un tag',
    added: (name) => `Tag ${name} ajouté`,
    addedMany: (added, existing) => {
      const first = plural(added, { one: '# tag ajouté', other: '# tags ajoutés' });
      return existing > 0
        ? `${first}, ${plural(existing, { one: '# existait déjà', other: '# existaient déjà' })}`
        : first;
    },
    none: 'Aucun tag pour l’instant',
    noneNote: 'Les tags décrivent les contacts\u00a0: clients, invités d’un événement, demandes d’essai.',
    noneFound: 'Aucun tag ne correspond',
    mergeTitle: (n) => `Fusionner ${tagsOf(n)}`,
    mergeNote: (kept, merged, contacts) =>
      `${gets(kept, anyOf(merged), contacts)}, et ${merged.length === 1 ? 'ce tag est supprimé' : 'ces tags sont supprimés'}.`,
    merged: (n, kept) => plural(n, { one: `# tag fusionné dans ${kept}`, other: `# tags fusionnés dans ${kept}` }),
    deleteTitle: (name) => `Supprimer le tag ${name}\u00a0?`,
    deleteMany: (n) => `Supprimer ${tagsOf(n)}\u00a0?`,
    deleteNote: (contacts, tags) => {
      const them = tags === 1 ? 'le' : 'les';
      const lost =
        contacts === 0
          ? `Aucun contact ne ${them} porte.`
          : plural(contacts, { one: `# contact ${them} perd.`, other: `# contacts ${them} perdent.` });
      return `${lost} Cette action est irréversible.`;
    },
    deleteUsed,
    deleted: (name) => `Tag ${name} supprimé`,
    deletedMany: (n) => plural(n, { one: '# tag supprimé', other: '# tags supprimés' }),
  },
  list: {
    title: 'Listes',
    one: 'Liste',
    search: 'Rechercher une liste',
    add: 'Ajouter une liste',
    added: (name) => `Liste ${name} ajoutée`,
    addedMany: (added, existing) => {
      const first = plural(added, { one: '# liste ajoutée', other: '# listes ajoutées' });
      return existing > 0
        ? `${first}, ${plural(existing, { one: '# existait déjà', other: '# existaient déjà' })}`
        : first;
    },
    none: 'Aucune liste pour l’instant',
    noneNote: 'Une liste est quelque chose que les contacts ont demandé à recevoir, comme une newsletter.',
    noneFound: 'Aucune liste ne correspond',
    mergeTitle: (n) => `Fusionner ${listsOf(n)}`,
    mergeNote: (kept, merged, contacts) =>
      `${moves(kept, anyOf(merged), contacts)}, et ${merged.length === 1 ? 'cette liste est supprimée' : 'ces listes sont supprimées'}.`,
    merged: (n, kept) =>
      plural(n, { one: `# liste fusionnée dans ${kept}`, other: `# listes fusionnées dans ${kept}` }),
    deleteTitle: (name) => `Supprimer la liste ${name}\u00a0?`,
    deleteMany: (n) => `Supprimer ${listsOf(n)}\u00a0?`,
    deleteNote: (contacts, lists) => {
      const them = lists === 1 ? 'cette liste' : 'ces listes';
      const lost =
        contacts === 0
          ? `Aucun contact n’est dans ${them}.`
          : plural(contacts, {
              one: `# contact est retiré de ${them}.`,
              other: `# contacts sont retirés de ${them}.`,
            });
      return `${lost} Cette action est irréversible.`;
    },
    deleteUsed,
    deletePublic: 'Elle disparaît aussi de la page des préférences e-mail.',
    deleted: (name) => `Liste ${name} supprimée`,
    deletedMany: (n) => plural(n, { one: '# liste supprimée', other: '# listes supprimées' }),
  },
};
