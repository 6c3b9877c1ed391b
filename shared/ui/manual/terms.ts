/** The vocabulary of the manual's search: splitting into words, ignored words and synonyms. */

const stopWords = new Set(
  `a about an and any are as at be by can could do does find for from get has have how i if in into is it its me my of on or our
  should that the there they this to use using want was waypost we what when where which who why will with without you your`.split(
    /\s+/,
  ),
);

/** Groups of synonyms, one group per line. */
const synonyms = [
  'login signin sign',
  'registration register signup sign',
  'remove delete uninstall erase',
  '2fa mfa totp factor authenticator',
  'sso oidc openid saml',
  'statistics stats analytics numbers',
  'shortener shorten link url',
  'redirect forward',
  'slug alias keyword backhalf',
  'ssl tls https certificate',
  'rollback roll back',
  'team member colleague coworker',
  'subscriber contact',
  'cluster machines availability ha failover',
  'docker container compose podman kubernetes',
  'proxy nginx apache caddy haproxy traefik cloudflare',
  'email mail smtp',
  'automation rule workflow',
  'dump backup',
  'migrate migration import move',
  'update upgrade',
  'expire expiry expiration',
  'picture image logo',
  'token key',
  'gdpr privacy personal',
].map((line) => line.split(' ').map(stemOf));

export const wordsIn = (text: string): string[] => text.split(/[^\p{L}\p{N}]+/u).filter(Boolean);

/** Strips common endings, so that `upgrade` finds `upgrading` and `upgrades`. */
export function stemOf(word: string): string {
  const lower = word.toLowerCase();
  const stem = lower.replace(/ies$/, 'y').replace(/(?:ing|ed|es|s|e)$/, '');
  return stem.length < 3 ? lower : stem.replace(/([b-df-hj-np-tv-z])\1$/, '$1');
}

/** Returns a group for each word that is not ignored: the word's stem, then its synonyms' stems. */
export function queryOf(typed: string): string[][] {
  const words = wordsIn(typed);
  const counted = words.filter((word) => !stopWords.has(word.toLowerCase()));
  return [...new Set((counted.length > 0 ? counted : words).map(stemOf))].map((stem) => [
    stem,
    ...new Set(synonyms.filter((line) => line.includes(stem)).flatMap((line) => line.filter((one) => one !== stem))),
  ]);
}
