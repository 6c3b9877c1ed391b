/**
 * The acceptance of what visitors send. It only inserts a submission; a job does everything else, so the answer and its
 * duration do not depend on whether the address is known.
 */
import { duplicateKey, inTransaction } from '../../../../shared/db/db.ts';
import { keyOfEmail } from '../../../../shared/mail/email-address.ts';
import type { ContactInput } from '../../../host/contacts.ts';
import { parseBody } from '../../../host/params.ts';
import type { PageAnswer, PageRequest } from '../../../host/plugin.ts';
import type { Context } from '../core/context.ts';
import { type FormSettings, formUrl } from '../core/definition.ts';
import type { FormWithConsent } from '../core/queries.ts';
import { findByNonce, insertSubmission } from '../core/submission-queries.ts';
import { type Challenge, isProof, newChallenge, type PageKind, readChallenge } from '../core/tokens.ts';
import { findShown, firstOf, readSent, readValues, type Sent } from './fields.ts';
import { type Frame, formPage, pageOf, stepPage, type Ticket, trap } from './render.ts';
import { leastMs } from './script.ts';

/** The least time between a page and a submission without proof. */
const leastAloneMs = 5_000;

export type Visit = { form: FormWithConsent; page: FormSettings; frame: Frame };

/** Creates the token of a new page. */
export function newTicket({ hash, limits }: Context, formId: number, kind: PageKind = 'form'): Ticket {
  const bits = limits.bits();
  return { token: newChallenge(hash, { formId, kind, bits }, Date.now()), bits };
}

/** Answers a POST of a form. */
export async function receive(context: Context, visit: Visit, request: PageRequest): Promise<PageAnswer> {
  const { form, frame } = visit;
  const sent = readSent(await parseBody(request.body, request.headers['content-type'] ?? ''));
  const page = { ...visit.page, shown: await findShown(context, visit.page.definition) };
  const { input, faults } = await readValues(context, page, sent);
  if (faults.size > 0) return pageOf(frame, formPage(frame, page, newTicket(context, form.id), { sent, faults }));
  const step = (seconds?: number) => pageOf(frame, stepPage(frame, newTicket(context, form.id, 'step'), sent, seconds));
  const trust = readTrust(context, form.id, sent);
  if (!trust) return step();
  const emailKey = keyOfEmail(firstOf(sent, 'email'));
  // A repeated request, such as a second click, gets the answer of the first one.
  const isRepeated = async () => (await findByNonce(context.db, trust.nonce))?.email_key === emailKey;
  if (await isRepeated()) return thanked(context, visit);
  const seconds = await context.limits.spend(trust.isProven, request.address);
  if (seconds !== undefined) return step(seconds);
  const isAccepted = (await store(context, visit, input, trust.nonce)) || (await isRepeated());
  return isAccepted ? thanked(context, visit) : step();
}

type Trust = Pick<Challenge, 'nonce'> & { isProven: boolean };

/** Returns how a submission shows that it is from a person; undefined if it does not. */
function readTrust({ hash }: Context, formId: number, sent: Sent): Trust | undefined {
  const token = firstOf(sent, 'token');
  const now = Date.now();
  const challenge = readChallenge(hash, formId, token, now);
  if (!challenge || firstOf(sent, trap) !== '') return undefined;
  const { kind, nonce, issuedAt, bits } = challenge;
  if (now - issuedAt >= leastMs && isProof(token, firstOf(sent, 'proof'), bits)) return { nonce, isProven: true };
  return now - issuedAt >= leastAloneMs && kind === 'step' ? { nonce, isProven: false } : undefined;
}

/** Inserts the submission. Resolves to false if another request has just used the page. */
async function store({ db }: Context, { form, frame }: Visit, { email, ...input }: ContactInput, nonce: Buffer) {
  const now = new Date();
  const submission = {
    form_id: form.id,
    form_name: form.name,
    outcome: 'new' as const,
    nonce,
    email: String(email),
    email_key: keyOfEmail(String(email)),
    input: JSON.stringify(input),
    consent_id: form.consent_id,
    language: frame.language,
    created_at: now,
    due_at: now,
  };
  try {
    await inTransaction(db, (trx) => insertSubmission(trx, submission));
    return true;
  } catch (error) {
    if (duplicateKey(error) === 'submissions_nonce') return false;
    throw error;
  }
}

/** Answers with a redirect, so that reloading the page sends nothing again. */
function thanked({ config }: Context, { form, page: { definition }, frame }: Visit): PageAnswer {
  const own = `${formUrl(config.siteUrl, form.slug)}/thanks${frame.isEmbedded ? '?embedded=1' : ''}`;
  const { headers } = pageOf(frame, { title: '', body: '' });
  return { status: 303, headers: { ...headers, Location: definition.redirect_url || own } };
}
