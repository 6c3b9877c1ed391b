/** Dashboard requests count in a budget per user, separate from the workspace's API budget. */

import { signUp } from '../../fixtures/accounts.ts';
import { openBrowser } from '../../fixtures/cookie-browser.ts';
import { startDaemon } from '../../fixtures/daemon.ts';
import { t } from '../../runner/tap.ts';

t.test("opening forty screens a minute on the Free plan causes no 429 and uses none of the API's budget", async (t) => {
  const daemon = await startDaemon(t);
  const { email, call } = await signUp(daemon);
  const browser = openBrowser(daemon);
  await browser.signIn(email);
  const { key } = (await browser.call('POST', '/keys', { name: 'program' })).json;
  const calls = ['/workspace', '/links', '/tags', '/stats', '/domains', '/members', '/auth/me'];
  for (let page = 0; page < 40; page++) {
    t.not((await fetch(`${daemon.origin}/dashboard/links`)).status, 429);
    for (const at of calls) t.equal((await browser.call('GET', at)).status, 200, `page ${page}: ${at}`);
  }
  const { headers } = await call('GET', '/tags', undefined, { authorization: `Bearer ${key}` });
  t.equal(headers.get('x-ratelimit-remaining'), '59');
  t.match(headers.get('ratelimit-policy'), '"workspace";q=60;w=60');
});

t.test('a user has one request budget for all browsers and workspaces, shown in every answer', async (t) => {
  const daemon = await startDaemon(t, { env: { DASHBOARD_REQUESTS_PER_MINUTE: '5', SIGNUPS_PER_MINUTE: '1000' } });
  const person = await signUp(daemon);
  const { id } = (await person.call('POST', '/workspaces', { name: 'Second' })).json;
  const browsers = [openBrowser(daemon), openBrowser(daemon)] as const;
  for (const browser of browsers) await browser.signIn(person.email);
  for (let n = 0; n < 5; n++) {
    const answer = await browsers[n % 2 ? 1 : 0].call('GET', n === 3 ? `/nothing-to-see` : `/tags?workspace=${id}`);
    if (n === 3) t.equal(answer.headers.ratelimit, undefined, 'an unknown route does not count');
    else t.match(answer.headers, { 'ratelimit-policy': '"user";q=5;w=60', 'x-ratelimit-limit': '5' });
  }
  t.match((await browsers[0].call('GET', '/tags')).headers, {
    'x-ratelimit-remaining': '0',
    ratelimit: /^"user";r=0;/,
  });
  const over = await browsers[1].call('GET', '/tags');
  t.match([over.status, over.json.error.code], [429, 'rate_limited']);
  t.match(over.headers['retry-after'], /^[1-9]\d?$/);
  t.equal((await person.call('GET', '/tags')).status, 200, 'a program keeps working');
  const other = openBrowser(daemon);
  await other.signIn((await signUp(daemon)).email);
  t.equal((await other.call('GET', '/tags')).status, 200, 'and so does another user');
});
