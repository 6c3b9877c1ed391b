/** Dutch strings for duplicates and for merging two contacts. */
import { plural } from '../../../../shared/ui/text/nl/ui.ts';
import type { Text } from '../text.ts';

export const duplicates: Text['duplicates'] = {
  title: 'Duplicaten',
  note: 'Contacten die misschien dezelfde persoon zijn. Er wordt niets samengevoegd voordat jij het bekijkt.',
  by: 'Vergelijken',
  kinds: { email: 'Op e-mail', phone: 'Op telefoon' },
  none: { email: 'Geen contacten met dezelfde mailbox', phone: 'Geen contacten met hetzelfde telefoonnummer' },
  noneNote: 'E-mailadressen worden vergeleken zonder het deel na een +, telefoonnummers op hun cijfers.',
  noneYet: 'Tot nu toe geen duplicaten',
  noneYetNote: 'Er moeten nog meer contacten worden vergeleken.',
  count: (n) => plural(n, { one: '# contact', other: '# contacten' }),
  review: 'Bekijken',
  reviewNamed: (email) => `${email} bekijken`,
  notShown: (n) => `Nog ${n} niet getoond.`,
  more: 'Meer zoeken',
};

export const merge: Text['merge'] = {
  title: (email) => `Samenvoegen met ${email}`,
  find: 'Het andere contact zoeken',
  findNote: 'Het gekozen contact gaat op in dit contact en wordt daarna verwijderd.',
  note: 'Kies welke waarden blijven.',
  swap: 'Het andere contact behouden',
  skip: 'Naar het volgende paar',
  values: 'Waarden van beide contacten',
  value: 'Waarde',
  stays: (email) => `Blijft: ${email}`,
  goes: (email) => `Wordt samengevoegd: ${email}`,
  choose: (name, value) => `${name}: ${value}`,
  statusNote: 'Heeft een van beide zich afgemeld, dan is het resultaat ook afgemeld.',
  joined: 'Samengevoegd',
  joinedNote: 'Tijdlijnen, notities, e-mails, klikken en regeluitvoeringen van beide.',
  lost: 'Verwijderd',
  lostNote: (email) =>
    `${email} en de waarden die je niet kiest. De tijdlijn vermeldt het samenvoegen. Dit kan niet ongedaan worden gemaakt.`,
  action: 'Samenvoegen',
  done: (email) => `${email} samengevoegd met dit contact`,
};
