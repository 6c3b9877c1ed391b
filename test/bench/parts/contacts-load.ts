/** A million contacts (BENCH_CONTACTS), three million memberships and two million field values, written by SQL. */
import { createHash } from 'node:crypto';
import type { Pool } from 'mysql2/promise';
import { loadValues } from './contact-conditions.ts';

export const contacts = Number(process.env.BENCH_CONTACTS || 1_000_000);
export const tags = 200;
export const lists = 50;
export const days = 1_000;

/** Deterministic randomness in SQL: 0 to 1 from a contact's number and a salt. CRC32 would correlate the salts. */
const chance = (salt: string) => `(CONV(LEFT(MD5(CONCAT(c.id, '${salt}')), 8), 16, 10) / 4294967296)`;
/** Emails are not sorted by creation, like real ones. */
const email = "CONCAT(LEFT(MD5(c.id), 8), '.', c.id, '@example.com')";
export const emailOf = (id: number) =>
  `${createHash('md5').update(String(id)).digest('hex').slice(0, 8)}.${id}@example.com`;
/** Few terms are common, most are rare: the first tag is on every seventh contact, the last on one in 200. */
const skewed = (salt: string, count: number) => `1 + FLOOR(POW(${chance(salt)}, 2) * ${count})`;

export async function loadContacts(pool: Pool): Promise<void> {
  const run = (statement: string) => pool.query(statement);
  await run('CREATE TABLE digits (n INT PRIMARY KEY)');
  await pool.query('INSERT INTO digits VALUES ?', [Array.from({ length: 1_000 }, (_, n) => [n])]);
  const term = (type: number, first: number) => (_: unknown, n: number) => [
    first + n,
    type,
    `term ${first + n}`,
    `term ${first + n}`,
    new Date(),
  ];
  await pool.query('INSERT INTO wp_automations_terms (id, type, name, name_key, created_at) VALUES ?', [
    [...Array.from({ length: tags }, term(1, 1)), ...Array.from({ length: lists }, term(2, tags + 1))],
  ]);
  for (let from = 0; from < contacts; from += 50_000) {
    await run(
      `INSERT INTO wp_automations_contacts
         (id, uid, email, email_key, f_name, l_name, contact_no, country, source, state, status, creation_date,
          last_modified)
       SELECT c.id, MD5(c.id), ${email}, ${email},
         IF(c.id % 50 = 0, 'Юлия', CONCAT('First', FLOOR(${chance('f')} * 5000))),
         CONCAT('Last', FLOOR(${chance('l')} * 20000)), CONCAT('+49 170 ', FLOOR(${chance('p')} * 10000000)),
         ELT(1 + FLOOR(POW(${chance('c')}, 2) * 6), 'DE', 'US', 'FR', 'GB', 'PL', 'NL'),
         ELT(1 + FLOOR(${chance('o')} * 4), 'public_api', 'wc_order', 'import', 'shop'), 'BE',
         ELT(1 + FLOOR(${chance('s')} * 20), 0, 0, 2, 3, 3, 3, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1),
         TIMESTAMPADD(SECOND, FLOOR(c.id * ${(days * 86_400) / contacts}), '2024-02-01'),
         TIMESTAMPADD(SECOND, FLOOR(c.id * ${(days * 86_400) / contacts}
           + ${chance('m')} * (${contacts} - c.id) * ${(days * 86_400) / contacts}), '2024-02-01')
       FROM (SELECT ${from} + a.n * 1000 + b.n + 1 AS id FROM digits a JOIN digits b WHERE a.n < 50) c
       WHERE c.id <= ${contacts}`,
    );
  }
  for (const [salt, first, count] of [
    ['t', 0, tags],
    ['u', 0, tags],
    ['v', tags, lists],
  ] as const) {
    await run(
      `INSERT IGNORE INTO wp_automations_contact_terms (term_id, creation_date, contact_id)
       SELECT ${first} + ${skewed(salt, count)}, c.creation_date, c.id FROM wp_automations_contacts c`,
    );
  }
  await loadValues(run, chance);
  for (const [axis, of] of [
    [0, '0'],
    [1, "DATEDIFF(c.creation_date, '1970-01-01')"],
  ] as const) {
    await run(
      `INSERT INTO wp_automations_contact_counts
       SELECT 0, ${axis}, ${of} AS d, c.status, COUNT(*) FROM wp_automations_contacts c GROUP BY d, c.status`,
    );
  }
  await run(
    `INSERT INTO wp_automations_contact_counts
     SELECT m.term_id, 0, 0, c.status, COUNT(*) FROM wp_automations_contact_terms m
     JOIN wp_automations_contacts c ON c.id = m.contact_id GROUP BY m.term_id, c.status`,
  );
  await run('ANALYZE TABLE wp_automations_contacts, wp_automations_contact_terms, wp_automations_contact_counts');
}

/** The same data in one table, with tags and lists as JSON text, as other systems store them. */
export async function loadLikeTable(pool: Pool): Promise<void> {
  const run = (statement: string) => pool.query(statement);
  await run(
    `CREATE TABLE like_contacts (PRIMARY KEY (id), KEY (email), KEY (status), KEY (creation_date), KEY (last_modified))
     AS SELECT c.*, (SELECT CONCAT('["', GROUP_CONCAT(m.term_id SEPARATOR '","'), '"]')
         FROM wp_automations_contact_terms m WHERE m.contact_id = c.id AND m.term_id <= ${tags}) AS tags,
       (SELECT CONCAT('["', GROUP_CONCAT(m.term_id SEPARATOR '","'), '"]')
         FROM wp_automations_contact_terms m WHERE m.contact_id = c.id AND m.term_id > ${tags}) AS lists
     FROM wp_automations_contacts c`,
  );
  await run('ANALYZE TABLE like_contacts');
}
