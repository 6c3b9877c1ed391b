/** The canonical form of an email address. */
import { asciiDomain, parseAddress } from '../../../shared/mail/email-address.ts';
import { t } from '../../runner/tap.ts';

const kelvin = '\u212a';

t.test('an email address has one canonical form: ASCII, in lower case, with the domain as in DNS', async (t) => {
  for (const [text, address] of [
    ['ada@example.com', 'ada@example.com'],
    ['Ada+Lists@EXAMPLE.Com', 'ada+lists@example.com'],
    ["o'hara_#!$%&*/=?^`{|}~-.x@a-b.example", "o'hara_#!$%&*/=?^`{|}~-.x@a-b.example"],
    ['ceo@exámple.com', 'ceo@xn--exmple-qta.com'],
    ['ceo@EXÁMPLE.com', 'ceo@xn--exmple-qta.com'],
    ['ceo@exa\u0301mple.com', 'ceo@xn--exmple-qta.com'],
    ['ceo@XN--exmple-QTA.com', 'ceo@xn--exmple-qta.com'],
    ['ceo@straße.example', 'ceo@xn--strae-oqa.example'],
    ['ceo@名前.example', 'ceo@xn--ldr85b.example'],
    [`${'a'.repeat(64)}@${'b'.repeat(63)}.example`, `${'a'.repeat(64)}@${'b'.repeat(63)}.example`],
  ] as const) {
    t.same(parseAddress(text), { address }, text);
    t.same(parseAddress(address), { address }, 'which stays what it is');
  }
});

t.test('an email address without a canonical form is refused with a reason', async (t) => {
  const before = 'must have 1 to 64 ASCII letters, digits and signs before the @';
  const after = 'must end with a registered domain name, such as example.com';
  for (const [text, fault] of [
    ['', /such as ada@example\.com/],
    ['example.com', /such as ada@example\.com/],
    ['@example.com', /such as ada@example\.com/],
    ['ceo@', /such as ada@example\.com/],
    [`${kelvin}im@example.com`, before],
    ['o\u017fkar@example.com', before],
    ['céo@example.com', before],
    ['\uff43eo@example.com', before],
    ['c\u200beo@example.com', before],
    ['c\u200deo@example.com', before],
    ['c\u00adeo@example.com', before],
    [' ceo@example.com', before],
    ['ceo\0@example.com', before],
    ['"c eo"@example.com', before],
    ['ceo@example.com@example.com', before],
    [`${'a'.repeat(65)}@example.com`, before],
    ['ceo@example.com\0', after],
    ['ceo@example.com ', after],
    ['ceo@example.com\u200b', after],
    ['ceo@ex\u00adample.com', after],
    ['ceo@ex\u200dample.com', after],
    ['ceo@\uff45xample.com', after],
    ['ceo@example\u3002com', after],
    [`ceo@${kelvin}im.example`, after],
    [`ceo@é${kelvin}im.example`, after],
    ['ceo@\ufb01t.example', after],
    ['ceo@%65xample.com', after],
    ['ceo@xn--example-.com', after],
    ['ceo@xn--a.example', after],
    ['ceo@example', after],
    ['ceo@-a.example', after],
    ['ceo@a..example', after],
    ['ceo@example.com.', after],
    ['ceo@[127.0.0.1]', after],
    [`ceo@${'a'.repeat(64)}.example`, after],
    [`ceo@${'a.'.repeat(124)}example`, 'must have at most 254 characters'],
  ] as const)
    t.match(parseAddress(text), { fault }, JSON.stringify(text));
});

t.test('a domain alone gets the same form as the domain of an email address', async (t) => {
  t.equal(asciiDomain('Bücher.example'), 'xn--bcher-kva.example');
  t.equal(asciiDomain('\uff42.example'), undefined);
});
