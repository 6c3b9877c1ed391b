/** Options that the commands about users share. */
import type { PlanName } from '../../../shared/config/config.ts';
import type { Flags } from './tools.ts';

export const contactsChoices = ['administrator', 'editor', 'viewer', 'none'] as const;
export type ContactsChoice = (typeof contactsChoices)[number];

export type UserFlags = Flags & {
  password?: string;
  workspace?: string;
  name?: string;
  plan: PlanName;
  contacts?: ContactsChoice;
  unlessAny?: boolean;
  resume?: Date;
};
