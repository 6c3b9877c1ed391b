/** UTM parameters and languages are limited and well-formed, and the visitor's take precedence over the link's. */
import fc from 'fast-check';
import { languageOf } from '../../../daemon/clicks/core/agent.ts';
import { mergeUtm, utmBytes, utmInQuery, utmOfLink, utmValuesOf } from '../../../daemon/clicks/core/utm.ts';
import { mergeQuery, toLocation } from '../../../shared/drawing/location.ts';
import { t } from '../../runner/tap.ts';

t.test('UTM parameters are read from a query', async (t) => {
  const cases: [query: string, members: [string, string, string]][] = [
    ['', ['', '', '']],
    ['a=b&qr=1', ['', '', '']],
    ['utm_source=news', ['news', '', '']],
    ['a=b&utm_campaign=spring+sale&utm_medium=e%2Dmail', ['', 'e-mail', 'spring sale']],
    ['utm_source=first&utm_source=second', ['first', '', '']],
    ['utm_source=', ['', '', '']],
    ['%75tm_source=news', ['news', '', '']],
    ['utm_source=%20a%0Ab%00%20', ['a b', '', '']],
    ['utm_source=%FF%E9', ['\ufffd\ufffd', '', '']],
    ['utm_source=caf%C3%A9&utm_term=x&utm_content=y', ['café', '', '']],
    [`utm_source=${'x'.repeat(300)}`, ['x'.repeat(255), '', '']],
    [`utm_source=${'%E2%98%83'.repeat(86)}`, ['☃'.repeat(85), '', '']],
    [`utm_source=${'x'.repeat(254)}%C3%A9`, ['x'.repeat(254), '', '']],
    ['UTM_SOURCE=news&xutm_source=b', ['', '', '']],
  ];
  for (const [query, members] of cases) t.same(utmValuesOf(utmInQuery(query)), members, query.slice(0, 60));
  t.same(utmValuesOf(utmOfLink({ source: 'a', campaign: 'c', term: 'd' })), ['a', '', 'c']);
  t.equal(utmOfLink({ term: 'd' }), '');
  t.equal(utmOfLink({}), '');
});

t.test("the visitor's parameters, even empty ones, take precedence over the link's, as in the redirect", async (t) => {
  const utm = { source: 'link', medium: 'mail', campaign: 'spring' };
  for (const [query, source] of [
    ['', 'link'],
    ['a=b', 'link'],
    ['utm_source=own', 'own'],
    ['utm_source=', ''],
    ['utm_source', ''],
    ['utm_source=%20', ''],
    ['%75tm_source=', ''],
    ['utm_sources=', 'link'],
  ] as const) {
    t.same(utmValuesOf(mergeUtm(utmInQuery(query), utmOfLink(utm))), [source, 'mail', 'spring'], query);
    const location =
      query === '' ? toLocation('https://a.test/', utm) : mergeQuery(toLocation('https://a.test/', utm), [query]);
    t.equal(new URL(location).searchParams.get('utm_source')?.trim(), source, `${query}: redirect`);
  }
  t.same(utmValuesOf(mergeUtm(utmInQuery('utm_source='), '')), ['', '', '']);
});

t.test('for any input, UTM parameters are stored as three lines of limited length', async () => {
  const value = fc.string({ unit: 'binary', maxLength: 400, size: 'max' });
  fc.assert(
    fc.property(value, value, value, (source, medium, campaign) => {
      const text = utmOfLink({ source, medium, campaign });
      const members = utmValuesOf(text);
      return (
        Buffer.byteLength(text) <= utmBytes &&
        members.length === 3 &&
        members.every((member) => member === member.trim() && !/\p{Cc}/u.test(member) && member.isWellFormed())
      );
    }),
  );
});

t.test('language tags are well-formed and in lower case, and contain only language, script and region', async (t) => {
  for (const [sent, language] of [
    ['de', 'de'],
    ['de-AT', 'de-at'],
    ['EN-us', 'en-us'],
    ['zh-Hans-CN', 'zh-hans-cn'],
    ['es-419', 'es-419'],
    ['fil', 'fil'],
    ['en-US-u-ca-grego', 'en-us'],
    ['de-1996', 'de'],
    ['', ''],
    ['english', ''],
    ['d', ''],
    ['i-klingon', ''],
    ['-de', ''],
    ['12', ''],
    ['x-private', ''],
  ] as const) {
    t.equal(languageOf(sent), language, sent);
  }
});
