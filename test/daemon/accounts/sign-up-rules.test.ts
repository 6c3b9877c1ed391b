/** The operator's setting decides who can sign up. */
import { insertToken } from '../../../shared/people/token-queries.ts';
import { inviteTokenOf, newEmail, password, signUp, userIdOf } from '../../fixtures/accounts.ts';
import { type Answered, addWorkspace, caller, startDaemon } from '../../fixtures/daemon.ts';
import { createStores } from '../../fixtures/stack.ts';
import { t } from '../../runner/tap.ts';

const stores = await createStores(t);
const start = (env: Record<string, string>) =>
  startDaemon(t, { stores, env: { SIGNUPS_PER_MINUTE: '1000', PLANS_TEAM_REQUESTS_PER_MINUTE: '100000', ...env } });
const open = await start({});
const { db } = open.context;
const host = await addWorkspace(db, 'team');
const outcome = ({ status, json }: Answered) => [status, json.error?.code, json.error?.details?.field];

/** Invites an email address. Returns the token. */
async function inviteTo(email: string): Promise<string> {
  const { json } = await caller(open, host.key)('POST', '/members/invite', { email });
  return inviteTokenOf(db, json.id);
}

type Asks = { inviteCode?: string; invited?: boolean; email?: string };
const elsewhere = { BASE_URL: 'https://go.example.com/api' };
const wanted: [Record<string, string>, Asks, unknown[]][] = [
  [{ SIGNUP: 'open' }, {}, [200, undefined, undefined]],
  [elsewhere, {}, [422, 'validation_failed', 'inviteToken']],
  [elsewhere, { invited: true }, [200, undefined, undefined]],
  [{ ...elsewhere, SIGNUP: 'open' }, {}, [200, undefined, undefined]],
  [{ ...elsewhere, SIGNUP_INVITE_CODES: 'come-in' }, { inviteCode: 'come-in' }, [200, undefined, undefined]],
  [{ SIGNUP: 'invite' }, {}, [422, 'validation_failed', 'inviteToken']],
  [{ SIGNUP: 'invite' }, { invited: true }, [200, undefined, undefined]],
  [{ SIGNUP: 'invite', SIGNUP_INVITE_CODES: 'first,come-in' }, {}, [422, 'validation_failed', 'inviteCode']],
  [{ SIGNUP: 'invite', SIGNUP_INVITE_CODES: 'first,come-in' }, { inviteCode: 'come-in' }, [200, undefined, undefined]],
  ...['wrong', 'first,come-in'].map((inviteCode): (typeof wanted)[number] => [
    { SIGNUP: 'invite', SIGNUP_INVITE_CODES: 'first,come-in' },
    { inviteCode },
    [422, 'validation_failed', 'inviteCode'],
  ]),
  [{ SIGNUP: 'closed' }, {}, [403, 'forbidden', undefined]],
  [{ SIGNUP: 'closed' }, { invited: true }, [403, 'forbidden', undefined]],
  [{ SIGNUP: 'closed', SIGNUP_INVITE_CODES: 'come-in' }, { inviteCode: 'come-in' }, [403, 'forbidden', undefined]],
  [{ SIGNUP_EMAIL_DOMAINS: 'corp.example, Other.example' }, {}, [422, 'validation_failed', 'email']],
  [{ SIGNUP_EMAIL_DOMAINS: 'corp.example' }, { invited: true }, [422, 'validation_failed', 'email']],
  [{ SIGNUP_EMAIL_DOMAINS: 'corp.example' }, { email: 'a@sub.corp.example' }, [422, 'validation_failed', 'email']],
  [{ SIGNUP_EMAIL_DOMAINS: 'corp.example' }, { email: 'a@corp.example.org' }, [422, 'validation_failed', 'email']],
  [{ SIGNUP_EMAIL_DOMAINS: 'x.example,Corp.example' }, { email: 'one@CORP.example' }, [200, undefined, undefined]],
  [
    { SIGNUP: 'invite', SIGNUP_EMAIL_DOMAINS: 'corp.example' },
    { email: 'two@corp.example' },
    [422, 'validation_failed', 'inviteToken'],
  ],
];

t.test('sign-up is open, by invitation or closed, and can be limited to some email domains', async (t) => {
  const daemons = new Map<string, ReturnType<typeof start>>();
  for (const [env, { invited, email = newEmail(), ...more }, answer] of wanted) {
    const key = JSON.stringify(env);
    const daemon = await (daemons.get(key) ?? start(env));
    daemons.set(key, Promise.resolve(daemon));
    const body = { email, password, name: 'A', ...more, ...(invited ? { inviteToken: await inviteTo(email) } : {}) };
    const what = JSON.stringify([env, more, invited ?? false, email]);
    t.strictSame(outcome(await caller(daemon, undefined)('POST', '/auth/signup', body)), answer, what);
  }
});

t.test('existing users can sign in while sign-up is closed', async (t) => {
  const { email } = await signUp(open);
  const closed = caller(await start({ SIGNUP: 'closed' }), undefined);
  t.equal((await closed('POST', '/auth/login', { email, password })).status, 200);
});

t.test(
  'if sign-up is limited by email domain, an account can do nothing before its email address is verified',
  async (t) => {
    const daemon = await start({ SIGNUP_EMAIL_DOMAINS: 'example.com' });
    const { call, email } = await signUp(daemon);
    for (const [method, at, body] of [
      ['GET', '/links', undefined],
      ['POST', '/links', { url: 'https://example.com/' }],
      ['POST', '/keys', { name: 'k' }],
      ['POST', '/workspaces', { name: 'w' }],
    ] as const)
      t.strictSame(outcome(await call(method, at, body)).slice(0, 2), [403, 'forbidden'], `${method} ${at}`);
    t.equal((await call('POST', '/auth/verify/resend')).status, 200);
    t.equal((await call('GET', '/auth/sessions')).status, 200);
    const id = await userIdOf(db, { email });
    const token = await insertToken(db, 'verify', id, { expiresAt: new Date(Date.now() + 60_000), mailed: true });
    t.equal((await call('POST', '/auth/verify', { token })).status, 200);
    t.equal((await call('GET', '/links')).status, 200, 'at once');
    t.equal((await caller(daemon, host.key)('GET', '/links')).status, 200, 'keys keep working');
  },
);
