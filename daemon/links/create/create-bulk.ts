/** Bulk creation: each item is validated separately and has its own result. Valid items are created together. */
import type { Static } from 'typebox';
import type { ApiError } from '../../../shared/errors.ts';
import type { HttpRequest } from '../../../shared/http/route.ts';
import { compile } from '../../../shared/validate.ts';
import type { Context } from '../../api/context.ts';
import { reportsAllFaults } from '../../api/endpoint.ts';
import { errorBody, invalid, isApiError, statusOf } from '../../api/errors.ts';
import { joinEntries, partOf } from '../../audit-log/join-entries.ts';
import type { Trx } from '../../core/tables.ts';
import type { Auth } from '../../identity/auth.ts';
import { destinationsOf } from '../core/fields.ts';
import { toLink } from '../core/link.ts';
import { type BulkInput, type BulkResult, LinkInput } from '../core/schema.ts';
import type { Draft, Outcome } from './create-links.ts';
import type { CreateDrafts } from './creator.ts';
import { draftLink, type OpenDraft } from './draft.ts';
import { hashPasswords } from './hash-passwords.ts';

export type BulkAnswer = Static<typeof BulkResult>;

const check = compile(LinkInput);

/** Returns results in the order of the items. `keep` gets the answer in the transaction that creates the links. */
export async function createBulk(
  context: Context,
  create: CreateDrafts,
  auth: Auth,
  {
    links,
    actionId,
    request,
    keep,
  }: BulkInput & { request: HttpRequest; keep: ((trx: Trx, answer: BulkAnswer) => Promise<void>) | undefined },
): Promise<BulkAnswer> {
  const inputs = links.map((item) => check(item, reportsAllFaults(request)));
  const deadline = context.safety.prepare(
    inputs.flatMap((checked) => (checked.ok ? [destinationsOf(checked.value)] : [])),
  );
  const open: (OpenDraft | ApiError)[] = [];
  for (const checked of inputs) open.push(await draftItem(context, auth, checked, deadline));
  const drafts = await hashPasswords(context, auth, open, request.signal);
  const toAnswer = (outcomes: Outcome[]): BulkAnswer => {
    const created = outcomes.values();
    const results = drafts.map((draft, index) =>
      toResult(context, auth, index, isApiError(draft) ? { error: draft } : (created.next().value as Outcome)),
    );
    const count = results.filter(({ ok }) => ok).length;
    return { results, created: count, failed: results.length - count };
  };
  const valid = drafts.filter((draft): draft is Draft => !isApiError(draft));
  if (valid.length === 0) return toAnswer([]);
  const beforeCommit = async (trx: Trx, outcomes: Outcome[]) => keep?.(trx, toAnswer(outcomes));
  const outcomes = await create(auth, valid, beforeCommit, partOf(actionId));
  await joinEntries(context, auth, 'link.create', actionId);
  return toAnswer(outcomes);
}

async function draftItem(
  context: Context,
  auth: Auth,
  checked: ReturnType<typeof check>,
  deadline: number,
): Promise<OpenDraft | ApiError> {
  if (!checked.ok) return invalid(...(checked.issues as [(typeof checked.issues)[0]]));
  try {
    return await draftLink(context, auth, checked.value, deadline);
  } catch (error) {
    if (isApiError(error)) return error;
    throw error;
  }
}

const toResult = ({ config }: Context, auth: Auth, index: number, outcome: Outcome): BulkAnswer['results'][number] =>
  'row' in outcome
    ? { index, ok: true, status: 201, link: toLink(config, auth.workspacePublicId, outcome.row, auth) }
    : { index, ok: false, status: statusOf(outcome.error), ...errorBody(outcome.error) };
