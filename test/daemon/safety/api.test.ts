/** The safety check in the API: every destination field of create, bulk and PATCH, its order among the errors, and reports. */

import { listOpenReviews } from '../../../daemon/safety/core/review-queries.ts';
import { addWorkspace, caller, startDaemon } from '../../fixtures/daemon.ts';
import { putLink } from '../../fixtures/redirects.ts';
import { ask } from '../../fixtures/requests.ts';
import { t } from '../../runner/tap.ts';

const bad = 'http://127.1/';
const fine = 'https://example.com/';
const unsafe = (field: string, reason = 'private_address') => ({
  status: 422,
  json: { error: { code: 'unsafe_url', message: RegExp(field.replace('.', '\\.')), details: { field, reason } } },
});

const harmful = [
  'javascript:alert(1)',
  'JavaScript:alert(1)',
  'data:text/html,x',
  'vbscript:x',
  'file:///etc/passwd',
  'blob:https://example.com/x',
  'about:blank',
  'view-source:https://example.com/',
  'MS-MSDT:/id PCWDiagnostic',
  'search-ms:query=x&crumb=location:%5C%5Cexample.com',
  'smb://files.example.com/share',
  'ms-officecmd:x',
  'ms-appinstaller:?source=https://example.com/x',
  'ms-word:ofv|u|https://example.com/x.dotm',
  'ldap://example.com/',
  'content://media/x',
];

/** App URLs, some of which look similar. */
const ofApps = [
  'myapp://open?id=1',
  'msteams://l/x',
  'ms-outlook://compose',
  'tel:+4930123456',
  'filebrowser://x',
  'market://details?id=a.b',
];

const bodies: [field: string, body: object, reason?: string][] = [
  ['url', { url: bad }],
  ['url', { url: 'http://localhost:9200/' }, 'local_name'],
  ['url', { url: 'https://user@example.com/' }, 'userinfo'],
  ['url', { url: 'ftp://example.com/' }, 'scheme'],
  ['url', { url: 'JavaScript:alert(1)' }, 'scheme'],
  ['url', { url: 'http://go.example.com/x' }, 'own_domain'],
  ['url', { url: 'https://раураl.com/' }, 'look_alike'],
  ['expiredUrl', { expiredUrl: bad }],
  ['notStartedUrl', { notStartedUrl: bad }],
  ['expiredUrl', { expiredUrl: 'myapp://open' }, 'scheme'],
  ['notStartedUrl', { notStartedUrl: 'mailto:a@example.com' }, 'scheme'],
  ['preview.imageUrl', { preview: { imageUrl: bad } }],
  ['preview.imageUrl', { preview: { imageUrl: 'data:image/png;base64,AA' } }, 'scheme'],
  ['iosUrl', { iosUrl: bad }],
  ['androidUrl', { androidUrl: 'http://[::1]/' }],
  ['androidUrl', { androidUrl: 'intent://10.0.0.1/#Intent;scheme=http;package=a.b;end' }],
  ['androidUrl', { androidUrl: 'intent://x/#Intent;scheme=app;S.browser_fallback_url=http%3A%2F%2F10.0.0.1%2F;end' }],
  ...harmful.map((url): [string, object, string] => ['iosUrl', { iosUrl: url }, 'scheme']),
  ['androidUrl', { androidUrl: 'ms-msdt:/id PCWDiagnostic' }, 'scheme'],
  ['androidUrl', { androidUrl: 'intent:///etc/passwd#Intent;scheme=file;end' }, 'scheme'],
  ['androidUrl', { androidUrl: 'intent://x/#Intent;scheme=app;S.browser_fallback_url=javascript%3Ax;end' }, 'scheme'],
  ['geo.DE', { geo: { AT: fine, DE: bad } }],
  ['geo.DE', { geo: { AT: fine, DE: 'file:///etc/passwd' } }, 'scheme'],
];

t.test('every destination field is checked in every request that sets it', async (t) => {
  const daemon = await startDaemon(t, { env: { DEFAULT_SHORT_DOMAIN: 'go.example.com' } });
  const { db } = daemon.context;
  const call = caller(daemon, (await addWorkspace(db, 'scale')).key);
  const { json: link } = await call('POST', '/links', { url: fine });
  for (const [field, body, reason] of bodies) {
    const made = { url: fine, ...body };
    t.match(await call('POST', '/links', made), unsafe(field, reason), `POST ${field}`);
    t.match(await call('PATCH', `/links/${link.id}`, body), unsafe(field, reason), `PATCH ${field}`);
    const { json } = await call('POST', '/links/bulk', { links: [{ url: fine }, made] });
    t.match(json, { created: 1, failed: 1 });
    t.match({ status: json.results[1].status, json: json.results[1] }, unsafe(field, reason), `bulk ${field}`);
  }
  const kept = await call('GET', `/links/${link.id}`);
  t.match(kept.json, { url: fine, expiredUrl: null, geo: null });
  for (const iosUrl of ofApps) {
    t.match(await call('PATCH', `/links/${link.id}`, { iosUrl }), { status: 200, json: { iosUrl } }, iosUrl);
  }
  const apps = { iosUrl: 'myapp://open?id=1', androidUrl: 'intent://x/#Intent;scheme=myapp;package=a.b;end' };
  t.equal((await call('PATCH', `/links/${link.id}`, { ...apps, geo: null, expiredUrl: null })).status, 200);
});

t.test(
  'an unsafe destination is reported before plan limits and after invalid values, and uses no quota',
  async (t) => {
    const daemon = await startDaemon(t, { env: { PLANS_FREE_LINKS_PER_MONTH: '1' } });
    const { db } = daemon.context;
    const call = caller(daemon, (await addWorkspace(db, 'free')).key);
    t.match(await call('POST', '/links', { url: fine, geo: { DE: bad } }), unsafe('geo.DE'), 'before 402');
    t.match((await call('POST', '/links', { url: bad, title: 7 })).json.error.code, 'validation_failed');
    t.match((await call('POST', '/links', { url: bad, slug: 'api' })).json.error.code, 'validation_failed');
    t.match(await call('POST', '/links', { url: bad }), unsafe('url'));
    t.equal((await call('POST', '/links', { url: fine })).status, 201);
    t.equal((await call('POST', '/links', { url: fine })).status, 402);
    t.match(await call('POST', '/links', { url: bad }), unsafe('url'));
  },
);

t.test('private IP addresses can be allowed', async (t) => {
  const daemon = await startDaemon(t, { env: { ALLOW_PRIVATE_DESTINATIONS: '1' } });
  const call = caller(daemon, (await addWorkspace(daemon.context.db, 'free')).key);
  t.equal((await call('POST', '/links', { url: 'http://127.0.0.1:3000/' })).status, 201);
  t.match(await call('POST', '/links', { url: 'http://127.0.0.1:8080/' }), unsafe('url', 'own_domain'));
});

t.test('visitors report links, by a form or as JSON', async (t) => {
  const daemon = await startDaemon(t, {
    env: { DEFAULT_SHORT_DOMAIN: 'go.example.com', SAFETY_REPORTS_PER_HOUR: '5' },
  });
  const { db } = daemon.context;
  const { id: workspaceId } = await addWorkspace(db, 'free');
  await putLink(db, { slug: 'odd', public_id: 'lnk_odd', workspace_id: workspaceId });
  const port = Number(new URL(daemon.origin).port);
  const visit = (
    method: string,
    path: string,
    body?: string,
    type = 'application/x-www-form-urlencoded',
    language = '',
  ) =>
    ask(port, {
      method,
      path,
      headers: {
        Host: 'go.example.com',
        'Accept-Language': language,
        ...(body === undefined ? {} : { 'Content-Type': type }),
      },
      ...(body === undefined ? {} : { body }),
    });
  const form = await visit('GET', '/report?url=go.example.com/odd%22%3E%3Cscript%3E');
  t.match(form, {
    status: 200,
    body: /<form method="post">/,
    headers: { 'cache-control': 'no-store', 'x-robots-tag': 'noindex' },
  });
  t.notMatch(form.body, /<script/, 'nothing of the query is markup');
  t.match(form.headers['content-security-policy'], /default-src 'none'/);
  t.match(await visit('GET', '/report', undefined, undefined, 'pl'), {
    headers: { 'content-language': 'pl', vary: 'Accept-Language' },
    body: /<html lang="pl"[\s\S]*<option value="malware">Złośliwe oprogramowanie</,
  });

  const fields = (url: string, reason = 'phishing', details = 'asks for my password') =>
    new URLSearchParams({ url, reason, details }).toString();
  t.match(await visit('POST', '/report', fields('https://go.example.com/odd?x#y')), { status: 200, body: /Thank you/ });
  t.match(await visit('POST', '/report', fields('GO.example.com/odd/', 'phishing', 'and for my card')), {
    status: 200,
  });
  const json = await visit(
    'POST',
    '/report',
    JSON.stringify({ url: 'http://go.example.com/odd', reason: 'malware' }),
    'application/json',
  );
  t.match(json, { status: 200, body: '{"ok":true}' });
  t.match(await listOpenReviews(db, 10), [
    {
      linkId: 'lnk_odd',
      source: 'visitor',
      reason: 'phishing',
      times: 2,
      detail: 'asks for my password\nand for my card',
      banned: false,
    },
    { linkId: 'lnk_odd', source: 'visitor', reason: 'malware', times: 1, detail: null },
  ]);
  t.equal((await visit('GET', '/odd')).status, 302, 'a report alone bans nothing');

  t.match(await visit('POST', '/report', fields('https://elsewhere.example/odd')), {
    status: 422,
    body: /not a short link/,
  });
  t.match(await visit('POST', '/report', fields('go.example.com/odd', 'nonsense'), undefined, 'es'), {
    status: 422,
    body: /role="alert">Revise los campos/,
  });
  t.match(await visit('POST', '/report', '{', 'application/json'), { status: 422, body: /validation_failed/ });
  t.match(await visit('POST', '/report', fields('go.example.com/none')), { status: 422, body: /role="alert"/ });
  const many = await visit('POST', '/report', fields('go.example.com/odd'));
  t.match(many, { status: 429, headers: { 'retry-after': /^\d+$/ }, body: /role="alert">Try again in \d+ minutes?\./ });
  t.match(await visit('DELETE', '/report'), { status: 405, headers: { allow: 'GET, HEAD, POST' } });
  t.equal((await listOpenReviews(db, 10)).length, 2);
});
