/** The words of duplicates, and of merging two contacts. */
import { counted } from '../../../../shared/ui/text-en.ts';

export const duplicates = {
  title: 'Duplicates',
  note: 'Contacts that may be one person. Nothing is merged before you looked at it.',
  by: 'Look for the same',
  kinds: { email: 'By address', phone: 'By phone' },
  none: { email: 'No two contacts share a mailbox', phone: 'No two contacts share a phone number' },
  noneNote: 'Mailboxes are compared without what stands behind a +, phone numbers by their digits.',
  noneYet: 'None among those looked through so far',
  noneYetNote: 'There are more contacts to look through.',
  count: (n: number) => counted(n, 'contact'),
  review: 'Review',
  reviewNamed: (email: string) => `Review ${email}`,
  notShown: (n: string) => `${n} more are not shown.`,
  more: 'Look for more',
};

export const merge = {
  title: (email: string) => `Merge with ${email}`,
  find: 'Find the other contact',
  findNote: 'Everything of the contact you choose goes to this one, and the other is deleted.',
  note: 'Choose the values that stay.',
  swap: 'Keep the other one instead',
  values: 'Values of both contacts',
  value: 'Value',
  stays: (email: string) => `Stays: ${email}`,
  goes: (email: string) => `Goes: ${email}`,
  choose: (name: string, value: string) => `${name}: ${value}`,
  statusNote: '– a “no” to mails of either one counts.',
  joined: 'Joined',
  joinedNote: 'Timelines, notes, mails, clicks and runs of rules of both.',
  lost: 'Lost',
  lostNote: (email: string) =>
    `${email} and the values that are not chosen. The timeline keeps that both were merged. This cannot be undone.`,
  action: 'Merge',
  done: (email: string) => `${email} was merged into this contact`,
};
