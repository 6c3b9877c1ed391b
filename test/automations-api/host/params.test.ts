/**
 * Invalid parameters outside the automations namespace. All faults are reported at once, with WordPress's codes,
 * texts and format.
 */

import Type from 'typebox';
import { formats } from '../../../automations-api/host/core/formats.ts';
import { route } from '../../../automations-api/host/core/route.ts';
import type { Plugin } from '../../../automations-api/host/plugin.ts';
import { type Body, startAutomations } from '../../fixtures/automations.ts';
import { startHost } from '../../fixtures/plugin-host.ts';
import { t } from '../../runner/tap.ts';

const args = Type.Object({
  title: Type.String({ minLength: 2, maxLength: 1_000 }),
  count: Type.Optional(Type.Integer({ minimum: 1, maximum: 10 })),
  price: Type.Optional(Type.Number({ exclusiveMinimum: 0 })),
  most: Type.Optional(Type.Number({ maximum: 5 })),
  step: Type.Optional(Type.Number({ multipleOf: 0.5 })),
  open: Type.Optional(Type.Number({ exclusiveMinimum: 0, maximum: 1 })),
  size: Type.Optional(Type.Enum(['small', 'large'])),
  colour: Type.Optional(Type.Enum(['red', 'green', 'blue'])),
  code: Type.Optional(Type.String({ pattern: '^[a-z]+$' })),
  flag: Type.Optional(Type.Boolean()),
  ids: Type.Optional(Type.Array(Type.Integer(), { minItems: 1, maxItems: 3, uniqueItems: true })),
  weights: Type.Optional(Type.Array(Type.Number())),
  box: Type.Optional(
    Type.Object({ width: Type.Number(), name: Type.Optional(Type.String()) }, { additionalProperties: false }),
  ),
  mail: Type.Optional(Type.String({ format: 'email' })),
  when: Type.Optional(Type.String({ format: 'date-time' })),
  host: Type.Optional(Type.String({ format: 'ip' })),
  shade: Type.Optional(Type.String({ format: 'hex-color' })),
  site: Type.Optional(Type.String({ format: 'uri' })),
  sites: Type.Optional(Type.Array(Type.Union([Type.String({ format: 'uri' }), Type.Null()]))),
  words: Type.Optional(Type.Array(Type.String())),
  maybe: Type.Optional(Type.Union([Type.Integer(), Type.Null()])),
  usual: Type.Optional(Type.Integer({ default: 7 })),
  either: Type.Optional(Type.Union([Type.String({ minLength: 3 }), Type.Boolean()])),
});

const things: Plugin = {
  name: 'things',
  version: '1',
  tables: [],
  register({ addNamespace, error }) {
    const echo = route({
      methods: ['POST', 'PUT'],
      path: '/thing',
      args,
      bodyLimit: 1 << 20,
      callback: ({ params }) => ({ data: params }),
    });
    const own = route({
      methods: ['GET'],
      path: '/own',
      callback: () => {
        throw error(409, 'things_taken', 'It is taken.', { by: 7 });
      },
    });
    const small = route({ methods: ['POST'], path: '/small', callback: () => ({ data: {} }) });
    const large = route({ methods: ['POST'], path: '/large', bodyLimit: 50_000, callback: () => ({ data: {} }) });
    addNamespace({ name: 'things/v1', routes: [echo, own, small, large] });
    addNamespace({
      name: 'known/v1',
      permission: ({ headers }) => ({ type: 'test', id: Number(headers['x-caller']), name: 'test' }),
      routes: [small],
    });
  },
};
const { ask } = await startHost(t, [things]);
const json = (body: object) =>
  ask('/things/v1/thing', {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'Content-Type': 'application/json' },
  });

t.test('a body with many unclosed quotes is refused quickly, like any invalid JSON', async (t) => {
  const body = `{"title":"12345678901234567${'\\"'.repeat(450_000)}`;
  const headers = { 'Content-Type': 'application/json' };
  for (const sent of [body, `${body}\\`]) {
    const answer = await ask('/things/v1/thing', { method: 'POST', body: sent, headers });
    t.match([answer.status, answer.body], [400, { code: 'rest_invalid_json' }]);
  }
});

t.test('a path with very many slashes is answered quickly as an unknown route', async (t) => {
  const asked = `/things/v1${'/'.repeat(15_000)}x`;
  for (let n = 0; n < 200; n++) t.equal((await ask(asked)).status, 404);
});

t.test('every invalid parameter is named with its message, code and data', async (t) => {
  const { status, body, headers } = await json({ title: 'x', count: 11, size: 'huge', price: 'much' });
  t.equal(status, 400);
  t.equal(headers.get('allow'), 'POST, PUT');
  t.strictSame(body, {
    code: 'rest_invalid_param',
    message: 'Invalid parameter(s): title, count, price, size',
    data: {
      status: 400,
      params: {
        title: 'title must be at least 2 characters long.',
        count: 'count must be between 1 (inclusive) and 10 (inclusive)',
        price: 'price is not of type number.',
        size: 'size is not one of small and large.',
      },
      details: {
        title: { code: 'rest_too_short', message: 'title must be at least 2 characters long.', data: null },
        count: {
          code: 'rest_out_of_bounds',
          message: 'count must be between 1 (inclusive) and 10 (inclusive)',
          data: null,
        },
        price: { code: 'rest_invalid_type', message: 'price is not of type number.', data: { param: 'price' } },
        size: { code: 'rest_not_in_enum', message: 'size is not one of small and large.', data: null },
      },
    },
  });
});

const faults: [name: string, value: unknown, code: string, message: string][] = [
  ['title', 5, 'rest_invalid_type', 'title is not of type string.'],
  ['title', 'x'.repeat(1_001), 'rest_too_long', 'title must be at most 1,000 characters long.'],
  ['count', 1.5, 'rest_invalid_type', 'count is not of type integer.'],
  ['count', '', 'rest_invalid_type', 'count is not of type integer.'],
  ['price', 0, 'rest_out_of_bounds', 'price must be greater than 0'],
  ['most', 5.01, 'rest_out_of_bounds', 'most must be less than or equal to 5'],
  ['step', 0.7, 'rest_invalid_multiple', 'step must be a multiple of 0.5.'],
  ['open', 2, 'rest_out_of_bounds', 'open must be between 0 (exclusive) and 1 (inclusive)'],
  ['colour', 'black', 'rest_not_in_enum', 'colour is not one of red, green, and blue.'],
  ['code', 'A1', 'rest_invalid_pattern', 'code does not match pattern ^[a-z]+$.'],
  ['flag', 'maybe', 'rest_invalid_type', 'flag is not of type boolean.'],
  ['ids', [1, 'x'], 'rest_invalid_type', 'ids[1] is not of type integer.'],
  ['ids', [], 'rest_too_few_items', 'ids must contain at least 1 item.'],
  ['ids', [1, 2, 3, 4], 'rest_too_many_items', 'ids must contain at most 3 items.'],
  ['ids', [1, 1], 'rest_duplicate_items', 'ids has duplicate items.'],
  ['box', {}, 'rest_property_required', 'width is a required property of box.'],
  ['box', { width: 'x' }, 'rest_invalid_type', 'box[width] is not of type number.'],
  ['box', { width: 1, x: 1 }, 'rest_additional_properties_forbidden', 'x is not a valid property of Object.'],
  ['mail', 'nobody', 'rest_invalid_email', 'Invalid email address.'],
  ['when', 'soon', 'rest_invalid_date', 'Invalid date.'],
  ['host', '1.2.3', 'rest_invalid_ip', 'host is not a valid IP address.'],
  ['shade', 'red', 'rest_invalid_hex_color', 'Invalid hex color.'],
  ['count', null, 'rest_invalid_type', 'count is not of type integer.'],
  ['usual', null, 'rest_invalid_type', 'usual is not of type integer.'],
  ['words', null, 'rest_invalid_type', 'words is not of type array.'],
  ['words', { a: 'b' }, 'rest_invalid_type', 'words is not of type array.'],
  ['box', null, 'rest_invalid_type', 'box is not of type object.'],
  ['flag', '', 'rest_invalid_type', 'flag is not of type boolean.'],
  ['either', 'x', 'rest_no_matching_schema', 'either does not match any of the expected formats.'],
];
t.test('a UUID is accepted only in lower case, as in WordPress', async (t) => {
  const uuid = '0f8fad5b-d9cb-469f-a165-70867728950e';
  const format = formats.uuid as (value: string) => boolean;
  t.ok(format(uuid));
  for (const wrong of [uuid.toUpperCase(), `urn:uuid:${uuid}`, `${uuid}0`, uuid.slice(1)])
    t.notOk(format(wrong), wrong);
});

for (const [name, value, code, message] of faults) {
  t.test(`${name}=${JSON.stringify(value).slice(0, 20)} is refused with ${code}`, async (t) => {
    const { body } = await json({ title: 'fine', [name]: value });
    t.same(Object.keys(body.data.details), [name]);
    t.equal(body.data.params[name], message);
    const [param] = message.split(' ');
    t.strictSame(body.data.details[name], { code, message, data: code === 'rest_invalid_type' ? { param } : null });
  });
}

const taken: [name: string, given: unknown, read: unknown][] = [
  ['count', '3.0', 3],
  ['count', '1e0', 1],
  ['count', ' 3 ', 3],
  ['ids', '1,2.0 3', [1, 2, 3]],
  ['words', 'a,b', ['a', 'b']],
  ['words', ' a  b,,c ', ['a', 'b', 'c']],
  ['words', '', []],
  ['words', 5, ['5']],
  ['words', false, []],
  ['words', ['a,b'], ['a,b']],
  ['maybe', null, null],
  ['site', 'javascript:alert(1)', ''],
  ['site', ' JaVaScript:alert(1)', ''],
  ['site', 'java\nscript:alert(1)', ''],
  ['site', 'data:text/html,x', ''],
  ['site', 'feed:javascript:alert(1)', ''],
  ['site', 'feed:http://x.example', 'feed:http://x.example'],
  ['site', `http://x.example/${'%0'.repeat(50_000)}${'d'.repeat(50_000)}`, 'http://x.example/'],
  ['site', 'http://x.example/a b"<c>', 'http://x.example/a%20bc'],
  ['site', 'http://x.example/?a[]=ü', 'http://x.example/?a%5B%5D=ü'],
  ['site', 'http://[::1]/', 'http://[::1]/'],
  ['site', 'HTTP://x.example', 'http://x.example'],
  ['site', 'http;//x.example', 'http://x.example'],
  ['site', 'x.example', 'http://x.example'],
  ['site', '/path?x:y', '/path?x:y'],
  ['site', 'mailto:a@b.example', 'mailto:a@b.example'],
  ['site', '', ''],
  ['sites', ['javascript:alert(1)', null], ['', null]],
  ...['1.2.3.4', '01.02.3.4', '::1', '2001:DB8::1', '::ffff:1.2.3.4'].map(
    (ip) => ['host', ip, ip] as [string, string, string],
  ),
  ...['#fff', '#A1b2C3'].map((colour) => ['shade', colour, colour] as [string, string, string]),
];
for (const [name, given, read] of taken) {
  t.test(`${name}=${JSON.stringify(given).slice(0, 40)} is read as ${JSON.stringify(read).slice(0, 40)}`, async (t) => {
    const { body } = await json({ title: 'fine', [name]: given });
    t.strictSame(body, { title: 'fine', usual: 7, [name]: read });
  });
}

/** Texts, and whether WordPress accepts them: its own expression first, then PHP's strtotime(). */
const dates: [text: string, holds: boolean][] = [
  ['2026-01-31T10:20:30', true],
  ['2026-01-31 10:20:30', true],
  ['2026-01-31t10:20:30.5Z', true],
  ['2026-01-31T10:20:30z', false],
  ['2026-02-31T00:00:00Z', true],
  ['2026-02-32T00:00:00Z', false],
  ['2026-13-01T00:00:00Z', false],
  ['2026-01-31T24:00:00', true],
  ['2026-01-31T25:00:00', false],
  ['2026-01-31T00:00:60', true],
  ['2026-01-31T00:60:00', false],
  ['2026-01-31T10:20:30+01', true],
  ['2026-01-31T10:20:30+01:00', true],
  ['2026-01-31T10:20:30+0100', false],
  ['2026-01-31T10:20:30+25:00', false],
  ['2026-01-31T10:20', false],
  ['2026-01-31', false],
];
for (const [when, holds] of dates) {
  t.test(`${when} is ${holds ? 'accepted' : 'refused'} as a date-time`, async (t) => {
    const { status, body } = await json({ title: 'fine', when });
    t.equal(status, holds ? 200 : 400);
    t.equal(holds ? body.when : body.data.params.when, holds ? when : 'Invalid date.');
  });
}

const beside: [what: string, query: string, body: object, status: number, read: object][] = [
  ['both are valid: the body is used', 'count=3', { count: 4 }, 200, { count: 4 }],
  ['the query is wrong', 'count=x', { count: 4 }, 400, { count: 'count is not of type integer.' }],
  ['the body is wrong', 'count=3', { count: 'x' }, 400, { count: 'count is not of type integer.' }],
  ['the body has null', 'count=3', { count: null }, 400, { count: 'count is not of type integer.' }],
  [
    'the query is wrong in another way',
    'count=99',
    { count: 'x' },
    400,
    { count: 'count must be between 1 (inclusive) and 10 (inclusive)' },
  ],
];
for (const [what, query, given, status, read] of beside) {
  t.test(`a parameter in both query and body is read from the correct place: ${what}`, async (t) => {
    const form = new URLSearchParams({ title: 'fine', ...(given as Record<string, string>) });
    const sent: [string | URLSearchParams, string][] = [
      [JSON.stringify({ title: 'fine', ...given }), 'application/json'],
      [form, 'application/x-www-form-urlencoded'],
    ];
    for (const [body, type] of sent) {
      const answer = await ask(`/things/v1/thing?${query}`, {
        method: 'POST',
        body,
        headers: { 'Content-Type': type },
      });
      t.equal(answer.status, status, type);
      t.match(status === 200 ? answer.body : answer.body.data.params, read, type);
    }
  });
}

t.test('missing parameters are reported before invalid ones, and a blank text does not count as missing', async (t) => {
  const { status, body, headers } = await json({ count: 99 });
  t.equal(status, 400);
  t.equal(headers.get('allow'), 'POST, PUT');
  t.strictSame(body, {
    code: 'rest_missing_callback_param',
    message: 'Missing parameter(s): title',
    data: { status: 400, params: ['title'] },
  });
  t.equal((await json({ title: null })).body.code, 'rest_missing_callback_param');
  t.equal((await json({ title: '   ' })).status, 200);
});

const form = { 'Content-Type': 'application/x-www-form-urlencoded' };
const ways: [what: string, send: (text: string) => Promise<{ status: number; body: Body }>][] = [
  ['the query', (text) => ask(`/things/v1/thing?title=fine&${text}`, { method: 'POST' })],
  ['a form', (text) => ask('/things/v1/thing', { method: 'POST', body: `title=fine&${text}`, headers: form })],
  [
    'a multipart form',
    (text) => {
      const body = new FormData();
      for (const [name, value] of new URLSearchParams(`title=fine&${text}`)) body.append(name, value);
      return ask('/things/v1/thing', { method: 'PUT', body });
    },
  ],
];
for (const [what, send] of ways) {
  t.test(`integers and decimals are read from ${what}`, async (t) => {
    const texts = 'price=2.5&most=-.5&step=1e0&count=3&ids[]=1&ids[]=2&weights=1.5,2&box[width]=0.25&flag=TRUE';
    const { status, body } = await send(texts);
    t.equal(status, 200, JSON.stringify(body));
    t.strictSame(body, {
      title: 'fine',
      count: 3,
      price: 2.5,
      most: -0.5,
      step: 1,
      flag: true,
      ids: [1, 2],
      weights: [1.5, 2],
      box: { width: 0.25 },
      usual: 7,
    });
    for (const wrong of [
      'price=NaN',
      'price=Infinity',
      'price=0x10',
      'price=1e999',
      'price=1,5',
      'price=.',
      'count=2.5',
    ]) {
      t.equal((await send(wrong)).body.code, 'rest_invalid_param', wrong);
    }
  });
}

t.test('every answer for an existing path has the header Allow', async (t) => {
  const asked: [path: string, init: RequestInit, status: number, allow: string | null][] = [
    ['/things/v1/thing', { method: 'GET' }, 405, 'POST, PUT'],
    [
      '/things/v1/thing',
      { method: 'POST', body: '{', headers: { 'Content-Type': 'application/json' } },
      400,
      'POST, PUT',
    ],
    ['/things/v1/thing', { method: 'POST', body: 'x'.repeat(1 << 21) }, 413, 'POST, PUT'],
    ['/things/v1/own', {}, 409, 'GET'],
    ['/things/v1/own', { headers: { Accept: 'text/html' } }, 406, 'GET'],
    ['/things/v1/none', {}, 404, null],
  ];
  for (const [path, init, status, allow] of asked) {
    const answer = await ask(path, init);
    t.equal(answer.status, status, path);
    t.equal(answer.headers.get('allow'), allow, `${path} ${status}`);
  }
});

t.test('JSON that is not UTF-8, or has too many levels or values, is refused', async (t) => {
  for (const [what, body, number] of [
    ['no UTF-8', Buffer.from('{"title":"ü"}', 'latin1'), 5],
    ['levels', `{"title":${'['.repeat(65)}${']'.repeat(65)}}`, 1],
    ['without an end', '{"a":'.repeat(3_000), 1],
    ['cut short', '{"a":', 4],
    ['names', `{${Array.from({ length: 1_001 }, (_, n) => `"k${n}":0`).join()}}`, 0],
  ] as const) {
    for (const type of ['application/json', 'application/x-www-form-urlencoded']) {
      const answer = await ask('/things/v1/thing', { method: 'POST', body, headers: { 'Content-Type': type } });
      t.same([answer.status, answer.body.code], [400, 'rest_invalid_json'], `${what}, as ${type}`);
      t.match(answer.body.data, { status: 400, json_error_code: number, json_error_message: String }, what);
    }
  }
});

t.test('a public route accepts a few KB, or the size it declares', async (t) => {
  const post = async (path: string, length: number) =>
    (await ask(path, { method: 'POST', body: `{"title":"${' '.repeat(length)}"}` })).status;
  t.equal(await post('/things/v1/small', 16_000), 200);
  t.equal(await post('/things/v1/small', 16_384), 413);
  t.equal(await post('/things/v1/large', 16_384), 200);
  t.equal(await post('/things/v1/large', 50_000), 413);
  t.equal(await post('/known/v1/small', 500_000), 200);
});

t.test('a caller who sends too much to a process is refused for a while, and other callers are not', async (t) => {
  const leave = new AbortController();
  const body = `{"title":"${'x'.repeat(1_000_000)}"}`;
  const post = async (caller: string) =>
    ask('/known/v1/small', { method: 'POST', body, headers: { 'X-Caller': caller }, signal: leave.signal });
  const refused = await Promise.any(
    Array.from({ length: 20 }, async () => {
      const answer = await post('1');
      if (answer.status !== 503) throw new Error(`${answer.status}`);
      return answer;
    }),
  );
  t.match(refused.headers.get('retry-after'), /^\d+$/);
  t.equal((await post('2')).status, 200);
  leave.abort();
});

t.test("a plugin's own error keeps its status, code and data", async (t) => {
  const { status, body } = await ask('/things/v1/own');
  t.equal(status, 409);
  t.strictSame(body, { code: 'things_taken', message: 'It is taken.', data: { by: 7, status: 409 } });
});

t.test('errors in the automations namespace have only code and message, and the header Allow', async (t) => {
  const { get, post } = await startAutomations(t);
  const wrong = await get('/tags?limit=501&page=0');
  t.equal(wrong.status, 422);
  t.equal(wrong.headers.get('allow'), 'GET');
  t.strictSame(wrong.body, {
    code: 'unprocessable_entity',
    message:
      'Invalid parameter(s): page must be between 1 (inclusive) and 1000000000 (inclusive); limit must be between 1 (inclusive) and 500 (inclusive)',
  });
  const missing = await post('/tag/add');
  t.equal(missing.status, 400);
  t.equal(missing.headers.get('allow'), 'POST');
  t.strictSame(missing.body, { code: 'required_fields_missing', message: 'Missing parameter(s): tags' });
});
