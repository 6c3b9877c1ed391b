/**
 * The role that each route needs, in one table. A route that is missing in the table fails the test. A route that
 * returns a URL or token with which the holder acts on behalf of a contact or user counts as a write with any method.
 */
import type { Role } from '../../automations-api/host/core/route.ts';
import { addAdmin, openAdminBrowser, peopleDb } from '../fixtures/admins.ts';
import { addContact, addTerms, type Body, request, startAutomations, storesOfBoth } from '../fixtures/automations.ts';
import { insertRows, makeTables } from '../fixtures/moving/wordpress-plugins.ts';
import { until } from '../fixtures/until.ts';
import { t } from '../runner/tap.ts';

const service = await startAutomations(t, { SITE_URL: 'http://localhost' }, await storesOfBoth(t));
const people = ['viewer', 'editor', 'administrator'] as const;

async function signIn(role: Role) {
  const browser = openAdminBrowser(service);
  await browser.signIn(`${role}@example.com`);
  return browser;
}
for (const role of people) await addAdmin(service, `${role}@example.com`, role);
const [viewer, editor, administrator] = [await signIn('viewer'), await signIn('editor'), await signIn('administrator')];
const browsers = { viewer, editor, administrator };

/** The lowest role that can use each route; null if it is public. */
const needed: Record<string, Role | null> = {
  'GET /': null,
  'GET /automations-export/v1': null,
  'GET /automations': null,
  'GET /automations-consent/v1': null,
  'GET /waypost-admin/v1': null,
  'GET /automations-export/v1/contacts': null,
  'GET /automations/tags': 'viewer',
  'POST /automations/tag/add': 'editor',
  'POST /automations/tag/update/{tag_id}': 'editor',
  'POST /automations/tag/merge': 'editor',
  'POST /automations/tag/delete': 'editor',
  'DELETE /automations/tag/{tag_id}': 'editor',
  'GET /automations/lists': 'viewer',
  'POST /automations/list/add': 'editor',
  'POST /automations/list/update/{list_id}': 'editor',
  'POST /automations/list/merge': 'editor',
  'POST /automations/list/delete': 'editor',
  'DELETE /automations/list/{list_id}': 'editor',
  'GET /automations/tag/{tag_id}/uses': 'viewer',
  'GET /automations/list/{list_id}/uses': 'viewer',
  'GET /automations/field/{field_id}/uses': 'viewer',
  'GET /automations/segments/uses': 'viewer',
  'GET /automations/fields': 'viewer',
  'POST /automations/field/add': 'editor',
  'POST /automations/field/update/{field_id}': 'editor',
  'DELETE /automations/field/{field_id}': 'editor',
  'GET /automations/field-groups': 'viewer',
  'POST /automations/field-group/add': 'editor',
  'POST /automations/field-group/update/{group_id}': 'editor',
  'DELETE /automations/field-group/{group_id}': 'editor',
  'POST /automations/fields/order': 'editor',
  'GET /automations/contact': 'viewer',
  'POST /automations/contact/add': 'editor',
  'POST /automations/contact/update/{contact_id}': 'editor',
  'POST /automations/contact/update-email/{contact_id}': 'editor',
  'POST /automations/contact/change-status/{contact_id}': 'editor',
  'DELETE /automations/contact/{contact_id}': 'editor',
  'POST /automations/contacts/batch': 'editor',
  'POST /automations/import/add': 'editor',
  'GET /automations/import/sources': 'editor',
  'GET /automations/imports': 'editor',
  'GET /automations/import/{import_id}': 'editor',
  'DELETE /automations/import/{import_id}': 'editor',
  'GET /automations/import/{import_id}/errors': 'editor',
  'GET /automations/import/{import_id}/rows': 'editor',
  'POST /automations/import/start/{import_id}': 'editor',
  'POST /automations/import/pause/{import_id}': 'editor',
  'POST /automations/import/resume/{import_id}': 'editor',
  'POST /automations/import/cancel/{import_id}': 'editor',
  'POST /automations/import/undo/{import_id}': 'editor',
  'POST /automations/contact/tag-assign/{contact_id}': 'editor',
  'POST /automations/contact/tag-unassign/{contact_id}': 'editor',
  'POST /automations/contact/list-assign/{contact_id}': 'editor',
  'POST /automations/contact/list-unassign/{contact_id}': 'editor',
  'GET /automations/contacts': 'viewer',
  'GET /automations/templates': 'viewer',
  'GET /automations/template/{template_id}': 'viewer',
  'DELETE /automations/template/{template_id}': 'editor',
  'POST /automations/template/add': 'editor',
  'POST /automations/template/update/{template_id}': 'editor',
  'POST /automations/template/preview': 'editor',
  'POST /automations/template/{template_id}/preview': 'editor',
  'POST /automations/template/{template_id}/test': 'editor',
  'GET /automations/segments': 'viewer',
  'GET /automations/segment/{segment_id}': 'viewer',
  'DELETE /automations/segment/{segment_id}': 'editor',
  'POST /automations/segment/add': 'editor',
  'POST /automations/segment/update/{segment_id}': 'editor',
  'GET /automations/contacts/export': 'editor',
  'POST /automations/contacts/export-link': 'editor',
  'POST /automations/contacts/action': 'editor',
  'GET /automations/jobs': 'viewer',
  'GET /automations/job/{job_id}': 'viewer',
  'POST /automations/job/cancel/{job_id}': 'editor',
  'GET /automations/contact/{contact_id}/export': 'editor',
  'POST /automations/contact/erase/{contact_id}': 'editor',
  'POST /automations/contact/merge': 'editor',
  'GET /automations/contacts/duplicates': 'viewer',
  'GET /automations/forms': 'viewer',
  'POST /automations/form/add': 'administrator',
  'POST /automations/form/preview': 'editor',
  'GET /automations/form/{form_id}': 'viewer',
  'POST /automations/form/update/{form_id}': 'administrator',
  'DELETE /automations/form/{form_id}': 'administrator',
  'GET /automations/form/{form_id}/submissions': 'editor',
  'GET /automations/webhooks': 'viewer',
  'POST /automations/webhook/add': 'administrator',
  'GET /automations/webhook/{webhook_id}': 'viewer',
  'DELETE /automations/webhook/{webhook_id}': 'administrator',
  'POST /automations/webhook/update/{webhook_id}': 'administrator',
  'POST /automations/webhook/rotate/{webhook_id}': 'administrator',
  'GET /automations/webhook/{webhook_id}/deliveries': 'viewer',
  'POST /automations/webhook/test/{webhook_id}': 'administrator',
  'POST /automations/webhook/retry/{delivery_id}': 'administrator',
  'POST /automations/webhook/retry-all/{webhook_id}': 'administrator',
  'GET /automations/audit': 'administrator',
  'GET /automations/keys': 'administrator',
  'POST /automations/key/add': 'administrator',
  'DELETE /automations/key/{key_id}': 'administrator',
  'GET /automations/kinds': 'viewer',
  'GET /automations/rules': 'viewer',
  'GET /automations/rule/{rule_id}': 'viewer',
  'DELETE /automations/rule/{rule_id}': 'editor',
  'POST /automations/rule/add': 'editor',
  'POST /automations/rule/update/{rule_id}': 'editor',
  'POST /automations/rule/dry-run': 'editor',
  'POST /automations/rule/dry-run/{rule_id}': 'editor',
  'POST /automations/rule/reach': 'editor',
  'GET /automations/rule/{rule_id}/counts': 'viewer',
  'GET /automations/rule/{rule_id}/runs': 'viewer',
  'GET /automations/contact/{contact_id}/runs': 'viewer',
  'GET /automations/rule-run/{run_id}': 'viewer',
  'GET /automations/hooks': 'administrator',
  'POST /automations/hook/add': 'administrator',
  'GET /automations/hook/{hook_id}': 'administrator',
  'POST /automations/hook/update/{hook_id}': 'administrator',
  'POST /automations/hook/rotate/{hook_id}': 'administrator',
  'DELETE /automations/hook/{hook_id}': 'administrator',
  'GET /automations/hook/{hook_id}/messages': 'administrator',
  'POST /automations/hook/{hook_id}/try': 'administrator',
  'POST /automations/rule-run/cancel/{run_id}': 'editor',
  'GET /automations/contact/{contact_id}/timeline': 'viewer',
  'GET /automations/timeline': 'viewer',
  'GET /automations/contact/{contact_id}/notes': 'viewer',
  'POST /automations/contact/{contact_id}/note': 'editor',
  'POST /automations/contact/event': 'editor',
  'POST /automations/contact/note/update/{note_id}': 'editor',
  'DELETE /automations/contact/note/{note_id}': 'editor',
  'GET /automations/stats': 'viewer',
  'GET /automations/stats/webhooks': 'viewer',
  'GET /automations/consent/settings': 'viewer',
  'POST /automations/consent/settings': 'administrator',
  'GET /automations/contact/{contact_id}/consent-links': 'editor',
  'POST /automations/contact/{contact_id}/send-confirmation': 'editor',
  'POST /automations/consent/preview': 'administrator',
  'POST /automations/bounces': 'editor',
  'GET /automations/contact/{contact_id}/link': 'editor',
  'GET /automations/contact/{contact_id}/clicks': 'viewer',
  'GET /automations/clicked-links': 'viewer',
  'GET /automations/links/connection': 'administrator',
  'POST /automations/links/connect': 'administrator',
  'POST /automations/links/disconnect': 'administrator',
  'GET /automations/mails/outbox': 'administrator',
  'POST /automations/mails/retry': 'administrator',
  'GET /automations-consent/v1/unsubscribe': null,
  'POST /automations-consent/v1/unsubscribe': null,
  'GET /automations-consent/v1/confirm': null,
  'POST /automations-consent/v1/confirm': null,
  'GET /automations-consent/v1/preferences': null,
  'POST /automations-consent/v1/preferences': null,
  'GET /automations-consent/v1/preview': null,
  'POST /automations-consent/v1/preview': null,
  'GET /waypost-admin/v1/session': 'viewer',
  'DELETE /waypost-admin/v1/session': 'viewer',
  'GET /waypost-admin/v1/admins': 'administrator',
  'POST /waypost-admin/v1/admin/add': 'administrator',
  'POST /waypost-admin/v1/admin/update/{user_id}': 'administrator',
  'POST /waypost-admin/v1/admin/sign-out/{user_id}': 'administrator',
  'DELETE /waypost-admin/v1/admin/{user_id}': 'administrator',
  'POST /waypost-admin/v1/invitation/resend/{invitation_id}': 'administrator',
  'DELETE /waypost-admin/v1/invitation/{invitation_id}': 'administrator',
  'GET /waypost-admin/v1/plugins': 'administrator',
  'POST /waypost-admin/v1/plugin/activate': 'administrator',
  'POST /waypost-admin/v1/plugin/deactivate': 'administrator',
  'GET /waypost-admin/v1/cards': 'viewer',
  'GET /waypost-admin/v1/card': 'viewer',
  'POST /waypost-admin/v1/card': 'viewer',
  'POST /waypost-admin/v1/card/action': 'viewer',
  'POST /waypost-admin/v1/card/preview': 'viewer',
  'GET /waypost-admin/v1/mail': 'administrator',
  'GET /waypost-admin/v1/health': 'administrator',
  'POST /waypost-admin/v1/mail/test': 'administrator',
  'GET /waypost-admin/v1/enter': null,
  'POST /waypost-admin/v1/enter': null,
  'GET /waypost-admin/v1/enter/finish': null,
};

/** Texts that are possible in JSON, but that an id column cannot be compared with or that no column can store. */
const oddTexts = ['ä', 'a🙂', 'a\u0000b', '\ud800'];

/** Returns a valid value for a parameter, according to its schema. */
function exampleOf({ type, enum: choices, format, minLength = 1, pattern = '' }: Body): unknown {
  const [kind] = [type].flat();
  if (choices) return choices[0];
  if (format === 'email') return 'somebody@example.com';
  if (kind === 'integer' || kind === 'number') return 1;
  if (kind === 'boolean') return false;
  if (kind === 'array') return [];
  if (kind === 'object') return {};
  return 'x'.repeat(Math.max(minLength, Number(/\{(\d+)\}/.exec(pattern)?.[1] ?? 1)));
}

t.test('odd text in any parameter of any route causes no server error', async (t) => {
  const { body } = await administrator.call('GET', '/');
  const { cookie, nonce } = administrator;
  // Each request uses its own browser, because some routes set a cookie for another session.
  const ask = async (method: string, path: string, params?: object) =>
    (await Object.assign(openAdminBrowser(service), { cookie, nonce }).call(method, path, params)).status;
  let sent = 0;
  for (const [at, { endpoints }] of Object.entries<Body>(body.routes)) {
    const path = at.replaceAll(/\(\?P<\w+>[^)]*\)/g, '999999999');
    for (const { methods, args = {} } of endpoints as Body[]) {
      const [method] = methods;
      const needed = Object.entries<Body>(args).filter(([, { required }]) => required);
      const base = Object.fromEntries(needed.map(([name, schema]) => [name, exampleOf(schema)]));
      for (const [name, { type }] of Object.entries<Body>(args)) {
        const answers = oddTexts.map(async (odd) => {
          const query = `?${name}=${odd === '\ud800' ? '%ED%A0%80' : encodeURIComponent(odd)}`;
          const params = { ...base, [name]: [type].flat()[0] === 'array' ? [odd] : odd };
          const status = await (method === 'GET' ? ask(method, path + query) : ask(method, path, params));
          sent++;
          if (status >= 500) t.fail(`${method} ${at}: ${name} ${JSON.stringify(odd)} is answered ${status}`);
        });
        await Promise.all(answers);
      }
    }
  }
  t.ok(sent > 500, `${sent} requests`);
  t.equal(await ask('GET', '/waypost-admin/v1/session'), 200, 'the session has lasted to the end');
});

const isOfSession = (route: string) => /^DELETE .*\/sessions?$/.test(route);

t.test('every route answers users with an allowed role and refuses all others', async (t) => {
  const { body } = await administrator.call('GET', '/');
  const routes = Object.entries<Body>(body.routes).flatMap(([at, { endpoints }]) =>
    endpoints.flatMap(({ methods }: Body) =>
      methods.map((method: string) => `${method} ${at.replaceAll(/\(\?P<(\w+)>[^)]*\)/g, '{$1}')}`),
    ),
  );
  t.same([...routes].sort(), Object.keys(needed).sort(), 'each has its line');
  const outcome = (browser: ReturnType<typeof openAdminBrowser>, route: string) => {
    const [method, at] = route.split(' ') as [string, string];
    return browser.call(method, at.replaceAll(/\{\w+\}/g, '999999999'), method === 'GET' ? undefined : {});
  };
  for (const [route, least] of Object.entries(needed)) {
    const { status } = await outcome(openAdminBrowser(service), route);
    if (least === null) t.notOk([401, 403].includes(status), `${route} is open: ${status}`);
    else t.equal(status, 401, `${route} is not`);
    if (least === null) continue;
    for (const [rank, role] of people.entries()) {
      const browser = isOfSession(route) ? await signIn(role) : browsers[role];
      const answer = await outcome(browser, route);
      const named = `${role}: ${route}, ${answer.status}`;
      t.match(answer.headers.get('cache-control'), /no-store/, `${named}, is not cacheable`);
      if (rank >= people.indexOf(least)) t.notOk([401, 403].includes(answer.status), named);
      else {
        t.equal(answer.status, 403, named);
        if (route.includes(' /automations/')) t.equal(answer.body.code, 'permission_denied', named);
      }
      if (isOfSession(route)) Object.assign(browsers, { [role]: await signIn(role) });
    }
  }
});

t.test(
  "a role that cannot create webhooks cannot do so through a rule either, and cannot change a rule's existing webhooks",
  async (t) => {
    const [tag] = (await addTerms(service, 'tag', ['Buyer'])) as [number];
    const trigger = { event: 'tag.added', tag };
    const tagging = { action: 'add_tags', tags: [tag] };
    const hook = (at = 'rule') => ({ action: 'webhook', url: `https://hooks.example/${at}` });
    const as = (who: typeof editor) => (method: string, at: string, body?: unknown) =>
      who.call(method, `/automations${at}`, body);
    const [byEditor, byBoss] = [as(browsers.editor), as(browsers.administrator)];
    const hooks = async () =>
      (await service.db.selectFrom('automations_webhooks').select('url').orderBy('id').execute()).map(({ url }) => url);
    const denied = { status: 403, body: { code: 'permission_denied' } };

    t.match(await byEditor('POST', '/webhook/add', { url: 'https://hooks.example/own' }), denied);
    t.match(await byEditor('POST', '/rule/add', { name: 'Own', trigger, steps: [hook()] }), denied);
    t.strictSame(await hooks(), []);
    const made = await byBoss('POST', '/rule/add', { name: 'Boss', trigger, steps: [tagging, hook()] });
    t.match(made.body.data.rule.webhooks, [{ secret: /^whsec_/ }]);
    const { ID, steps } = made.body.data.rule;
    const update = `/rule/update/${ID}`;

    for (const [what, changes, isAllowed] of [
      ['another name', { name: 'Renamed' }, true],
      ['off and on', { active: false }, true],
      ['conditions', { conditions: { status: 'subscribed' } }, true],
      ['the steps as they were shown', { steps }, true],
      ['steps around it', { steps: [tagging, { wait: '1 day' }, hook(), tagging] }, true],
      ['another URL', { steps: [tagging, hook('other')] }, false],
      ['one more', { steps: [tagging, hook(), hook('other')] }, false],
      ['the same once more', { steps: [tagging, hook(), hook()] }, false],
      ['none', { steps: [tagging] }, false],
    ] as const) {
      const answer = await byEditor('POST', update, changes);
      t.match(answer, isAllowed ? { status: 200 } : denied, what);
      if (isAllowed) t.notOk(answer.body.data.rule.webhooks, `${what}: no secret`);
      t.strictSame(await hooks(), ['https://hooks.example/rule'], what);
    }
    t.match(await byEditor('DELETE', `/rule/${ID}`), denied, 'its webhook would be deleted with it');
    t.equal((await byBoss('POST', update, { steps: [tagging, hook('other')] })).status, 200);
    t.equal((await byBoss('POST', update, { steps: [tagging] })).status, 200);
    t.match(
      await byEditor('POST', update, { steps: [tagging, hook('other')] }),
      denied,
      'nor one of an earlier version',
    );
    t.equal((await byEditor('DELETE', `/rule/${ID}`)).status, 200);

    const key = await service.makeKey('write');
    const body = { name: 'By a key', trigger, steps: [hook()] };
    const byKey = await request(`${service.site}/wp-json/automations/rule/add?api_key=${key}`, 'POST', body);
    t.equal(byKey.status, 200, 'a key that makes webhooks makes them in rules');
  },
);

t.test("a viewer cannot get a contact's personal URLs or export its data", async (t) => {
  const id = await addContact(service, { email: 'ada@example.com' });
  for (const at of [
    `/contact/${id}/consent-links`,
    `/contact/${id}/export`,
    `/contact/${id}/export?format=html`,
    `/contact/${id}/link?url=https%3A%2F%2Fgo.example%2Fx`,
    '/contacts/export',
  ]) {
    const refused = await browsers.viewer.call('GET', `/automations${at}`);
    t.match(refused, { status: 403, body: { code: 'permission_denied', message: String } }, at);
    t.same(Object.keys(refused.body).sort(), ['code', 'message'], 'in the format of other errors');
    t.not((await browsers.editor.call('GET', `/automations${at}`)).status, 403, at);
  }
});

t.test(
  "only an administrator can import FunnelKit's API keys, and each key is recorded and reported by email",
  async (t) => {
    await makeTables(service, 'funnelkit');
    const [api_key, created_at] = ['f'.repeat(32), '2020-02-03 04:05:06'];
    await insertRows(service, 'bwfan_api_keys', [
      { uid: 1, permission: 3, api_key, description: 'Old shop', created_at },
      { uid: 1, permission: 3, api_key: 'e'.repeat(32), status: 2, description: 'Revoked', created_at },
    ]);
    const contacts = await service.db.selectFrom('automations_contacts').select('id').execute();
    for (const { id } of contacts) await browsers.administrator.call('DELETE', `/automations/contact/${id}`);
    const at = '/automations/import/add?from=funnelkit&keep_ids=1';
    const usesKey = () => request(`${service.site}/wp-json/automations/tags?api_key=${api_key}`, 'GET');
    const denied = { status: 403, body: { code: 'permission_denied' } };
    for (const role of ['viewer', 'editor'] as const) t.match(await browsers[role].call('POST', at), denied, role);
    t.match(await request(`${service.site}/wp-json${at}&api_key=${await service.makeKey('full')}`, 'POST'), denied);
    t.match(await usesKey(), { status: 401 });
    await addAdmin(service, 'owner@example.com', 'administrator');
    const owner = openAdminBrowser(service);
    await owner.signIn('owner@example.com');
    const imported = await owner.call('POST', at);
    t.equal(imported.status, 202, JSON.stringify(imported.body));
    t.equal((await usesKey()).status, 200);
    const { body } = await owner.call('GET', '/automations/audit?action=key.created&limit=2');
    t.match(body.data.audit, [
      { by: { type: 'user' }, data: { permission: 'full', description: 'Revoked', active: false } },
      { by: { type: 'user' }, data: { permission: 'full', description: 'Old shop', active: true } },
    ]);
    const mails = peopleDb(service).selectFrom('mails').select('data').where('recipient', '=', 'owner@example.com');
    const received = async () =>
      (await mails.where('kind', '=', 'contacts-key-made').execute()).map(({ data }) => data);
    t.ok(await until(async () => (await received()).length > 0));
    t.match(await received(), [/\(Old shop\)/], 'not for a key that does not work');
  },
);
