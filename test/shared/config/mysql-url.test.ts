/** The formats of MYSQL_URL. */
import { databaseOf, hostOptions, hostUrls, isMysqlUrl, withDatabase } from '../../../shared/config/mysql-url.ts';
import { withoutPersonalData } from '../../../shared/log/personal-data.ts';
import { t } from '../../runner/tap.ts';

const several = 'mysql://way:p%2Cost@db1:3307,db2,[::1]:3308/links?ssl-mode=VERIFY_CA';

t.test("every host gets the URL's account, database and parameters", async (t) => {
  t.same(hostUrls(several), [
    'mysql://way:p%2Cost@db1:3307/links?ssl-mode=VERIFY_CA',
    'mysql://way:p%2Cost@db2/links?ssl-mode=VERIFY_CA',
    'mysql://way:p%2Cost@[::1]:3308/links?ssl-mode=VERIFY_CA',
  ]);
  t.same(hostUrls('mysql://root@localhost/waypost?socketPath=%2Frun%2Fa,b'), [
    'mysql://root@localhost/waypost?socketPath=%2Frun%2Fa,b',
  ]);
  t.equal(databaseOf(several), 'links');
});

t.test('a URL for another database keeps all hosts', async (t) => {
  t.equal(withDatabase(several, 'other$1'), several.replace('/links?', '/other%241?'));
  t.equal(withDatabase(several, ''), several);
  t.equal(withDatabase('mysql://db1,db2', 'links'), 'mysql://db1,db2/links');
});

t.test('URLs in other formats are refused, and the error does not contain the password', async (t) => {
  for (const url of [
    '',
    'postgres://a:secret@db/x',
    'mysql://a:secret@db1,/x',
    'mysql://a:secret@db1:port,db2/x',
    'mysql://a:sec%ret@db1/x',
    'mysql://a:sec#ret@db1/x',
    'mysql://a:secret@db1',
    'a:secret@db1/x',
    'db1',
  ])
    t.notOk(isMysqlUrl(url), url);
  const error = t.throws(() => hostUrls('mysql://a:secret@db1:port/x')) as unknown as Error;
  t.notMatch(error.message, 'secret');
});

t.test('TLS options are refused if they would not verify the server', async (t) => {
  for (const [url, message] of [
    ['mysql://db/x?ssl-mode=REQUIRED', /ssl-mode must be/],
    ['mysql://db/x?ssl-ca=/nowhere/ca.pem', /nowhere.*ENOENT/],
    ['mysql://127.0.0.1/x?ssl-mode=VERIFY_IDENTITY', /hosts must be names/],
    ['mysql://[::1]/x?ssl-mode=VERIFY_IDENTITY', /hosts must be names/],
  ] as const) {
    t.throws(() => hostOptions(url), { message });
  }
});

t.test('logs do not show the password in a URL with several hosts', async (t) => {
  t.notMatch(withoutPersonalData(`cannot connect to ${several}`), 'ost@');
  t.match(withoutPersonalData(several), '[redacted]@db1:3307,db2');
});
