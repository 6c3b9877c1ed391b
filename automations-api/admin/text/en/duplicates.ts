/** English strings for duplicates and for merging two contacts. */
import { counted } from '../../../../shared/plural.ts';

export const duplicates = {
  title: 'Duplicates',
  note: 'Contacts that may be the same person. Nothing is merged until you review it.',
  by: 'Compare',
  kinds: { email: 'By email', phone: 'By phone' },
  none: { email: 'No two contacts share a mailbox', phone: 'No two contacts share a phone number' },
  noneNote: 'Emails are compared without the part after a +, phone numbers by their digits.',
  noneYet: 'No duplicates so far',
  noneYetNote: 'More contacts remain to be compared.',
  count: (n: number) => counted(n, 'contact'),
  review: 'Review',
  reviewNamed: (email: string) => `Review ${email}`,
  notShown: (n: string) => `${n} more are not shown.`,
  more: 'Find more',
};

export const merge = {
  title: (email: string) => `Merge with ${email}`,
  find: 'Find the other contact',
  findNote: 'The contact you choose is merged into this one and then deleted.',
  note: 'Choose the values to keep.',
  swap: 'Keep the other contact',
  skip: 'Skip to the next pair',
  values: 'Values of both contacts',
  value: 'Value',
  stays: (email: string) => `Kept: ${email}`,
  goes: (email: string) => `Merged: ${email}`,
  choose: (name: string, value: string) => `${name}: ${value}`,
  statusNote: 'If either opted out, the result is opted out.',
  joined: 'Combined',
  joinedNote: 'Timelines, notes, emails, clicks and rule runs of both.',
  lost: 'Deleted',
  lostNote: (email: string) =>
    `${email} and the values you don’t choose. The timeline records the merge. This cannot be undone.`,
  action: 'Merge',
  done: (email: string) => `Merged ${email} into this contact`,
};
