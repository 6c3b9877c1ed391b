/** English texts of the pages and emails for contacts. Every other language has the same keys and placeholders. */
import type { Translation } from '../../../../../shared/pages/texts.ts';

export const en = {
  unsubscribeTitle: 'Unsubscribe',
  unsubscribe: 'Stop all emails from {sender} to {address}?',
  unsubscribeButton: 'Unsubscribe',
  chooseInstead: 'Choose which emails you get instead',
  unsubscribedTitle: 'You are unsubscribed',
  unsubscribed: 'You will get no more emails from {sender} at {address}.',
  resubscribe: 'Subscribe again',
  confirmTitle: 'Please confirm',
  confirm: 'Do you want to receive emails from {sender} at {address}?',
  confirmButton: 'Confirm',
  confirmedTitle: 'Thank you',
  confirmed: 'You will receive emails from {sender} at {address}.',
  choose: 'Choose which emails you get',
  preferencesTitle: 'Email preferences',
  preferences: 'Emails from {sender} to {address}.',
  wanted: 'Emails you want',
  received: 'Emails you get',
  save: 'Save',
  saved: 'Your choice is saved.',
  unsubscribeAll: 'Unsubscribe from everything',

  expiredTitle: 'Link expired',
  expired: 'This link has expired. Sign up again to get a new one.',
  settledTitle: 'Link no longer valid',
  settled: 'This email was unsubscribed or could not be reached since the link was sent.',
  unknownTitle: 'Link not valid',
  unknown: 'The URL is incomplete, or for a person who is no longer here. Copy the whole link from the email.',
  unavailableTitle: 'Temporarily unavailable',
  unavailable: 'Try again in a few minutes.',
  preview: 'This is a preview: its buttons change nothing.',

  mailSubject: 'Please confirm your email',
  mailGreeting: 'Hello {name},',
  mailGreetingUnnamed: 'Hello there,',
  mailRequest: 'please confirm that you want to receive emails from {sender}:',
  mailNote: 'The link expires {when}. If you did not sign up, ignore this email.',
} as const;

export type Texts = Translation<typeof en>;
