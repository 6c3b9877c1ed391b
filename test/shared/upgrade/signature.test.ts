/** The check of signatures, with signatures created by minisign 0.11. */
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { checkSignature, readKey } from '../../../shared/upgrade/signature.ts';
import { t } from '../../runner/tap.ts';

const key = 'RWTTnWpOPBuFarDy1pGvBxaAHL1bbisXgtq/xXO0STmY1YqkRqjV61AT';
const signature = `untrusted comment: signature from minisign secret key
RUTTnWpOPBuFaoeih382KkQVAZLACCXvNP6je9CRKxulwOhzRSK/Nxzs0sQVx1uZ+KbhKbYP0CzkJMGGwDoojKrLeQyuFasV0Qw=
trusted comment: Waypost 0.3.0
ds9VGg02Y0YQe+biZVPz3DIGliK+iRa3vZj6u0TKTL7n6O/2sfY6ecXRRdqcPzs7vbWDihIhjcv0aLz4rs+TBg==
`;
const legacy = `untrusted comment: signature from minisign secret key
RWTTnWpOPBuFapbpA2Ne5um0aPlTP/HQCS/7SkWk4e5CdcQi09OuIz1Mj45lcVyBDM9k9Ylp1H6Tk/v7+spntwLpVEKmPesYKgI=
trusted comment: old
H0/dfOAopFlK8QCDypxLfI4jrEd8zhKlvYSlzDXRKDA+qUMN/ChDxIZrbD5Dxqwnaah2bu/22skN0e6pE6KDCw==
`;

t.test('a signature is valid only for its own file, key and comment', async (t) => {
  const file = path.join(t.testdir({ archive: 'a release\n' }), 'archive');
  const known = readKey(`${key}\n`);
  t.equal(known.id, '6A851B3C4E6A9DD3', 'as minisign names it');
  t.equal(await checkSignature(file, signature, known), 'Waypost 0.3.0');
  t.equal(await checkSignature(file, signature.replaceAll('\n', '\r\n'), known), 'Waypost 0.3.0');
  const altered: [text: string, said: RegExp][] = [
    [signature.replace('0.3.0', '0.4.0'), /was altered/],
    [signature.replace('ds9V', 'ds9W'), /was altered/],
    [signature.replace('FaoeiH'.slice(0, 4), 'Faof'), /was altered/],
    [signature.replace('RUTTnW', 'RUTTnX'), /is signed with the key \w+ instead of RELEASES_KEY/],
    [legacy, /a signature in an old format/],
    ['', /unreadable/],
    [signature.split('\n').slice(0, 3).join('\n'), /unreadable/],
    [signature.replace('0Qw=', ''), /unreadable/],
  ];
  for (const [text, said] of altered) await t.rejects(checkSignature(file, text, known), said, text);
  await writeFile(file, `${await readFile(file, 'utf8')} `);
  await t.rejects(checkSignature(file, signature, known), /was altered: its signature does not match/);
});

t.test('only a minisign public key is accepted as a key', (t) => {
  for (const text of ['', 'RW', key.slice(1), `${key}AAAA`, 'untrusted comment: minisign public key'])
    t.throws(() => readKey(text), /RELEASES_KEY is not a minisign public key/, text);
  t.end();
});
