/** Country codes and their English names. */
import { unprocessable } from '../../core/errors.ts';

const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
/** Names that Unicode's tables lack: ISO 3166's own, old names, and parts of a country. */
const otherNames: Readonly<Record<string, string[]>> = {
  AE: ['UAE'],
  BN: ['Brunei Darussalam'],
  BO: ['Bolivia, Plurinational State of'],
  CD: ['DR Congo', 'Democratic Republic of the Congo', 'Congo, Democratic Republic of the'],
  CG: ['Congo', 'Republic of the Congo'],
  CI: ['Ivory Coast'],
  CV: ['Cabo Verde'],
  CZ: ['Czech Republic'],
  FK: ['Falkland Islands (Malvinas)'],
  FM: ['Micronesia, Federated States of', 'Federated States of Micronesia'],
  GB: ['Great Britain', 'England', 'United Kingdom of Great Britain and Northern Ireland'],
  HM: ['Heard Island and McDonald Islands'],
  IR: ['Iran, Islamic Republic of', 'Islamic Republic of Iran'],
  KP: ["Korea, Democratic People's Republic of", "Democratic People's Republic of Korea"],
  KR: ['Korea, Republic of', 'Republic of Korea'],
  LA: ["Lao People's Democratic Republic"],
  MD: ['Moldova, Republic of', 'Republic of Moldova'],
  MF: ['Saint Martin (French part)'],
  MK: ['Macedonia'],
  MM: ['Burma', 'Myanmar'],
  MO: ['Macau'],
  NL: ['Holland', 'Netherlands, Kingdom of the'],
  PN: ['Pitcairn'],
  PS: ['Palestine, State of', 'State of Palestine'],
  RU: ['Russian Federation'],
  SH: ['Saint Helena, Ascension and Tristan da Cunha'],
  SX: ['Sint Maarten (Dutch part)'],
  SY: ['Syrian Arab Republic'],
  SZ: ['Swaziland'],
  TL: ['East Timor'],
  TR: ['Turkey'],
  TW: ['Taiwan, Province of China'],
  TZ: ['Tanzania, United Republic of', 'United Republic of Tanzania'],
  UM: ['United States Minor Outlying Islands'],
  US: ['USA', 'United States of America'],
  VA: ['Holy See', 'Vatican'],
  VE: ['Venezuela, Bolivarian Republic of', 'Bolivarian Republic of Venezuela'],
  VG: ['Virgin Islands (British)'],
  VI: ['Virgin Islands (U.S.)'],
  VN: ['Viet Nam'],
};

/** Normalizes a name for comparison: ignores case, accents, punctuation, "the" and spellings of "and" and "Saint". */
const plain = (name: string) =>
  name
    .normalize('NFKD')
    .replace(/[\p{M}'\u2018\u2019\u02bc.]/gu, '')
    .toLowerCase()
    .replaceAll('&', ' and ')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .replace(/\bst\b/g, 'saint')
    .replace(/\bthe\b ?/g, '')
    .trim();

let byName: Map<string, string> | undefined;

function loadNames(): Map<string, string> {
  const styles = (['long', 'short'] as const).map(
    (style) => new Intl.DisplayNames(['en'], { type: 'region', style, fallback: 'none' }),
  );
  const codes = letters.flatMap((first) => letters.map((second) => first + second));
  // A withdrawn code has the same name as its canonical replacement.
  const current = codes.filter((code) => Intl.getCanonicalLocales(`und-${code}`)[0] === `und-${code}`);
  const namesOf = (code: string) => styles.flatMap((names) => names.of(code) ?? []);
  const named = current.filter((code) => code !== 'ZZ').map((code): [string, string[]] => [code, namesOf(code)]);
  const pairs = [...named, ...Object.entries(otherNames)].flatMap(([code, names]) =>
    names.map((name): [string, string] => [plain(name), code]),
  );
  return new Map(pairs);
}

/** Returns the code in capitals; '' for ''. @throws unprocessable_entity */
export function parseCountry(text: string): string {
  const given = text.trim();
  if (/^uk$/i.test(given)) return 'GB';
  if (given === '' || /^[A-Za-z]{2}$/.test(given)) return given.toUpperCase();
  byName ??= loadNames();
  const code = byName.get(plain(given));
  if (!code) throw unprocessable('country must be two letters or the English name of a country');
  return code;
}
