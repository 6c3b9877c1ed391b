/** Destinations and their verdicts: a table of hostile and harmless ones, and every spelling of a private IP address. */
import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { createHosts } from '../../../daemon/redirect/map/hosts.ts';
import { prefixOf } from '../../../daemon/safety/core/canonical.ts';
import { checkDestination, type Reason } from '../../../daemon/safety/core/check.ts';
import { fingerprintOf } from '../../../daemon/safety/core/destinations.ts';
import { parseList, toExpression } from '../../../daemon/safety/lists/formats.ts';
import { createBuilder, sortPrefixes } from '../../../daemon/safety/lists/prefix-set.ts';
import { createThreatLists } from '../../../daemon/safety/lists/threat-lists.ts';
import { createRules } from '../../../daemon/safety/safety.ts';
import { readConfig } from '../../../shared/config/config.ts';
import { t } from '../../runner/tap.ts';

const listed = `
http://malware.example.net/payload/setup.exe
http://evil-host.example/
https://bad.example.org/a/b/?id=1
http://8.8.4.4/drop/
http://forms.google.com/
http://user123.github.io/
bad-host.test
xn--80ak6aa92e.test
`;

const hosts = createHosts('go.example.com');
hosts.replace([
  { id: 1, hostname: 'links.customer.com' },
  { id: 2, hostname: 'xn--mnchen-3ya.example' },
]);
const lists = createThreatLists();
const sorted = sortPrefixes(Buffer.concat((await parseList(listed)).expressions.map(prefixOf)));
const builder = createBuilder(sorted.length / 8);
builder.add(sorted);
lists.replaceList('test', builder.build());
const expressions = (...entries: string[]) => new Set(entries.map((entry) => toExpression(entry) as string));
lists.replaceRules({
  allow: expressions('good.bad-host.test', 'http://раураl-fanclub.example/'),
  block: expressions('blocked.example.com', 'https://shop.example.com/scam/'),
});
const config = (env: Record<string, string> = {}) =>
  readConfig({
    DEFAULT_SHORT_DOMAIN: 'go.example.com',
    BASE_URL: 'https://www.acme.example/app/api',
    SAFETY_BRANDS: 'acmebank',
    ...env,
  });
const rules = createRules(config(), hosts, lists);

type Verdict = Reason | 'fine' | 'doubtful';
const verdictOf = (url: string, by = rules): Verdict => {
  const finding = checkDestination(url, by);
  if (!finding) return 'fine';
  return finding.confidence === 'low' ? 'doubtful' : finding.reason;
};

const table: Record<Verdict, string[]> = {
  fine: [
    'https://example.com',
    'http://example.com/',
    'https://example.com:8443/path?query=1#part',
    'https://sub.domain.example.co.uk/a/b/c.html',
    'HTTPS://EXAMPLE.COM/Upper',
    'https://example.com./trailing-dot',
    'https://user-content.example.com/@name',
    'https://medium.com/@author/a-story-123',
    'https://example.com/?next=http://127.0.0.1/',
    'https://example.com/http://localhost/',
    'https://example.com/path#@fragment',
    'https://example.com/?q=a@b.c',
    'https://example.com\\path\\with\\backslashes'.replaceAll('\\', '/'),
    'http://1.1.1.1/',
    'http://8.8.8.8:8080/dns-query',
    'http://[2606:4700:4700::1111]/',
    'http://[2a00:1450:4001:830::200e]:8080/',
    'http://16843009/',
    'http://0x08.0x08.0x08.0x08/',
    'http://172.15.255.255/',
    'http://172.32.0.1/',
    'http://100.63.255.255/',
    'http://100.128.0.0/',
    'http://192.167.1.1/',
    'http://11.0.0.1/',
    'http://223.255.255.254/',
    'http://169.253.0.1/',
    'http://198.17.0.1/',
    'http://198.20.0.1/',
    'http://1.1.1.1.nip.io/',
    'http://app.8-8-8-8.sslip.io/',
    'https://localhost.example.com/',
    'https://local.example.com/',
    'https://internal.example.com/',
    'https://mylocal/'.replace('mylocal', 'my.localshop.com'),
    'https://onion.com/',
    'https://homelan.de/',
    'https://bücher.de/',
    'https://xn--bcher-kva.de/',
    'https://köln.de/',
    'https://пример.рф/',
    'https://яндекс.рф/',
    'https://президент.рф/',
    'https://例え.jp/',
    'https://ウィキペディア.jp/',
    'https://かなkanaカナ.jp/',
    'https://한국어.kr/',
    'https://ελληνικά.gr/',
    'https://οπαπ.gr/',
    'https://مثال.com/',
    'https://ไทย.com/',
    'https://fußball.de/',
    'https://açaí.com.br/',
    'https://paypal.com/',
    'https://www.google.com/search?q=paypal',
    'https://apple.com/',
    'https://paypal-community.example/',
    'https://xn--e1afmkfd.xn--p1ai/',
    'https://go.example.com.evil.example/',
    'https://www.go.example.com/',
    'https://ago.example.com/',
    'https://links.customer.com.au/',
    'https://www.acme.example/',
    'https://www.acme.example/app/',
    'https://www.acme.example/app/apiary',
    'https://www.acme.example:8443/app/api/docs',
    'http://malware.example.net/',
    'http://malware.example.net/payload/',
    'http://malware.example.net/payload/setup.exe.txt',
    'http://malware.example.net/payload/Setup.exe',
    'https://bad.example.org/a/b/',
    'https://bad.example.org/a/b/?id=2',
    'http://example.net/payload/setup.exe',
    'http://8.8.4.4/',
    'http://8.8.4.4/other/',
    'https://forms.google.com/',
    'https://docs.google.com/forms/d/1',
    'https://github.io/',
    'https://other.github.io/',
    'http://good.bad-host.test/',
    'http://sub.good.bad-host.test/x',
    'http://not-bad-host.test/',
    'http://bad-host.test.example/',
    'https://shop.example.com/',
    'https://shop.example.com/scams/',
    'https://example.com/blocked.example.com',
    'https://раураl-fanclub.example/',
    'https://a.b.c.d.e.f.g.example.com/',
    'https://under_score.example.com/',
    'https://example.com/%2e%2e/%00',
    `https://example.com/${'%25'.repeat(600)}`,
    `https://example.com/${'a/'.repeat(900)}`,
  ],
  doubtful: ['https://paypál.com/', 'https://gооgle.example/'.replace('оо', 'öö'), 'https://über.example/'],
  invalid_url: [
    'not a url',
    '',
    'http://',
    'http://[fe80::1%25eth0]/',
    'http://[fe80::1%eth0]/',
    'http://256.256.256.256/',
    'http://1.2.3.4.5/',
    'http://127.0.0.1.1/',
    'http://0x7g.1/'.replace('0x7g.1', '1.0x7g.0x1ff'),
    'http://exa mple.com/',
    'http://exa<mple.com/',
    'http://example.com:99999/',
    'http://[::1/',
    'http://%zz/',
    'http://a%2525b/',
    'http://09.0.0.1/',
    'http://./',
    'http://../',
  ],
  scheme: [
    'ftp://example.com/',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)//http://example.com',
    'data:text/html,<script>',
    'gopher://127.0.0.1:6379/_SLAVEOF',
    'ws://example.com/',
    'mailto:someone@example.com',
    'blob:https://example.com/1',
    'about:blank',
    'vbscript:x',
    'view-source:http://example.com/',
    'ldap://example.com/',
  ],
  userinfo: [
    'http://user@example.com/',
    'http://user:password@example.com/',
    'https://paypal.com@evil.example/',
    'https://paypal.com%2Flogin@evil.example/',
    'https://www.google.com:443@evil.example/',
    'http://:@example.com/',
    'http://@example.com/',
    'http://user:@example.com/',
    'http://example.com\\@evil.example/',
    'http://evil.example\\.example.com/',
    'http:\\\\user@example.com',
    'http://127.0.0.1@example.com/',
    'http://ex\tample.com\n@evil.example/',
  ],
  private_address: [
    'http://127.0.0.1/',
    'http://127.0.0.1:6379/',
    'http://127.1/',
    'http://127.0.1/',
    'http://2130706433/',
    'http://0x7f000001/',
    'http://0x7F.1/',
    'http://017700000001/',
    'http://0177.0.0.1/',
    'http://0177.0x0.0.1/',
    'http://127.0.0.1./',
    'http://127.255.255.254/',
    'http://%31%32%37.0.0.1/',
    'http://127%2e0%2e0%2e1/',
    'http://１２７.０.０.１/',
    'http://127。0。0。1/',
    'http://127｡0｡0｡1/',
    'http://①②⑦.⓪.⓪.①/',
    'http://𝟙𝟚𝟟.𝟘.𝟘.𝟙/',
    'http://0/',
    'http://0.0.0.0/',
    'http://00000/',
    'http://10.0.0.1/',
    'http://10.255.255.255/',
    'http://012.0.0.1/',
    'http://0xa.0.0.1/',
    'http://10.1/',
    'http://172.16.0.1/',
    'http://172.31.255.255/',
    'http://192.168.0.1/',
    'http://192.168.257/',
    'http://3232235777/',
    'http://0xC0A80101/',
    'http://169.254.169.254/latest/meta-data/',
    'http://2852039166/latest/meta-data/',
    'http://0xA9FEA9FE/',
    'http://0251.0376.0251.0376/',
    'http://100.64.0.1/',
    'http://100.127.255.255/',
    'http://192.0.0.8/',
    'http://192.0.2.1/',
    'http://198.18.0.1/',
    'http://198.51.100.7/',
    'http://203.0.113.9/',
    'http://224.0.0.1/',
    'http://239.255.255.250/',
    'http://240.0.0.1/',
    'http://255.255.255.255/',
    'http://[::]/',
    'http://[::1]/',
    'http://[0:0:0:0:0:0:0:1]/',
    'http://[0000::0001]:80/',
    'http://[::ffff:127.0.0.1]/',
    'http://[::ffff:7f00:1]/',
    'http://[::FFFF:a00:1]/',
    'http://[0:0:0:0:0:ffff:192.168.1.1]/',
    'http://[::127.0.0.1]/',
    'http://[::7f00:1]/',
    'http://[::ffff:0:127.0.0.1]/',
    'http://[64:ff9b::127.0.0.1]/',
    'http://[64:ff9b::a9fe:a9fe]/',
    'http://[64:ff9b:1::10.0.0.1]/',
    'http://[2002:7f00:1::]/',
    'http://[2002:a9fe:a9fe::1]/',
    'http://[2001:0:7f00:1::]/',
    'http://[2001:0000:4136:e378:8000:63bf:3fff:fdd2]/',
    'http://[fe80::1]/',
    'http://[febf::1]/',
    'http://[fec0::1]/',
    'http://[fc00::1]/',
    'http://[fd12:3456:789a::1]/',
    'http://[ff02::1]/',
    'http://[ff05::1:3]/',
    'http://[100::1]/',
    'http://[2001:db8::1]/',
    'http://[3fff::1]/',
    'http://[5f00::1]/',
    'http://127.0.0.1.nip.io/',
    'http://app.10.0.0.1.nip.io:8080/',
    'http://customer-10-0-0-1.nip.io/',
    'http://a9fea9fe.nip.io/',
    'http://192-168-1-250.sslip.io/',
    'http://--1.sslip.io/',
    'http://169.254.169.254.xip.io/',
    'http://localtest.me/',
    'http://app.localtest.me/',
    'http://lvh.me:3000/',
  ],
  local_name: [
    'http://localhost/',
    'http://localhost:8080/admin',
    'http://LOCALHOST/',
    'http://localhost./',
    'http://app.localhost/',
    'http://loc%61lhost/',
    'http://ｌｏｃａｌｈｏｓｔ/',
    'http://ⓛocalhost/',
    'http://intranet/',
    'http://router/',
    'http://com/',
    'http://ai./',
    'http://printer.local/',
    'http://PRINTER.LOCAL./',
    'http://printer。local/',
    'http://metadata.google.internal/computeMetadata/v1/',
    'http://vault.corp/',
    'http://nas.lan/',
    'http://nas.home.arpa/',
    'http://fritz.home/',
    'http://db.intranet/',
    'http://box.localdomain/',
    'http://db.private/',
    'http://facebookcorewwwi.onion/',
    'http://xn--mnchen-3ya/',
  ],
  own_domain: [
    'https://go.example.com/abc',
    'http://GO.EXAMPLE.COM/abc',
    'https://go.example.com./abc',
    'https://go.example.com:8443/abc',
    'https://go%2eexample.com/abc',
    'https://ｇｏ.example.com/abc',
    'https://go。example。com/abc',
    'https://links.customer.com/x',
    'http://links.customer.com:80/x',
    'https://münchen.example/x',
    'https://MÜNCHEN.example/x',
    'https://xn--mnchen-3ya.example/x',
    'https://www.acme.example/app/api',
    'https://www.acme.example/app/api/join?token=1',
    'https://www.acme.example:443/app/api/../api/docs',
  ],
  listed: [
    'http://malware.example.net/payload/setup.exe',
    'https://malware.example.net/payload/setup.exe?mirror=2',
    'http://MALWARE.example.net:8080/payload/setup.exe#x',
    'http://malware.example.net//payload/./x/../setup.exe',
    'http://malware.example.net/%70ayload/setup%2Eexe',
    'http://malware.example.net/%2570ayload/setup.exe',
    'http://malware.example.net./payload/setup.exe',
    'http://www.malware.example.net/payload/setup.exe',
    'http://evil-host.example/',
    'http://evil-host.example/any/page?x=1',
    'http://deep.sub.evil-host.example/any',
    'https://bad.example.org/a/b/?id=1',
    'http://8.8.4.4/drop/file',
    'http://134743044/drop/',
    'http://bad-host.test/',
    'http://www.bad-host.test/x?y',
    'http://user123.github.io/phish',
    'https://аррӏе.test/',
    'http://blocked.example.com/',
    'http://www.blocked.example.com:81/x',
    'https://shop.example.com/scam/item?id=1',
  ],
  look_alike: [
    'https://раураl.com/',
    'https://www.pаypal.com/login',
    'https://xn--pypal-4ve.com/',
    'https://gооgle.com/',
    'https://аррӏе.com/',
    'https://xn--80ak6aa92e.com/',
    'https://amаzon.co.uk/',
    'https://miсrosoft.com/',
    'https://faсebook-login.example/',
    'https://secure-раураl.example/',
    'https://account.bіnance.example/',
    'https://αpple.com/',
    'https://gοogle.com/',
    'https://netfӏix.example/',
    'https://whаtsapp.example/',
    'https://іnstagram.com/',
    'https://coinbаse.com/',
    'https://аcmebank.example/',
    'https://PAYPАL.example/',
    'https://paypal.раураl.com/',
  ],
  malware: [],
  phishing: [],
  unwanted_software: [],
  spam: [],
  reported: [],
};

t.test('every URL in the table gets its verdict', async (t) => {
  let asked = 0;
  for (const [verdict, urls] of Object.entries(table)) {
    for (const url of urls) {
      t.equal(verdictOf(url), verdict, `${verdict}: ${url.slice(0, 120)}`);
      asked++;
    }
  }
  t.ok(asked >= 150, `${asked} URLs`);
});

t.test('a URL gets the same verdict every time', async (t) => {
  const urls = ['https://bücher.de/', 'https://example.com/grün', 'https://paypál.com/'];
  const first = urls.map((url) => verdictOf(url));
  for (let n = 0; n < 20_000; n++) verdictOf('https://example.com/');
  for (let n = 0; n < 20_000; n++) for (const url of urls) verdictOf(url);
  t.same(
    urls.map((url) => verdictOf(url)),
    first,
  );
});

t.test('ALLOW_PRIVATE_DESTINATIONS lifts only the rule about IP addresses', async (t) => {
  const local = createRules(config({ ALLOW_PRIVATE_DESTINATIONS: '1' }), hosts, lists);
  for (const url of table.private_address) t.equal(verdictOf(url, local), 'fine', url);
  for (const verdict of [
    'invalid_url',
    'scheme',
    'userinfo',
    'local_name',
    'own_domain',
    'listed',
    'look_alike',
  ] as const) {
    for (const url of table[verdict]) t.equal(verdictOf(url, local), verdict, url);
  }
});

t.test('if the short domain is this machine, only URLs with its own port count as a loop', async (t) => {
  const here = createHosts('localhost:8080');
  const local = createRules(readConfig({ ALLOW_PRIVATE_DESTINATIONS: '1' }), here, lists);
  t.equal(verdictOf('http://127.0.0.1:8080/abc', local), 'own_domain');
  t.equal(verdictOf('http://[::1]:8080/abc', local), 'own_domain');
  t.equal(verdictOf('http://127.0.0.1:3000/abc', local), 'fine');
});

const number = (value: number): fc.Arbitrary<string> =>
  fc.oneof(
    fc.constant(String(value)),
    fc.integer({ min: 0, max: 5 }).map((zeros) => `0x${'0'.repeat(zeros)}${value.toString(16)}`),
    fc.integer({ min: 0, max: 5 }).map((zeros) => `0X${'0'.repeat(zeros)}${value.toString(16).toUpperCase()}`),
    fc.integer({ min: 1, max: 4 }).map((zeros) => `${'0'.repeat(zeros)}${value.toString(8)}`),
  );
const privateQuad: fc.Arbitrary<[number, number, number, number]> = fc.oneof(
  fc.tuple(fc.constantFrom(0, 10, 127), fc.nat(255), fc.nat(255), fc.nat(255)),
  fc.tuple(fc.constant(172), fc.integer({ min: 16, max: 31 }), fc.nat(255), fc.nat(255)),
  fc.tuple(fc.constant(192), fc.constant(168), fc.nat(255), fc.nat(255)),
  fc.tuple(fc.constant(169), fc.constant(254), fc.nat(255), fc.nat(255)),
  fc.tuple(fc.constant(100), fc.integer({ min: 64, max: 127 }), fc.nat(255), fc.nat(255)),
  fc.tuple(fc.integer({ min: 224, max: 255 }), fc.nat(255), fc.nat(255), fc.nat(255)),
);
/** Any of an IPv4 address's four lengths, each number in any base. */
const quadSpelling: fc.Arbitrary<string> = privateQuad.chain(([a, b, c, d]) =>
  fc.oneof(
    fc.tuple(number(a), number(b), number(c), number(d)).map((parts) => parts.join('.')),
    fc.tuple(number(a), number(b), number(c * 256 + d)).map((parts) => parts.join('.')),
    fc.tuple(number(a), number(b * 65_536 + c * 256 + d)).map((parts) => parts.join('.')),
    number(((a * 256 + b) * 256 + c) * 256 + d),
  ),
);
const wide = (char: string) => String.fromCodePoint(char.charCodeAt(0) + 0xfee0);
/** Variants of a text that a URL parser reads as the same: escapes, full-width characters, other dots. */
const disguised = (text: string) =>
  fc
    .tuple(
      ...[...text].map((char) =>
        fc.oneof(
          { weight: 4, arbitrary: fc.constant(char) },
          { weight: 1, arbitrary: fc.constant(`%${char.charCodeAt(0).toString(16)}`) },
          { weight: 1, arbitrary: fc.constant(char === '.' ? '。' : wide(char)) },
        ),
      ),
    )
    .map((chars) => chars.join(''));
const group = (value: number) =>
  fc.integer({ min: 0, max: 4 }).map((zeros) => value.toString(16).padStart(Math.max(zeros, 1), '0'));
const privateV6 = fc.oneof(
  fc.constantFrom('::', '::1', '0:0:0:0:0:0:0:1', '0::1', '::0001'),
  fc
    .tuple(fc.constantFrom(0xfe80, 0xfc00, 0xfd00, 0xff00), fc.nat(0x3f), fc.nat(0xffff))
    .chain(([head, more, tail]) =>
      fc.tuple(group(head + more), group(tail)).map(([first, last]) => `${first}::${last}`),
    ),
  fc
    .tuple(fc.constantFrom('::ffff:', '0:0:0:0:0:ffff:', '::', '64:ff9b::', '64:ff9b:1::', '::ffff:0:'), privateQuad)
    .chain(([head, quad]) =>
      fc.constantFrom(
        `${head}${quad.join('.')}`,
        `${head}${(quad[0] * 256 + quad[1]).toString(16)}:${(quad[2] * 256 + quad[3]).toString(16)}`,
      ),
    ),
  privateQuad.map(([a, b, c, d]) => `2002:${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}::1`),
);
const hostSpelling = fc.oneof(
  fc.tuple(quadSpelling.chain(disguised), fc.constantFrom('', '.')).map((parts) => parts.join('')),
  fc.tuple(privateV6, fc.boolean()).map(([text, upper]) => `[${upper ? text.toUpperCase() : text}]`),
);

t.test('no spelling of a private IP address passes', async (t) => {
  let recognised = 0;
  fc.assert(
    fc.property(
      hostSpelling,
      fc.constantFrom('http', 'https', 'HTTP'),
      fc.constantFrom('', ':80', ':8443'),
      fc.constantFrom('', '/', '/path?query#part'),
      (host, scheme, port, rest) => {
        const verdict = verdictOf(`${scheme}://${host}${port}${rest}`);
        if (verdict === 'private_address') recognised++;
        return verdict === 'private_address' || verdict === 'invalid_url';
      },
    ),
    { numRuns: 5_000 },
  );
  t.ok(recognised > 4_000, `${recognised} of 5,000 were URLs`);
});

t.test('the check never throws, with any input', async () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string({ unit: 'binary', maxLength: 2048, size: 'max' }),
        fc.webUrl({ withQueryParameters: true, withFragments: true }),
      ),
      (text) => {
        verdictOf(text);
        verdictOf(`http://${text}`);
      },
    ),
    { numRuns: 2_000 },
  );
});

t.test(
  'a link without newer destination fields keeps its fingerprint, and each newer field changes the fingerprint',
  async (t) => {
    const row = { url: 'https://a.example/', expired_url: null, ios_url: 'app://x', android_url: null, geo: null };
    const before = createHash('sha256')
      .update(JSON.stringify(Object.values(row)))
      .digest()
      .subarray(0, 8);
    const later = { not_started_url: null, rules: null, variants: null, preview: null };
    const previewOf = (imageUrl: string | null) => JSON.stringify({ title: 'a', description: null, imageUrl });
    t.same(fingerprintOf({ ...row, ...later }), before);
    t.same(fingerprintOf({ ...row, ...later, preview: previewOf(null) }), before, 'texts are no destinations');
    const others = [
      { not_started_url: 'https://b.example/' },
      { preview: previewOf('https://b.example/') },
      { preview: previewOf('https://c.example/') },
      { variants: JSON.stringify([{ url: 'https://c.example/', weight: 1, name: 'A' }]) },
    ].map((each) => fingerprintOf({ ...row, ...later, ...each }).toString('hex'));
    t.equal(new Set([before.toString('hex'), ...others]).size, 5);
  },
);
