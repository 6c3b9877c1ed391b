/** French strings for duplicates and for merging two contacts. */
import { plural } from '../../../../shared/ui/text/fr/ui.ts';
import type { Text } from '../text.ts';

export const duplicates: Text['duplicates'] = {
  title: 'Doublons',
  note: 'Des contacts qui sont peut-être la même personne. Rien n’est fusionné avant que vous ne les examiniez.',
  by: 'Comparer',
  kinds: { email: 'Par e-mail', phone: 'Par téléphone' },
  none: {
    email: 'Aucun contact ne partage sa boîte avec un autre',
    phone: 'Aucun contact ne partage son numéro avec un autre',
  },
  noneNote:
    'Les adresses e-mail sont comparées sans la partie après un +, les numéros de téléphone par leurs chiffres.',
  noneYet: 'Aucun doublon jusqu’ici',
  noneYetNote: 'Il reste des contacts à comparer.',
  count: (n) => plural(n, { one: '# contact', other: '# contacts' }),
  review: 'Examiner',
  reviewNamed: (email) => `Examiner ${email}`,
  notShown: (n) => `Autres non affichés\u00a0: ${n}.`,
  more: 'En trouver d’autres',
};

export const merge: Text['merge'] = {
  title: (email) => `Fusionner avec ${email}`,
  find: 'Trouver l’autre contact',
  findNote: 'Le contact que vous choisissez est fusionné dans celui-ci, puis supprimé.',
  note: 'Choisissez les valeurs à garder.',
  swap: 'Garder l’autre contact',
  skip: 'Passer à la paire suivante',
  values: 'Valeurs des deux contacts',
  value: 'Valeur',
  stays: (email) => `Gardé\u00a0: ${email}`,
  goes: (email) => `Fusionné\u00a0: ${email}`,
  choose: (name, value) => `${name}\u00a0: ${value}`,
  statusNote: 'Si l’un des deux s’est désabonné, le résultat est désabonné.',
  joined: 'Réunis',
  joinedNote: 'Chronologies, notes, e-mails, clics et exécutions de règles des deux.',
  lost: 'Supprimés',
  lostNote: (email) =>
    `${email} et les valeurs que vous ne choisissez pas. La chronologie consigne la fusion. Cette action est irréversible.`,
  action: 'Fusionner',
  done: (email) => `${email} fusionné dans ce contact`,
};
