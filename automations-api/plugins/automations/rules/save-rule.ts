/** Rules made, changed and deleted: what they name has to be there, and the webhooks of their steps come and go with them. */
import { newSecret } from '../../../../shared/webhooks/signature.ts';
import { loadKnown } from '../contacts/resolve.ts';
import type { Context } from '../context.ts';
import { unprocessable } from '../errors.ts';
import { parseFieldValue } from '../fields/values.ts';
import { holdSegments, resolveFilter } from '../finder/resolve.ts';
import { lockTerms } from '../memberships/queries.ts';
import type { Trx } from '../tables.ts';
import type { TermType } from '../terms/queries.ts';
import { deleteWebhook, insertWebhook } from '../webhooks/queries.ts';
import {
  type Definition,
  isWait,
  isWebhook,
  type NewDefinition,
  type NewStep,
  type Step,
  type WebhookStep,
} from './definition.ts';
import { deleteRule, insertRule, insertVersion, listDefinitions } from './queries.ts';
import { numbered } from './steps.ts';

export type Secret = { webhook_id: number; url: string; secret: string };
type Saved = { definition: Definition; secrets: Secret[] };

/** The new rule's id, and the secrets of its webhooks, which are shown only now. */
export async function addRule(
  { secrets }: Pick<Context, 'secrets'>,
  trx: Trx,
  rule: { name: string; active: boolean; created_at: Date },
  definition: NewDefinition,
): Promise<{ id: number; secrets: Secret[] }> {
  await checkNamed(trx, definition);
  const id = await insertRule(trx, rule);
  const saved = await makeWebhooks(secrets, trx, definition, [], rule.created_at);
  await insertVersion(trx, id, 1, saved.definition);
  return { id, secrets: saved.secrets };
}

/** Writes the next version; a URL that an earlier one has keeps its webhook. */
export async function addVersion(
  { secrets }: Pick<Context, 'secrets'>,
  trx: Trx,
  { id, version }: { id: number; version: number },
  definition: NewDefinition,
  now: Date,
): Promise<Secret[]> {
  await checkNamed(trx, definition);
  const made = webhooksOf(await listDefinitions(trx, id));
  const saved = await makeWebhooks(secrets, trx, definition, made, now);
  await insertVersion(trx, id, version, saved.definition);
  return saved.secrets;
}

/** With its webhooks and what they were still to send. */
export async function removeRule(trx: Trx, id: number): Promise<void> {
  const ids = new Set(webhooksOf(await listDefinitions(trx, id)).map(({ webhook_id }) => webhook_id));
  for (const webhookId of ids) await deleteWebhook(trx, webhookId);
  await deleteRule(trx, id);
}

const webhooksOf = (definitions: Definition[]): WebhookStep[] =>
  definitions.flatMap(({ steps }) => steps.filter((step): step is WebhookStep => isWebhook(step)));

async function makeWebhooks(
  secrets: Context['secrets'],
  trx: Trx,
  definition: NewDefinition,
  made: WebhookStep[],
  now: Date,
): Promise<Saved> {
  const known = new Map(made.map(({ url, webhook_id }) => [url, webhook_id]));
  const shown: Secret[] = [];
  const steps: Step[] = [];
  for (const step of definition.steps) {
    if (!isWebhook(step)) {
      steps.push(step);
      continue;
    }
    const { url } = step;
    if (!known.has(url)) {
      const secret = newSecret();
      // Without events it hears of nothing but the rule.
      const row = { url, events: '', secret: secrets.seal(secret), active: true, created_at: now, updated_at: null };
      known.set(url, await insertWebhook(trx, row));
      shown.push({ webhook_id: known.get(url) as number, url, secret });
    }
    steps.push({ ...step, webhook_id: known.get(url) as number });
  }
  return { definition: { ...definition, steps }, secrets: shown };
}

/** The segments, tags, lists and fields that a rule names are there, and values fit their fields. @throws unprocessable_entity */
async function checkNamed(trx: Trx, { trigger, conditions, steps }: NewDefinition): Promise<void> {
  await holdSegments(trx, conditions);
  await resolveFilter(trx, conditions);
  await checkTerms(trx, 1, trigger.tag === undefined ? [] : [trigger.tag]);
  await checkTerms(trx, 2, trigger.list === undefined ? [] : [trigger.list]);
  for (const [index, step] of steps.entries()) {
    await checkStep(trx, step).catch((error) => {
      throw numbered(error, index);
    });
  }
}

async function checkStep(trx: Trx, step: NewStep): Promise<void> {
  if (isWait(step)) return;
  if ('tags' in step) await checkTerms(trx, 1, step.tags);
  if ('lists' in step) await checkTerms(trx, 2, step.lists);
  if (step.action === 'set_field') await checkValues(trx, step.field);
}

async function checkTerms(trx: Trx, type: TermType, ids: number[]): Promise<void> {
  const terms = await lockTerms(trx, ids);
  const missing = ids.find((id) => !terms.some((term) => term.id === id && term.type === type));
  if (missing !== undefined) throw unprocessable(`There is no ${type === 1 ? 'tag' : 'list'} ${missing}.`);
}

async function checkValues(trx: Trx, values: Record<string, unknown>): Promise<void> {
  const known = await loadKnown(trx, [{ columns: {}, fields: values }], []);
  for (const [key, value] of Object.entries(values)) {
    const field = known.field(key);
    if (!field) throw unprocessable(`There is no editable field ${key.slice(0, 100)}.`);
    parseFieldValue(field, value);
  }
}
