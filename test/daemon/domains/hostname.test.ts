/** Host names that can be connected, and their stored form. */

import { isApex, ownHosts, parseHostname, unicodeOf } from '../../../daemon/domains/hostname.ts';
import { readConfig } from '../../../shared/config/config.ts';
import { t } from '../../runner/tap.ts';

const own = ownHosts(
  readConfig({
    DEFAULT_SHORT_DOMAIN: 'Go.Waypost.example:8080',
    BASE_URL: 'https://api.waypost.example/api',
    SITE_URL: 'https://crm.waypost.example',
  }),
);

t.test('names are stored as lower-case punycode', async (t) => {
  const stored: Record<string, string> = {
    'go.example.com': 'go.example.com',
    'GO.Example.COM': 'go.example.com',
    'go.example.com.': 'go.example.com',
    'example.co.uk': 'example.co.uk',
    'a.b.c.d.example.com': 'a.b.c.d.example.com',
    'bücher.example': 'xn--bcher-kva.example',
    'BÜCHER.example': 'xn--bcher-kva.example',
    'xn--bcher-kva.example': 'xn--bcher-kva.example',
    'go。example.com': 'go.example.com',
    'straße.de': 'xn--strae-oqa.de',
    'ссылка.рф': 'xn--80atcxa4d.xn--p1ai',
    '☃.com': 'xn--n3h.com',
    'links.intranet.corp': 'links.intranet.corp',
    '1and1.com': '1and1.com',
    'foo.github.io': 'foo.github.io',
    [`${'a'.repeat(63)}.example.com`]: `${'a'.repeat(63)}.example.com`,
  };
  for (const [given, hostname] of Object.entries(stored)) t.same(parseHostname(given, own), { hostname }, given);
});

t.test('an invalid host name is refused, with the reason', async (t) => {
  const refused: Record<string, RegExp> = {
    '1.2.3.4': /IP address/,
    '127.1': /IP address/,
    '0x7f.0.0.1': /IP address/,
    '2130706433': /IP address/,
    '１２７.0.0.1': /IP address/,
    '[::1]': /IP address/,
    '::1': /IP address/,
    '[::1]:443': /IP address/,
    '2001:db8::1': /IP address/,
    'go.example.com:8080': /port/,
    'go.example.com:': /port/,
    '*.example.com': /wildcard/,
    com: /public suffix/,
    'co.uk': /public suffix/,
    'github.io': /public suffix/,
    localhost: /public suffix/,
    intranet: /public suffix/,
    'xn--p1ai': /public suffix/,
    'go.waypost.example': /this service/,
    'GO.waypost.example.': /this service/,
    'api.waypost.example': /this service/,
    'crm.waypost.example': /this service/,
    'https://go.example.com': /hostname/,
    'go.example.com/path': /hostname/,
    'user@example.com': /hostname/,
    'go.example.com?x': /hostname/,
    'go_to.example.com': /hostname/,
    '-go.example.com': /hostname/,
    'go-.example.com': /hostname/,
    'go..example.com': /hostname/,
    '.example.com': /hostname/,
    'go example.com': /hostname/,
    ' go.example.com': /hostname/,
    'go.example.com\n': /hostname/,
    'go.example.com\u0000': /hostname/,
    '%67o.example.com': /hostname/,
    'go.example.123': /hostname|IP address/,
    'xn--a.example.com': /hostname/,
    [`${'a'.repeat(64)}.example.com`]: /hostname/,
    [`${'ü'.repeat(60)}.${'ü'.repeat(60)}.${'ü'.repeat(60)}.${'ü'.repeat(60)}.com`]: /at most 253|hostname/,
    '....': /hostname/,
  };
  for (const [given, reason] of Object.entries(refused)) {
    const parsed = parseHostname(given, own);
    t.match('fault' in parsed ? parsed.fault : `accepted as ${parsed.hostname}`, reason, JSON.stringify(given));
  }
});

t.test('the apex of a DNS zone is recognised', async (t) => {
  for (const apex of ['example.com', 'example.co.uk', 'xn--bcher-kva.example']) t.ok(isApex(apex), apex);
  for (const below of ['go.example.com', 'go.example.co.uk']) t.notOk(isApex(below), below);
});

t.test('host names are shown in Unicode', async (t) => {
  t.equal(unicodeOf('xn--bcher-kva.example'), 'bücher.example');
  t.equal(unicodeOf('go.example.com'), 'go.example.com');
});
