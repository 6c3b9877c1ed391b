/**
 * Drawing is shared fairly: one workspace's images do not delay another's, the queue is limited, and disconnected clients get
 * nothing drawn.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { qrNumbers } from '../../../daemon/qr/draw.ts';
import { addWorkspace, caller, startDaemon } from '../../fixtures/daemon.ts';
import { t } from '../../runner/tap.ts';

const daemon = await startDaemon(t, { env: { PLANS_PRO_REQUESTS_PER_MINUTE: '100000' } });
const count = (what: 'drawn' | 'refused' | 'waiting') =>
  (qrNumbers[`qr_${what}`] as (typeof qrNumbers)[string]).value();

async function newLink() {
  const { key } = await addWorkspace(daemon.context.db, 'pro');
  const { json } = await caller(daemon, key)('POST', '/links', { url: 'https://example.com/' });
  const ask = (query: string, headers: Record<string, string> = {}, signal?: AbortSignal) =>
    fetch(`${daemon.origin}/api/links/${json.id}/qr?format=png&${query}`, {
      headers: { authorization: `Bearer ${key}`, ...headers },
      ...(signal ? { signal } : {}),
    });
  return { ask };
}

/** Requests many large images at once. Returns how to abort all of them. */
async function flood({ ask }: Awaited<ReturnType<typeof newLink>>, images: number) {
  const hangUp = new AbortController();
  const before = count('refused');
  const answers = Promise.all(
    Array.from({ length: images }, async (_, n) => {
      const response = await ask(`size=${2_048 - (n % 900)}`, {}, hangUp.signal).catch(() => undefined);
      await response?.arrayBuffer().catch(() => {});
      return response;
    }),
  );
  while (count('waiting') < 30 && count('refused') === before) await sleep(1);
  return { answers, stop: () => hangUp.abort() };
}

t.test(
  "200 large images of one workspace do not delay another's, and requests over the limit get 503 with Retry-After",
  async (t) => {
    const [busy, other] = [await newLink(), await newLink()];
    const tag = (await other.ask('size=300')).headers.get('etag') as string;
    const { answers, stop } = await flood(busy, 200);
    const at = count('drawn');
    const image = await other.ask('size=2048');
    t.equal(image.status, 200);
    const between = count('drawn') - at;
    t.ok(between < 100, `${between} of 200 were drawn before it`);
    t.equal((await other.ask('size=300', { 'if-none-match': tag })).status, 304);
    const settled = await answers;
    const refused = settled.filter((answer) => answer?.status === 503);
    t.ok(refused.length > 0, `${refused.length} were refused`);
    t.ok(refused.every((answer) => /^\d+$/.test(answer?.headers.get('retry-after') ?? '')));
    t.ok(settled.every((answer) => answer?.status === 503 || answer?.status === 200));
    stop();
  },
);

t.test('nothing is drawn for clients that disconnected', async (t) => {
  const busy = await newLink();
  const { answers, stop } = await flood(busy, 45);
  stop();
  await answers;
  while (count('waiting') > 0) await sleep(1);
  const at = count('drawn');
  t.equal((await busy.ask('size=100')).status, 200);
  t.equal(count('drawn') - at, 1, 'the next one is drawn at once');
});

t.test('an image that the client already has is not drawn a second time', async (t) => {
  const { ask } = await newLink();
  const tag = (await ask('size=500')).headers.get('etag') as string;
  const at = count('drawn');
  const answers = await Promise.all(Array.from({ length: 100 }, () => ask('size=500', { 'if-none-match': tag })));
  t.ok(answers.every(({ status }) => status === 304));
  t.equal(count('drawn'), at);
});

t.test('a PNG of 2,048 pixels is small', async (t) => {
  const { ask } = await newLink();
  const bytes = Buffer.from(await (await ask('size=2048')).arrayBuffer());
  t.ok(bytes.length < 100_000, `${bytes.length} bytes`);
});
