/** The one form of an email address, and stored addresses that get it. */
import path from 'node:path';
import { createConnection } from 'mysql2/promise';
import { readConfig } from '../../../shared/config/config.ts';
import { migrateServices } from '../../../shared/local/migrate-services.ts';
import { asciiDomain, parseAddress } from '../../../shared/mail/email-address.ts';
import { migrate } from '../../../shared/migrations/migrate.ts';
import { readMigrations } from '../../../shared/migrations/migration-set.ts';
import { projectRoot } from '../../../shared/paths.ts';
import { load010, rowsOf } from '../../fixtures/release.ts';
import { createStores } from '../../fixtures/stack.ts';
import { type Test, t } from '../../runner/tap.ts';

const kelvin = '\u212a';

t.test('an address has one form: ASCII, in lower case, the domain as DNS has it', async (t) => {
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

t.test('what has no such form is refused with a reason', async (t) => {
  const before = 'must have 1 to 64 letters, digits and signs of ASCII before the @';
  const after = 'must end in a domain name as it is registered, such as example.com';
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

t.test('a domain has the form that its addresses end in', async (t) => {
  t.equal(asciiDomain('Bücher.example'), 'xn--bcher-kva.example');
  t.equal(asciiDomain('\uff42.example'), undefined);
});

/** A database of the release before addresses were compared by bytes. */
async function openFormer(t: Pick<Test, 'teardown'>) {
  const { mysqlUrl } = await createStores(t);
  const migrations = readMigrations(path.join(projectRoot, 'sql')).filter(({ name }) => name < '0043');
  await migrate(mysqlUrl, { record: 'waypost_migrations', scope: '', remedy: '', migrations });
  const connection = await createConnection(mysqlUrl);
  t.teardown(() => connection.end());
  const addUser = (id: number, email: string) =>
    connection.query(
      'INSERT INTO users (id, public_id, email, name, created_at, updated_at) VALUES (?, ?, ?, ?, NOW(), NOW())',
      [id, `usr_${id}`, email, 'x'],
    );
  const emails = async (table = 'users', column = 'email') => {
    const [rows] = await connection.query('SELECT ?? AS email FROM ?? ORDER BY id', [column, table]);
    return (rows as { email: string }[]).map(({ email }) => email);
  };
  return { mysqlUrl, connection, addUser, emails };
}

t.test('stored addresses get that form, and what has none stays as it is and is taken for no other', async (t) => {
  const { mysqlUrl, connection, addUser, emails } = await openFormer(t);
  const odd = ['\uff41@other.example', 'b@third.example\u200b', 'josé@example.com'];
  for (const [id, email] of ['Ada@Example.com', 'ceo@exámple.com', 'plain@example.com', ...odd].entries())
    await addUser(id + 1, email);
  await connection.query(
    "INSERT INTO mails (kind, recipient, data, created_at) VALUES ('verify-email', 'ceo@exámple.com', '{}', NOW())",
  );
  await migrate(mysqlUrl);
  t.same(await emails(), ['ada@example.com', 'ceo@xn--exmple-qta.com', 'plain@example.com', ...odd]);
  t.same(await emails('mails', 'recipient'), ['ceo@xn--exmple-qta.com']);
  for (const [n, email] of ['a@other.example', 'b@third.example', 'jose@example.com', 'ceo@example.com'].entries())
    await addUser(n + 10, email);
  t.equal((await emails()).length, 10, 'whom it is free for');
});

t.test('two that would get one address are named, nothing is changed, and it goes on once they differ', async (t) => {
  const { mysqlUrl, connection, addUser, emails } = await openFormer(t);
  const before = ['Ada@Example.com', 'ceo@exámple.com', 'ceo@xn--exmple-qta.com'];
  for (const [n, email] of before.entries()) await addUser(n + 1, email);
  await connection.query(
    "INSERT INTO workspaces VALUES (1, 'ws_1', 'W', 'free', NULL, NULL, NULL, NOW(), NOW(), NULL, NULL)",
  );
  for (const [id, email] of [
    [1, 'guest@exámple.com'],
    [2, 'guest@xn--exmple-qta.com'],
  ] as const)
    await connection.query("INSERT INTO invites VALUES (?, ?, 1, ?, 'member', 1, NOW(), '2037-01-01')", [
      id,
      `inv_${id}`,
      email,
    ]);
  const named =
    /the accounts usr_\d \(ceo@\S+\) and usr_\d \(ceo@\S+\), for the invitations inv_\d \(guest@\S+\) and inv_\d \S+\. Nothing was changed/;
  for (let tries = 0; tries < 2; tries++)
    await t.rejects(migrate(mysqlUrl), { name: 'MigrationFailed', message: named });
  t.same(await emails(), before);
  await connection.query("UPDATE users SET email = 'boss@xn--exmple-qta.com' WHERE id = 3");
  await connection.query('DELETE FROM invites WHERE id = 1');
  t.equal((await migrate(mysqlUrl))[0], '0043_addresses-as-bytes.sql');
  t.same(await emails(), ['ada@example.com', 'ceo@xn--exmple-qta.com', 'boss@xn--exmple-qta.com']);
});

t.test('contacts are one by their domain as DNS has it: those of before get that form, or are named', async (t) => {
  const { mysqlUrl } = await createStores(t);
  await load010(mysqlUrl);
  const connection = await createConnection(mysqlUrl);
  t.teardown(() => connection.end());
  const firstId = 1_000;
  const emails = ['Jörg@Müller.example', 'jörg@xn--mller-kva.example', 'ada@bücher.example', 'kim@\u212aim.example'];
  for (const [n, email] of emails.entries())
    await connection.query(
      'INSERT INTO wp_automations_contacts (id, uid, email, email_key, creation_date, last_modified) VALUES (?, ?, ?, ?, NOW(), NOW())',
      [firstId + n, String(n).padStart(32, '0'), email, n === 3 ? email : email.toLowerCase()],
    );
  const keys = async () =>
    (await rowsOf(mysqlUrl, `SELECT email_key FROM wp_automations_contacts WHERE id >= ${firstId} ORDER BY id`)).map(
      ({ email_key }) => email_key,
    );
  const before = await keys();
  const config = readConfig({ MYSQL_URL: mysqlUrl });
  const { failed } = await migrateServices(config, mysqlUrl, ['automations']);
  const named = /the contacts 100[01] \(jörg@\S+\) and 100[01] \(jörg@\S+\)\. Nothing was changed/;
  t.match(failed, [{ plugin: 'automations', reason: named }]);
  t.same(await keys(), before);
  await connection.query('DELETE FROM wp_automations_contacts WHERE id = ?', [firstId + 1]);
  t.match(await migrateServices(config, mysqlUrl, ['automations']), { failed: [] });
  t.same(await keys(), ['jörg@xn--mller-kva.example', 'ada@xn--bcher-kva.example', emails[3]]);
});
