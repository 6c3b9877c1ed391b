/** Countries: two letters, or an English name for them. */
import { unprocessable } from '../errors.ts';

const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
/** What people write besides the names that Unicode's tables give. */
const otherNames: [string, string][] = [
  ['usa', 'US'],
  ['united states of america', 'US'],
  ['great britain', 'GB'],
  ['england', 'GB'],
  ['czech republic', 'CZ'],
  ['turkey', 'TR'],
  ['burma', 'MM'],
  ['myanmar', 'MM'],
  ['holland', 'NL'],
  ['ivory coast', 'CI'],
  ['uae', 'AE'],
];

/** Case, accents and the spelling of "and" do not tell names apart. */
const plain = (name: string) =>
  name.normalize('NFKD').replace(/\p{M}/gu, '').replaceAll('&', 'and').trim().toLowerCase();

let byName: Map<string, string> | undefined;

function loadNames(): Map<string, string> {
  const names = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });
  const codes = letters.flatMap((first) => letters.map((second) => first + second));
  // A withdrawn code shares its name with the one that replaced it, which is the canonical one.
  const current = codes.filter((code) => Intl.getCanonicalLocales(`und-${code}`)[0] === `und-${code}`);
  const pairs = current.flatMap((code): [string, string][] => {
    const name = names.of(code);
    return name && code !== 'ZZ' ? [[plain(name), code]] : [];
  });
  return new Map([...pairs, ...otherNames]);
}

/** The code in capitals; '' stays ''. @throws unprocessable_entity */
export function parseCountry(text: string): string {
  const given = text.trim();
  if (given === '' || /^[A-Za-z]{2}$/.test(given)) return given.toUpperCase();
  byName ??= loadNames();
  const code = byName.get(plain(given));
  if (!code) throw unprocessable('country must be two letters or the English name of a country');
  return code;
}
