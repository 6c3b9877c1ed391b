/**
 * TLS connections to MySQL. The server's certificate must come from the authority in MYSQL_URL and match the host
 * name.
 */
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { connect, openDb } from '../../../shared/db/db.ts';
import { startDatabaseServer } from '../../fixtures/database-server.ts';
import { freePort } from '../../fixtures/processes.ts';
import { t } from '../../runner/tap.ts';

const dir = await mkdtemp(path.join(tmpdir(), 'waypost-mysql-tls-'));
t.teardown(() => rm(dir, { recursive: true, force: true }));

/** Creates a self-signed certificate. */
async function makeCertificate(name: string, file: string) {
  const [key, cert] = ['key', 'crt'].map((end) => path.join(dir, `${file}.${end}`)) as [string, string];
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
  const subject = ['-subj', `/CN=${name}`, '-addext', `subjectAltName=DNS:${name}`];
  await promisify(execFile)('openssl', ['req', '-x509', ...curve, '-keyout', key, '-out', cert, ...subject]);
  return { key, cert };
}

const [local, other] = [await makeCertificate('localhost', 'local'), await makeCertificate('db.internal', 'other')];
const withTls = ({ key, cert }: typeof local) => [`--ssl-cert=${cert}`, `--ssl-key=${key}`, `--ssl-ca=${cert}`];
const [rightName, wrongName] = await Promise.all([
  startDatabaseServer(t, withTls(local)),
  startDatabaseServer(t, withTls(other)),
]);
const urlOf = (hosts: string, ca: string, more = '') =>
  `mysql://root@${hosts}/waypost?ssl-ca=${encodeURIComponent(ca)}${more}`;

async function cipherOf(url: string): Promise<string> {
  const db = openDb(url, { poolSize: 1 });
  try {
    return (await sql<{ Value: string }>`SHOW STATUS LIKE 'Ssl_cipher'`.execute(db)).rows[0]?.Value ?? '';
  } finally {
    await db.destroy();
  }
}

const right = `localhost:${rightName.port}`;
const wrong = `localhost:${wrongName.port}`;

t.test("pools and single connections use TLS if the server's certificate is trusted", async (t) => {
  t.match(await cipherOf(urlOf(right, local.cert)), /./);
  const connection = await connect(urlOf(right, local.cert));
  await connection.query('SELECT 1');
  await connection.end();
});

t.test('a certificate from another authority, or for another name, is refused', async (t) => {
  const refused = { code: 'HANDSHAKE_SSL_ERROR' };
  await t.rejects(cipherOf(urlOf(right, other.cert)), refused);
  await t.rejects(connect(urlOf(right, other.cert)), refused);
  await t.rejects(cipherOf(urlOf(wrong, other.cert)), refused);
  t.match(await cipherOf(urlOf(wrong, other.cert, '&ssl-mode=VERIFY_CA')), /./);
});

t.test('each of several hosts is verified under its own name', async (t) => {
  const gone = `localhost:${await freePort()}`;
  t.match(await cipherOf(urlOf(`${gone},${wrong},${right}`, local.cert)), /./);
  await t.rejects(cipherOf(urlOf(`${wrong},${gone}`, local.cert)), { code: 'HANDSHAKE_SSL_ERROR' });
});
