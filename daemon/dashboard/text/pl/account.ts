/** Polish strings for the account. */
import { plural } from '../../../../shared/ui/text/pl/ui.ts';
import type { Text } from '../text.ts';

const deletedWith = (links: number, clicks: number) => {
  const ofLinks = plural(links, { one: '# link', few: '# linki', many: '# linków', other: '# linku' });
  const ofClicks = plural(clicks, {
    one: '# kliknięcie',
    few: '# kliknięcia',
    many: '# kliknięć',
    other: '# kliknięcia',
  });
  return `Nie ma innych członków, więc obszar zostanie usunięty. Przepadną: ${ofLinks}, ${ofClicks}.`;
};

export const account: Text['account'] = {
  title: 'Konto',
  about: 'Twoje imię i nazwisko, e-mail, hasło, sesje i wygląd.',
  manual: 'Podręcznik',
  profile: 'Imię i nazwisko',
  name: 'Imię i nazwisko',
  nameHint: 'Widoczne dla członków Twoich obszarów roboczych.',
  language: 'Język',
  browserLanguage: 'Język przeglądarki',
  address: 'E-mail',
  currentAddress: (email) => `Twój e-mail do logowania: ${email}.`,
  newAddress: 'Nowy e-mail',
  password: 'Hasło',
  newPassword: 'Nowe hasło',
  currentPassword: 'Obecne hasło',
  changePassword: 'Zmień hasło',
  passwordNote: 'Zmiana hasła wyloguje Cię wszędzie indziej.',
  passwordChanged: 'Zmieniono hasło i wylogowano pozostałe sesje',
  saved: 'Zapisano',
  needsRecentSignIn: 'Możliwe w ciągu dziesięciu minut od zalogowania.',
  signInAgain: 'Wyloguj się, zaloguj ponownie i zrób to w ciągu dziesięciu minut.',
  changeAddress: 'Zmień e-mail',
  addressRequested: (email) => `Aby dokończyć zmianę, otwórz link wysłany na adres ${email}. Link wygasa za trzy dni.`,
  sessions: 'Sesje',
  sessionsNote: 'Zalogowane urządzenia.',
  device: 'Urządzenie',
  lastUsed: 'Ostatnie użycie',
  thisOne: 'Ta sesja',
  unknownDevice: 'Nieznane urządzenie',
  browserOn: (browser, system) => `${browser}, ${system}`,
  end: 'Wyloguj',
  endNamed: (device) => `Wyloguj: ${device}`,
  ended: 'Wylogowano sesję',
  endOthers: 'Wyloguj pozostałe sesje',
  othersEnded: 'Wylogowano pozostałe sesje',
  onlyThis: 'Nie masz innych sesji.',
  danger: 'Usuń konto',
  dangerNote: 'Usuwa Twoje imię i nazwisko, e-mail, sesje i klucze API.',
  deleteAccount: 'Usuń konto',
  deleteTitle: 'Usunąć Twoje konto?',
  deleteNote: 'Nie można tego cofnąć.',
  fates: {
    left: 'Opuścisz ten obszar. Jego linki pozostaną.',
    deleted: deletedWith,
    transfer_first: 'Jesteś właścicielem, a obszar ma innych członków. Najpierw go przekaż lub usuń.',
    suspended: 'Nie ma innych członków, a obszar jest zawieszony. Najpierw poproś operatora o jego przywrócenie.',
  },
  contactsFates: {
    left: 'Stracisz swoją rolę. Kontakty pozostaną.',
    transfer_first:
      'Nie ma innego administratora, a kontaktów używają inne osoby. Najpierw nadaj komuś rolę administratora.',
  },
  cannotDelete: 'Twojego konta nie można jeszcze usunąć.',
  deleted: 'Usunięto Twoje konto',
};
