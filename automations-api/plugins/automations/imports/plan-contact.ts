/** Reads a row as the input of a contact, and leaves out of it what must not change a contact that exists. Pure. */
import { compileArgs } from '../../../host/core/args.ts';
import { type ContactInput, readContactInput } from '../contacts/contact-input.ts';
import { parseStatus } from '../contacts/core/statuses.ts';
import { NewContact } from '../contacts/schema.ts';
import type { ContactState } from '../contacts/state.ts';
import { type ContactColumn, unsetColumns } from '../core/contact-columns.ts';
import { mergeStatus, refuses } from './core/consent.ts';
import type { ContactItem } from './core/item.ts';
import type { ImportOptions, OnTaken } from './options.ts';

const clean = compileArgs(NewContact, { forgiving: true });

/** @throws email_invalid or unprocessable_entity */
export function readItem(item: ContactItem, { status: given }: ImportOptions): ContactInput {
  const { created_at: createdAt, status = given, ...others } = item;
  const params = clean({ ...others, ...(status === undefined ? {} : { status }) }) as NewContact;
  return { ...readContactInput(params), ...(createdAt === undefined ? {} : { createdAt }) };
}

type Options = ImportOptions & { onTaken: OnTaken };

/** The input as far as it counts for a contact that is there. */
export function forKnown(input: ContactInput, before: ContactState, options: Options): ContactInput {
  const { onTaken, resubscribe = false } = options;
  const { status, email: _, email_key: __, ...others } = { ...input.columns, status: input.status };
  const onlyRefusals = onTaken !== 'change';
  const asked =
    status === undefined
      ? {}
      : { status: mergeStatus(parseStatus(status), before.row.status, { resubscribe, onlyRefusals }) };
  if (onTaken === 'skip') return { columns: {}, ...asked };
  const isOpen = ([name]: [string, unknown]) => onTaken === 'change' || isUnset(before, name as ContactColumn);
  return {
    ...input,
    columns: Object.fromEntries(Object.entries(others).filter(isOpen)),
    status: before.row.status.toString(),
    ...asked,
  };
}

/** Whether a row that is to be skipped is heard all the same: it says that somebody wants no mails. */
export const isHeard = ({ status }: ContactInput): boolean => status !== undefined && refuses(parseStatus(status));

const isUnset = ({ row }: ContactState, name: ContactColumn) => row[name] === '' || row[name] === unsetColumns[name];
