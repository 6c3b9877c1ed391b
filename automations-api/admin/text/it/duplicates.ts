/** Italian strings for duplicates and for merging two contacts. */
import { plural } from '../../../../shared/ui/text/it/ui.ts';
import type { Text } from '../text.ts';

export const duplicates: Text['duplicates'] = {
  title: 'Duplicati',
  note: 'Contatti che potrebbero essere la stessa persona. Nulla viene unito finché non lo esamini.',
  by: 'Confronta',
  kinds: { email: 'Per email', phone: 'Per telefono' },
  none: {
    email: 'Nessun contatto condivide la casella con un altro',
    phone: 'Nessun contatto condivide il numero con un altro',
  },
  noneNote: 'Le email vengono confrontate senza la parte dopo un +, i numeri di telefono in base alle cifre.',
  noneYet: 'Finora nessun duplicato',
  noneYetNote: 'Restano altri contatti da confrontare.',
  count: (n) => plural(n, { one: '# contatto', other: '# contatti' }),
  review: 'Esamina',
  reviewNamed: (email) => `Esamina ${email}`,
  notShown: (n) => `Altri non mostrati: ${n}.`,
  more: 'Trova altri',
};

export const merge: Text['merge'] = {
  title: (email) => `Unisci con ${email}`,
  find: 'Trova l’altro contatto',
  findNote: 'Il contatto che scegli viene unito a questo e poi eliminato.',
  note: 'Scegli i valori da mantenere.',
  swap: 'Mantieni l’altro contatto',
  skip: 'Passa alla coppia successiva',
  values: 'Valori di entrambi i contatti',
  value: 'Valore',
  stays: (email) => `Mantenuto: ${email}`,
  goes: (email) => `Unito: ${email}`,
  choose: (name, value) => `${name}: ${value}`,
  statusNote: 'Se uno dei due è disiscritto, lo è anche il risultato.',
  joined: 'Riuniti',
  joinedNote: 'Cronologie, note, email, clic ed esecuzioni di regole di entrambi.',
  lost: 'Eliminati',
  lostNote: (email) =>
    `${email} e i valori che non scegli. La cronologia registra l’unione. L’operazione è irreversibile.`,
  action: 'Unisci',
  done: (email) => `${email} unito a questo contatto`,
};
