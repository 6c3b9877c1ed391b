/**
 * WordPress's password hashes. WordPress 6.1's PasswordHash created the `$P$` hashes. PHP 8.2's password_hash, called
 * as in 6.8's wp_hash_password, created the `$wp$2y$` and plain bcrypt hashes.
 */
import fc from 'fast-check';
import { findMatchingHash, verifyWordPressHash } from '../../../automations-api/plugins/admin/wordpress/hashes.ts';
import { roleOf } from '../../../automations-api/plugins/admin/wordpress/users.ts';
import { t } from '../../runner/tap.ts';

const hashes: [password: string, ...hashes: string[]][] = [
  [
    'correct horse battery staple',
    '$P$BcSkbD8ejBZNlsb.41DYg4uYsWeZ7Z/',
    '$wp$2y$10$dSLWeBwcyHWwtam/QsawG.DlLAh66CwWMbYk9Ud1NBG/8AjXkyYXq',
    '$2y$10$nN3OpA6MohKTBkWokpUzTOO.1.F45H7hxNWqUFNkKXVVzwzW2y8ei',
  ],
  [
    'pässwörd ✓ 12',
    '$P$B9FaYk9E99/IYf0ERjHe9/wkFsRvTv.',
    '$wp$2y$10$AU/y5WYO53zsAQMR5bjOpuky6XvoDPar8t4twPjm8w/.sECy8D0WG',
    '$2y$10$YWZzXZT1MIlhUxNRTozBsu73Un/1E5io0oUBpTLZYW.J33Yzledv2',
  ],
  [
    `${'long '.repeat(30)}end`,
    '$P$BlmQC.y737KvQbz60FA73ODhxrOYSZ/',
    '$wp$2y$10$B1HnlrK4s.5di0f9bl8I3.6wWOlj7/iI1jdyDhfkN8ruwhE0tzo..',
    '$2y$10$Rh/XkaPgGwSNWTQ1lYLkj.MTLgmPpf4vv4djSpZMJy.TIIhJCr0Xm',
  ],
];

for (const [password, ...stored] of hashes) {
  for (const hash of stored) {
    t.test(`${hash.slice(0, 7)}… matches its password and no other`, async (t) => {
      t.equal(await verifyWordPressHash(hash, password), true);
      t.equal(await verifyWordPressHash(hash, ` ${password}\n`), true, 'WordPress trims, too');
      t.equal(await verifyWordPressHash(hash, password.toUpperCase()), false);
      t.equal(await verifyWordPressHash(hash, ''), false);
    });
  }
}

/** Passwords set in the form of WordPress 6.1.9 and 6.8.7. Both add slashes before they hash or compare a password. */
const ofForms = [
  '$P$Bk6lRHkMIkPfXti.9mjPr4MS3OL4ZG/',
  '$wp$2y$10$OKVdHHCtg6TRnu8O6k5GyOpv29kJHW3Elgha41ExUp1.ExS/UGFPa',
];
for (const hash of ofForms) {
  t.test(
    `${hash.slice(0, 7)}…, created by a WordPress form, matches a password with quotes as it was typed`,
    async (t) => {
      t.equal(await verifyWordPressHash(hash, `it's a "quoted" word`), true);
      t.equal(await verifyWordPressHash(hash, 'its a quoted word'), false);
    },
  );
}

t.test("WordPress 6.8's hashes use every byte of a long password, and plain bcrypt only the first 72", async (t) => {
  const [long = '', , wp = '', plain = ''] = hashes[2] ?? [];
  t.equal(await verifyWordPressHash(wp, `${long}!`), false);
  t.equal(await verifyWordPressHash(plain, `${long}!`), true, 'as PHP has it');
});

t.test('an invalid hash, or a hash that is too slow to compute, matches no password', async (t) => {
  for (const hash of [
    '',
    '*',
    '!',
    '$P$',
    '$wp',
    '$wp$2y$10$short',
    '9cc2ae8a1ba7a93da39b46fc1019c481',
    '$wp$argon2id$v=19$x',
    '$P$ZcSkbD8ejBZNlsb.41DYg4uYsWeZ7Z/',
    '$2y$31$nN3OpA6MohKTBkWokpUzTOO.1.F45H7hxNWqUFNkKXVVzwzW2y8ei',
  ]) {
    t.equal(await verifyWordPressHash(hash, ''), false, hash);
    t.equal(await verifyWordPressHash(hash, hash), false, hash);
  }
  t.equal(await verifyWordPressHash(hashes[0]?.[1] ?? '', 'x'.repeat(5_000)), false);
  await fc.assert(
    fc.asyncProperty(fc.string(), fc.constantFrom('', '$P$B', '$wp$2y$04$', '$2y$04$'), async (text, start) => {
      t.equal(await verifyWordPressHash(start + text, text), false);
    }),
  );
});

t.test("a user's role is read from capabilities in PHP's serialisation format", async (t) => {
  for (const [capabilities, role] of [
    ['a:1:{s:13:"administrator";b:1;}', 'administrator'],
    ['a:1:{s:6:"editor";b:1;}', 'editor'],
    ['a:2:{s:6:"editor";b:1;s:13:"administrator";b:1;}', 'administrator'],
    ['a:1:{s:13:"administrator";b:0;}', undefined],
    ['a:1:{s:6:"author";b:1;}', undefined],
    ['a:1:{s:20:"not an administrator";b:1;}', undefined],
    ['', undefined],
  ] as const) {
    t.equal(roleOf(capabilities), role, capabilities);
  }
});

/**
 * Application password hashes from PHP 8.2's sodium_crypto_generichash() with WordPress 6.8's key, and from WordPress
 * 6.1's PasswordHash.
 */
const fast = [
  ['', '$generic$XJQGK2eUryTa4vHbU0bDv1Ml3wGPwaC1ATczq0o_'],
  ['abcdEFGH1234ijklMNOP5678', '$generic$F6W18u0QEytvRVb59DemVWRxyTxU6vg_VK0s_f-h'],
  ['x'.repeat(200), '$generic$Mo9HLkqweULG4bbVTDMqxWtbmujddQMMusqIpyBg'],
  ['abcdEFGH1234ijklMNOP5678', '$P$BnbAZyzSQgvVZbon2wU7BLD8Ubku1H/'],
] as const;
for (const [password, hash] of fast) {
  t.test(`${hash.slice(0, 12)}… matches its application password and no other`, async (t) => {
    const others = ['$generic$', '$generic$é', '', '*', `${hash}x`];
    t.equal(await findMatchingHash([...others, hash], password), hash);
    t.equal(await findMatchingHash([...others, hash], `${password}x`), undefined);
    t.equal(await findMatchingHash(others, password), undefined);
  });
}

t.test('the fast hash of an application password is not accepted for sign-in', async (t) => {
  t.equal(await verifyWordPressHash(fast[1][1], fast[1][0]), false);
});
