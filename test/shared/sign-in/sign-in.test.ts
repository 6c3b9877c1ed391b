/** One sign-in for links and contacts: tickets that carry it over, and who may sign in to contacts. */
import type { Trx } from '../../../daemon/core/tables.ts';
import { inTransaction } from '../../../shared/db/db.ts';
import {
  findContactsRole,
  findInstallation,
  lockContactsAdministrators,
  lockInstallation,
  offerKey,
  putAwaitsFirst,
  putContactsRole,
  putInstallation,
  takeFirstOfContacts,
} from '../../../shared/sign-in/people.ts';
import {
  challengeOf,
  deleteTicketsBefore,
  insertTicket,
  looksLikeChallenge,
  useTicket,
} from '../../../shared/sign-in/tickets.ts';
import { signUp, userIdOf, verifyUser } from '../../fixtures/accounts.ts';
import { startDaemon } from '../../fixtures/daemon.ts';
import { t } from '../../runner/tap.ts';

const daemon = await startDaemon(t);
const { db } = daemon.context;
const within = <Result>(work: (trx: Trx) => Promise<Result>) => inTransaction(db, work);

async function newSession(): Promise<{ userId: number; sessionId: number }> {
  const userId = await userIdOf(db, await signUp(daemon));
  const { id } = await db.selectFrom('sessions').select('id').where('user_id', '=', userId).executeTakeFirstOrThrow();
  return { userId, sessionId: id };
}

const secret = 'the secret of a browser';
const challenge = challengeOf(secret);
const opens = 'contacts' as const;

t.test('a ticket works once, within a minute, for its application and the browser that asked', async (t) => {
  const { userId, sessionId } = await newSession();
  t.ok(looksLikeChallenge(challenge));
  for (const odd of ['', `${challenge}=`, challenge.slice(1), `${challenge.slice(1)}+`])
    t.notOk(looksLikeChallenge(odd));
  const now = new Date();
  const make = () => insertTicket(db, { sessionId, opens, challenge }, now);
  const use = (ticket: string, more: object = {}, at = now) =>
    within((trx) => useTicket(trx, { ticket, secret, opens, ...more }, at));

  const ticket = await make();
  t.match(await use(ticket), { sessionId, userId, begunBy: 'password' });
  t.equal(await use(ticket), undefined, 'used');
  t.equal(await use('x'.repeat(43)), undefined, 'unknown');
  for (const more of [{ secret: 'another' }, { opens: 'links' }]) {
    const one = await make();
    t.equal(await use(one, more), undefined, JSON.stringify(more));
    t.equal(await use(one), undefined, 'whoever comes with it wrongly has used it up');
  }
  t.equal(await use(await make(), {}, new Date(now.getTime() + 60_001)), undefined, 'too old');

  const last = await make();
  await db.updateTable('sessions').set({ expires_at: now }).where('id', '=', sessionId).execute();
  t.equal(await use(last), undefined, 'its session is over');
  await make();
  await deleteTicketsBefore(db, new Date(now.getTime() + 60_001), 100);
  t.same(await db.selectFrom('sign_in_tickets').selectAll().execute(), []);
});

t.test('of two that come with a ticket at once one is let in', async (t) => {
  const { sessionId } = await newSession();
  const ticket = await insertTicket(db, { sessionId, opens, challenge }, new Date());
  const come = () => within((trx) => useTicket(trx, { ticket, secret, opens }, new Date()));
  const answers = await Promise.all([come(), come(), come(), come()]);
  t.equal(answers.filter(Boolean).length, 1);
});

t.test('an installation of contacts says where it is, and another one does not take its place', async (t) => {
  const now = new Date();
  const put = (name: string, url: string, awaitsFirst = false) =>
    within(async (trx) => {
      const isOurs = await putInstallation(trx, { name, url }, now);
      if (isOurs) await putAwaitsFirst(trx, awaitsFirst);
      return isOurs;
    });
  t.equal(await within((trx) => offerKey(trx, 'sealed')), false, 'there is none');
  t.equal(await put('one', 'http://one.test'), true);
  t.equal(await put('two', 'http://two.test'), false);
  t.equal(await put('one', 'http://moved.test', true), true);
  t.equal(await within((trx) => offerKey(trx, 'sealed')), true);
  const row = { name: 'one', url: 'http://moved.test', awaitsFirst: true, offeredKey: 'sealed' };
  t.match(await findInstallation(db), row);
  t.match(await within((trx) => lockInstallation(trx)), row);
});

t.test('roles are given, changed and taken; the first account administers where nobody has one yet', async (t) => {
  const [ada, bob] = [(await newSession()).userId, (await newSession()).userId];
  const now = new Date();
  await verifyUser(db, ada);
  t.equal(await within((trx) => takeFirstOfContacts(trx, ada, now)), true);
  t.equal(await within((trx) => takeFirstOfContacts(trx, bob, now)), false);
  t.equal(await findContactsRole(db, ada), 'administrator');
  t.equal(await findContactsRole(db, bob), undefined);
  t.equal(await within((trx) => putContactsRole(trx, bob, 'viewer', now)), false, 'not before the email is verified');
  t.equal(await findContactsRole(db, bob), undefined);
  await verifyUser(db, bob);
  await within((trx) => putContactsRole(trx, bob, 'viewer', now));
  t.same(await within((trx) => lockContactsAdministrators(trx)), [ada]);
  await within((trx) => putContactsRole(trx, bob, 'administrator', now));
  await within((trx) => putContactsRole(trx, ada, null, now));
  t.same(await within((trx) => lockContactsAdministrators(trx)), [bob]);
});
