/**
 * Receives visitors' submissions. It only inserts them; a job does everything else, so neither the answer nor its
 * duration depends on whether the email address is known.
 */
import { duplicateKey } from '../../../../shared/db/db.ts';
import { keyOfEmail } from '../../../../shared/mail/email-address.ts';
import { parseBody } from '../../../host/params.ts';
import type { PageAnswer, PageRequest } from '../../../host/plugin.ts';
import type { Context } from '../core/context.ts';
import { type FormSettings, formUrl } from '../core/definition.ts';
import { work } from '../core/limits.ts';
import type { FormWithConsent } from '../core/queries.ts';
import { findByNonce, insertSubmission, type NewSubmission } from '../core/submission-queries.ts';
import { type Challenge, isProof, newChallenge, type PageKind, readChallenge } from '../core/tokens.ts';
import { findShown, firstOf, readSent, readValues, type Sent } from './fields.ts';
import { type Frame, formPage, pageOf, stepPage, type Ticket, trap } from './render.ts';
import { leastMs } from './script.ts';

/** The minimum time between a page and a submission without proof. */
const leastAloneMs = 5_000;

export type Visit = { form: FormWithConsent; page: FormSettings; frame: Frame };

/** Creates the token of a new page. */
export function newTicket({ hash, limits }: Context, formId: number, kind: PageKind = 'form'): Ticket {
  const bits = limits.isBusy() ? work.busy : work.usual;
  return { token: newChallenge(hash, { formId, kind, bits }, Date.now()), bits };
}

/** Answers a POST of a form. */
export async function receive(context: Context, visit: Visit, request: PageRequest): Promise<PageAnswer> {
  const { form, frame } = visit;
  const sent = readSent(await parseBody(request.body, request.headers['content-type'] ?? ''));
  const page = { ...visit.page, shown: await findShown(context, visit.page.definition, frame.language) };
  const { input, faults } = await readValues(context, page, sent);
  if (faults.size > 0) return pageOf(frame, formPage(frame, page, newTicket(context, form.id), { sent, faults }));
  const step = (seconds?: number) => pageOf(frame, stepPage(frame, newTicket(context, form.id, 'step'), sent, seconds));
  const trust = readTrust(context, form.id, sent);
  if (!trust) return step();
  const { email, ...values } = input;
  const now = new Date();
  const submission: NewSubmission = {
    form_id: form.id,
    form_name: form.name,
    outcome: 'new',
    nonce: trust.nonce,
    email: String(email),
    email_key: keyOfEmail(String(email)),
    input: JSON.stringify(values),
    consent_id: page.consentId,
    language: frame.language,
    created_at: now,
    due_at: now,
  };
  const use = await findUse(context, submission);
  if (use === 'other') return step();
  if (use === undefined) {
    const seconds = await context.limits.spend(trust.isProven, request.address);
    if (seconds !== undefined) return step(seconds);
    if (!(await isNew(insertSubmission(context.db, submission))) && (await findUse(context, submission)) === 'other') {
      return step();
    }
  }
  return thanked(context, visit);
}

type Trust = Pick<Challenge, 'nonce'> & { isProven: boolean };

/** Returns the evidence that a submission comes from a person; undefined if there is none. */
function readTrust({ hash, limits }: Context, formId: number, sent: Sent): Trust | undefined {
  const token = firstOf(sent, 'token');
  const now = Date.now();
  const challenge = readChallenge(hash, formId, token, now);
  if (!challenge || firstOf(sent, trap) !== '') return undefined;
  const { kind, nonce, issuedAt, bits } = challenge;
  // An attacker may have collected pages before the attack.
  const isEnough = bits >= work.busy || !limits.isBusy();
  const isProven = isEnough && now - issuedAt >= leastMs && isProof(token, firstOf(sent, 'proof'), bits);
  return isProven || (kind === 'step' && now - issuedAt >= leastAloneMs) ? { nonce, isProven } : undefined;
}

/**
 * Finds whether the page was sent before: with the same values, for example by a second click, or with different ones.
 */
async function findUse({ db }: Context, { nonce, email_key, input }: NewSubmission) {
  const first = await findByNonce(db, nonce);
  return first && (first.email_key === email_key && first.input === input ? 'same' : 'other');
}

/** Resolves to false if another request has just used the page. */
const isNew = (inserted: Promise<unknown>): Promise<boolean> =>
  inserted.then(
    () => true,
    (error) => {
      if (duplicateKey(error) !== 'submissions_nonce') throw error;
      return false;
    },
  );

/** Answers with a redirect, so that reloading the page sends nothing again. */
function thanked({ config }: Context, { form, page: { definition }, frame }: Visit): PageAnswer {
  const own = `${formUrl(config.siteUrl, form.slug)}/thanks${frame.isEmbedded ? '?embedded=1' : ''}`;
  const { headers } = pageOf(frame, { title: '', body: '' });
  return { status: 303, headers: { ...headers, Location: definition.redirect_url || own } };
}
