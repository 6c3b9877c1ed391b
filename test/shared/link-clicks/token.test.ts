/** Contacts' tokens and their signing keys. */
import { randomBytes } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { hashSecret, newSecret, readSiteKey, tokenKeyOf, writeSiteKey } from '../../../shared/link-clicks/site-key.ts';
import { isToken, makeToken, readToken } from '../../../shared/link-clicks/token.ts';
import { t } from '../../runner/tap.ts';

const key = randomBytes(32);
const id = fc.oneof(fc.integer({ min: 1, max: 70 }), fc.integer({ min: 1, max: 2 ** 36 - 1 }));

const mail = fc.option(id, { nil: undefined });

t.test('a token needs no URL encoding, and identifies its contact and its email', async (t) => {
  fc.assert(
    fc.property(id, mail, (contactId, mailId) => {
      const token = makeToken(key, contactId, mailId);
      const content = { contactId, mailId: mailId ?? null };
      return (
        token.length === (mailId === undefined ? 14 : 20) &&
        encodeURIComponent(token) === token &&
        isToken(token) &&
        isDeepStrictEqual(readToken([key], token), content) &&
        isDeepStrictEqual(readToken([randomBytes(32), key], token), content)
      );
    }),
  );
  for (const wrong of [0, -1, 1.5, 2 ** 36]) {
    t.throws(() => makeToken(key, wrong), RangeError);
    t.throws(() => makeToken(key, 1, wrong), RangeError);
  }
});

t.test('a token that was changed, or signed with another key, matches no contact', async (t) => {
  const characters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  fc.assert(
    fc.property(id, mail, fc.nat(19), fc.constantFrom(...characters), (contactId, mailId, at, character) => {
      const token = makeToken(key, contactId, mailId);
      const place = at % token.length;
      const changed = token.slice(0, place) + character + token.slice(place + 1);
      return changed === token || readToken([key], changed) === undefined;
    }),
  );
  const token = makeToken(key, 5);
  t.equal(readToken([randomBytes(32)], token), undefined);
  t.equal(readToken([], token), undefined);
  for (const text of [
    '',
    token.slice(1),
    `${token}A`,
    `${token}AAAAAA`,
    makeToken(key, 5, 6).slice(6),
    `${token.slice(1)}.`,
    `${token.slice(1)}é`,
  ]) {
    t.equal(readToken([key], text), undefined, JSON.stringify(text));
  }
});

t.test('a key can be passed on as text, and any other text is refused as a key', async (t) => {
  const secret = newSecret();
  t.same(readSiteKey(` ${writeSiteKey({ siteId: 12, secret })}\n`), { siteId: 12, secret });
  t.equal(tokenKeyOf(secret).length, 32);
  t.same(hashSecret(secret), hashSecret(secret));
  for (const text of ['', 'wps_', `wps_x_${secret}`, `wps_1_${secret.slice(1)}`, `wps_1_${secret}x`, secret]) {
    t.equal(readSiteKey(text), undefined, text);
  }
});
