/** Owners see why a link is banned, can appeal once, and get the outcome by email. */

import { banLinks, isChanged, liftBan } from '../../../daemon/safety/core/bans.ts';
import { fingerprintOf } from '../../../daemon/safety/core/destinations.ts';
import { inTransaction } from '../../../shared/db/db.ts';
import { insertOperator } from '../../../shared/people/operator-queries.ts';
import { signUp, userIdOf } from '../../fixtures/accounts.ts';
import { addWorkspace, type Call, caller, type Json, startDaemon } from '../../fixtures/daemon.ts';
import { t } from '../../runner/tap.ts';

const daemon = await startDaemon(t, { env: { PLANS_SCALE_REQUESTS_PER_MINUTE: '100000' } });
const { db, config } = daemon.context;
const workspace = await addWorkspace(db, 'scale');
const call = caller(daemon, workspace.key);
const person = await signUp(daemon);
const userId = await userIdOf(db, person);
await inTransaction(db, (trx) => insertOperator(trx, userId, new Date()));

const make = async (): Promise<Json> => (await call('POST', '/links', { url: 'https://example.com/' })).json;
const rowOf = ({ id }: Json) =>
  db.selectFrom('links').selectAll().where('public_id', '=', id).executeTakeFirstOrThrow();
async function scanned(link: Json, reason: 'listed' | 'phishing' = 'listed'): Promise<void> {
  const row = await rowOf(link);
  const finding = { reason, confidence: 'high', detail: 'secret list' } as const;
  const ban = { linkId: row.id, field: 'url', url: row.url, finding, fingerprint: fingerprintOf(row) };
  await banLinks(db, config, [ban], new Date());
}
const why = ({ id }: Json, by = call) => by('GET', `/links/${id}/ban`);
const appeal = ({ id }: Json, message: unknown = 'It was hacked and is clean.', by: Call = call) =>
  by('POST', `/links/${id}/ban/appeal`, { message });
const waiting = async () => (await person.call('GET', '/safety/reviews?limit=100')).json.reviews as Json[];
const decide = async (link: Json, decision: 'ban' | 'clear', reason: string) => {
  const review = (await waiting()).find(({ linkId, source }) => linkId === link.id && source === 'owner');
  return person.call('POST', `/safety/reviews/${review?.id}/decide`, { decision, reason });
};
const mails = async () =>
  (await db.selectFrom('mails').select('data').where('kind', '=', 'appeal-decided').orderBy('id').execute()).map(
    ({ data }) => JSON.parse(data),
  );

t.test('a ban shows a readable reason, but not how the link was detected', async (t) => {
  const [fine, listed, found, byHand] = [await make(), await make(), await make(), await make()];
  t.equal((await why(fine)).status, 404);
  await scanned(listed);
  await scanned(found, 'phishing');
  await person.call('POST', `/safety/links/${byHand.id}/ban`, { reason: 'It imitates a bank.' });
  for (const [link, expected] of [
    [listed, { by: 'list', reason: /^The destination is on a list/, field: 'url', liftedByChange: true, appeal: null }],
    [found, { by: 'scan', reason: /^The destination was reported for phishing/, liftedByChange: true }],
    [byHand, { by: 'person', reason: 'It imitates a bank.', field: null, liftedByChange: false }],
  ] as const) {
    const { status, json, text } = await why(link);
    t.match([status, json], [200, expected]);
    t.notMatch(text, /secret list/);
    t.notOk(text.includes(person.email));
  }
  const theirs = caller(daemon, (await addWorkspace(db, 'scale')).key);
  t.equal((await why(listed, theirs)).status, 404);
  t.equal((await appeal(listed, 'please', theirs)).status, 404);
});

t.test('operators see appeals first; a rejected appeal shows the reason, and cannot be repeated', async (t) => {
  const [link, reported] = [await make(), await make()];
  for (let n = 0; n < 3; n++)
    await fetch(`${daemon.origin}/report`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ url: reported.shortUrl, reason: 'spam' }),
    });
  t.equal((await appeal(link)).status, 404, 'what is not banned');
  await scanned(link);
  for (const message of ['', '  ', 'x'.repeat(1_001), 7, undefined])
    t.match((await appeal(link, message === undefined ? null : message)).status, 422);
  const answers = await Promise.all(Array.from({ length: 5 }, () => appeal(link)));
  t.same(answers.map(({ status }) => status).sort(), [201, 409, 409, 409, 409]);
  t.match((await why(link)).json.appeal, { status: 'waiting', message: 'It was hacked and is clean.', answer: null });
  t.match((await waiting())[0], { linkId: link.id, source: 'owner', reason: 'appeal', detail: /hacked/, banned: true });
  t.match((await decide(link, 'ban', 'It still is.')).json, { banned: true });
  t.match((await why(link)).json.appeal, { status: 'rejected', answer: 'It still is.', decidedAt: String });
  t.equal((await appeal(link)).status, 409);
  await person.call('POST', `/safety/links/${link.id}/ban`, { reason: 'And it stays so.' });
  t.equal((await appeal(link)).status, 409, 'nor by banning it once more');
  t.match((await mails()).at(-1), { shortUrl: link.shortUrl, lifted: false, answer: 'It still is.' });
});

t.test('an accepted appeal lifts the ban, and scans then skip the destination', async (t) => {
  const link = await make();
  await scanned(link);
  await appeal(link);
  t.match((await decide(link, 'clear', 'Thank you.')).json, { decision: 'clear', banned: false });
  t.equal((await call('GET', `/links/${link.id}`)).json.banned, false);
  t.equal((await why(link)).status, 404);
  t.match((await mails()).at(-1), { shortUrl: link.shortUrl, lifted: true, answer: 'Thank you.' });
  await scanned(link);
  t.equal((await call('GET', `/links/${link.id}`)).json.banned, false);
  await person.call('POST', `/safety/links/${link.id}/ban`, { reason: 'Another matter.' });
  t.equal((await appeal(link)).status, 201, 'another ban is another matter');
});

t.test('a ban that ends in another way closes its appeal', async (t) => {
  const ends: Record<string, (link: Json) => Promise<unknown>> = {
    'lifted by an operator': ({ id }) => person.call('POST', `/safety/links/${id}/unban`, { reason: 'A mistake.' }),
    'lifted by a scan': async (link) => {
      await call('PATCH', `/links/${link.id}`, { url: 'https://example.com/other' });
      const row = await rowOf(link);
      const now = fingerprintOf(row);
      await liftBan(db, config, row.id, { fingerprint: now, canLift: isChanged(now), now: new Date() });
    },
    'with its link': ({ id }) => call('DELETE', `/links/${id}`),
  };
  for (const [name, end] of Object.entries(ends)) {
    const link = await make();
    await scanned(link);
    await appeal(link);
    await end(link);
    t.notOk(
      (await waiting()).some(({ linkId }) => linkId === link.id),
      name,
    );
    const received = (await mails()).filter(({ shortUrl }) => shortUrl === link.shortUrl);
    t.same(
      received.map(({ lifted }) => lifted),
      name === 'with its link' ? [] : [true],
      name,
    );
  }
});
