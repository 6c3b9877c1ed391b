/**
 * The URLs that receive messages. A message is stored, with the id of its delivery, before it is answered. The
 * message's job changes the contact later.
 */
import { createHash } from 'node:crypto';
import { inTransaction } from '../../../../shared/db/db.ts';
import { ApiError, unavailable } from '../../../../shared/errors.ts';
import { spendAll } from '../../../../shared/limits/tries.ts';
import { hashSecret } from '../../../../shared/secrets/secrets.ts';
import { type Page, type PageAnswer, type PageRequest, page } from '../../../host/pages.ts';
import { parseQuery } from '../../../host/params.ts';
import type { Context } from '../core/context.ts';
import { countsFirst, hasBacklog, insertMessage } from '../core/message-queries.ts';
import { countReceived, countRefused, findHookByHash, type HookRow } from '../core/queries.ts';
import { deliveryId } from './delivery-id.ts';
import { largestBody, readBody } from './read-body.ts';
import { isSigned, type Signature } from './verify.ts';

/** The URL of FunnelKit's webhooks. */
const autonamiPath = '/wp-json/autonami/v1/webhook';
/** The number of a hook's waiting messages above which new ones are refused, and how long a count is used. */
const mostWaiting = 10_000;
const countedMs = 5_000;
/** The time during which a repeated delivery is recognised: longer than senders retry. */
const deliveryMs = 7 * 86_400_000;

const notFound = () => new ApiError('not_found', 'There is no such hook.');

/** Returns the hash of a FunnelKit webhook's id and key, with which its hook is found. */
export const hashOfAutonami = ({ id, key }: { id: string; key: string }): Buffer =>
  createHash('sha256').update(`${id}\n${key}`).digest();

export function receivingPages(context: Context): Page[] {
  const receive = createReceiver(context);
  return [
    page({
      methods: ['POST'],
      path: '/hooks/{secret}',
      bodyLimit: largestBody,
      callback: (request) => receive(request, 'secret_hash', hashSecret(request.params.secret)),
    }),
    page({
      methods: ['POST'],
      path: autonamiPath,
      bodyLimit: largestBody,
      callback(request) {
        const { bwfan_autonami_webhook_id: id, bwfan_autonami_webhook_key: key } = parseQuery(request.query);
        if (typeof id !== 'string' || typeof key !== 'string') throw notFound();
        return receive(request, 'autonami_hash', hashOfAutonami({ id, key }));
      },
    }),
  ];
}

function createReceiver(context: Context) {
  const { db, limiter } = context;
  const refuseBacklog = createBacklogCheck(context);
  return async (
    request: PageRequest,
    column: Parameters<typeof findHookByHash>[1],
    hash: Buffer,
  ): Promise<PageAnswer> => {
    const hook = await findHookByHash(db, column, hash);
    if (!hook?.active) throw notFound();
    await spendAll([[limiter, String(hook.id)]]);
    // WooCommerce saves a webhook only if its unsigned ping is answered with 200.
    if (/^webhook_id=\d{1,20}$/.test(request.body.subarray(0, 40).toString('latin1'))) return answer(200, {});
    await checkSignature(context, hook, request);
    const body = await readBody(request.body, request.headers['content-type'] ?? '').catch(async (error) => {
      await countRefused(db, hook.id, 'The body could not be read.', new Date());
      throw error;
    });
    await refuseBacklog(hook.id);
    return answer(202, { repeated: !(await store(context, hook, request, body)) });
  };
}

const answer = (status: number, content: object): PageAnswer => ({
  status,
  text: `${JSON.stringify({ received: true, ...content })}\n`,
  contentType: 'application/json',
});

/** @throws 401 if the signature is wrong */
async function checkSignature({ db, secrets, error, log }: Context, hook: HookRow, { headers, body }: PageRequest) {
  if (hook.signature === null) return;
  const secret = secrets.open(hook.signing_secret ?? '');
  if (secret === undefined) {
    log.error({ hook: hook.id }, 'the signing secret of a hook was encrypted with another key: enter it again');
    throw unavailable('The signature cannot be checked. Try again later.');
  }
  const now = new Date();
  if (isSigned(JSON.parse(hook.signature) as Signature, secret, { headers, body, now })) return;
  await countRefused(db, hook.id, 'The signature was missing or wrong.', now);
  throw error(401, 'signature_invalid', 'The signature is missing or wrong.');
}

/** Stores a message. Returns false for a repeated delivery. @throws not_found if the hook was just deleted */
const store = (
  { db }: Context,
  { id, signature }: HookRow,
  { headers, body: raw }: PageRequest,
  body: unknown,
): Promise<boolean> =>
  inTransaction(db, async (trx) => {
    const now = new Date();
    const kind = signature === null ? undefined : (JSON.parse(signature) as Signature).kind;
    const delivery = deliveryId({ headers, raw, body }, kind);
    if (delivery !== undefined && !(await countsFirst(trx, id, delivery, deliveryMs))) return false;
    await insertMessage(trx, { hook_id: id, body: JSON.stringify(body), received_at: now });
    // The hook's row is locked last, so that its messages wait for each other only while they commit.
    if (!(await countReceived(trx, id, now))) throw notFound();
    return true;
  });

/** Creates a check that refuses messages while too many of the hook's messages are waiting. @throws unavailable */
function createBacklogCheck({ db }: Context) {
  const counted = new Map<number, { isFull: boolean; until: number }>();
  return async (hookId: number) => {
    let state = counted.get(hookId);
    if (!state || state.until < Date.now()) {
      state = { isFull: await hasBacklog(db, hookId, mostWaiting), until: Date.now() + countedMs };
      counted.set(hookId, state);
    }
    if (state.isFull) throw unavailable('Too many messages are waiting. Try again later.', { afterSeconds: 60 });
  };
}
