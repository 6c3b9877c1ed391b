/** Polish strings for the screens before sign-in. */
import type { Text } from '../text.ts';

export const signIn: Text['signIn'] = {
  title: 'Logowanie',
  email: 'E-mail',
  password: 'Hasło',
  passwordHint: 'Co najmniej 10 znaków.',
  submit: 'Zaloguj się',
  by: (provider) => `Zaloguj się przez ${provider}`,
  byPasskey: 'Zaloguj się kluczem dostępu',
  or: 'lub',
  codeNeeded: 'Hasło jest prawidłowe. Teraz wpisz kod.',
  passkeyNeeded: 'Hasło jest prawidłowe. Teraz użyj klucza dostępu.',
  codeHint: 'Sześć cyfr z aplikacji lub kod odzyskiwania.',
  recoveryCode: 'Kod odzyskiwania',
  otherAccount: 'Użyj innego konta',
  demo: (email, password) => `To jest wersja demo. Zaloguj się jako ${email}, używając hasła ${password}.`,
  createAccount: 'Załóż konto',
  noAccount: 'Nie masz konta?',
  forgot: 'Nie pamiętam hasła',
  back: 'Wróć do logowania',
  signedInAs: (email) => `Zalogowano jako ${email}.`,
  continue: 'Kontynuuj',
  signOut: 'Wyloguj się',
};

export const handOver: Text['handOver'] = {
  title: 'Otwieranie kontaktów',
  note: 'Logowanie do kontaktów.',
  failed: 'Nie można otworzyć kontaktów',
  stay: 'Wróć do panelu',
};

export const firstVisit: Text['firstVisit'] = {
  title: 'Załóż pierwsze konto',
  note: 'Nie ma jeszcze żadnego konta. Pierwsze z nich administruje tą instalacją.',
  code: 'Kod z dziennika',
  codeHint: 'Waypost zapisuje go w dzienniku podczas uruchamiania, np. K7MP-2XWD-9RTA.',
  submit: 'Załóż konto',
};

export const forgotPassword: Text['forgotPassword'] = {
  title: 'Nie pamiętam hasła',
  note: 'Waypost wyśle Ci e-mailem link do ustawienia nowego.',
  submit: 'Wyślij link',
  sent: 'Sprawdź skrzynkę',
  sentNote: (email) => `Jeśli ${email} ma konto, link do ustawienia nowego hasła jest w drodze. Wygasa za godzinę.`,
  again: 'Użyj innego adresu e-mail',
  noMail: 'Serwer poczty nie jest skonfigurowany. Operator znajdzie e-mail w folderze mail na serwerze.',
};

export const resetPassword: Text['resetPassword'] = {
  title: 'Ustaw nowe hasło',
  note: 'Spowoduje to wylogowanie wszystkich pozostałych sesji.',
  password: 'Nowe hasło',
  submit: 'Ustaw hasło',
  done: 'Nowe hasło zostało ustawione',
  needsFactor: 'Nowe hasło zostało ustawione. Zaloguj się nim.',
  broken: 'Ten link nie jest już ważny',
  brokenNote: 'Działa raz, przez godzinę. Poproś o nowy.',
  ask: 'Wyślij nowy link',
};

export const signUp: Text['signUp'] = {
  title: 'Załóż konto',
  name: 'Imię i nazwisko',
  email: 'E-mail',
  password: 'Hasło',
  inviteCode: 'Kod zaproszenia',
  inviteCodeHint: 'Podaje go operator.',
  submit: 'Załóż konto',
  haveAccount: 'Mam konto',
  inviteOnly: 'Konta tylko z zaproszeniem',
  inviteOnlyNote: 'Poproś administratora obszaru roboczego o zaproszenie, a potem otwórz zawarty w nim link.',
  closed: 'Rejestracja jest zamknięta',
  closedNote: 'Poproś operatora o konto.',
  byProvider: (provider) => `Pierwsze logowanie przez ${provider} utworzy Twoje konto.`,
};

export const join: Text['join'] = {
  title: 'Przyjmij zaproszenie',
  titleOf: (workspace) => `Dołącz do ${workspace}`,
  titleOfContacts: 'Dołącz do kontaktów',
  note: (email, role) => `Zaproszenie dla ${email}. Rola: ${role.toLowerCase()}.`,
  noteOfContacts: (email, role) => `Zaproszenie do kontaktów dla ${email}. Rola: ${role.toLowerCase()}.`,
  noteOfBoth: (email, role, inContacts) =>
    `Zaproszenie dla ${email}. Rola: ${role.toLowerCase()}, w kontaktach: ${inContacts.toLowerCase()}.`,
  submit: 'Dołącz',
  signInSubmit: 'Zaloguj się i dołącz',
  signUpSubmit: 'Załóż konto i dołącz',
  otherAccount: (signedIn, invited) => `Zalogowano jako ${signedIn}, ale zaproszenie jest dla ${invited}.`,
  switchAccount: 'Wyloguj się i kontynuuj',
  stay: 'Nie wylogowuj',
  joined: (workspace) => `Dołączono do ${workspace}`,
  joinedContacts: 'Dołączono do kontaktów',
  broken: 'To zaproszenie nie jest już ważne',
  brokenNote: 'Zostało użyte, unieważnione lub wygasło. Poproś o nowe.',
};

export const verify: Text['verify'] = {
  title: 'Zweryfikuj e-mail',
  note: 'Kontynuuj tylko wtedy, gdy to konto jest Twoje. Jeśli założył je ktoś inny, ustaw nowe hasło: zakończy to każdy inny dostęp.',
  submit: 'Zweryfikuj e-mail',
  signInSubmit: 'Zaloguj się i zweryfikuj e-mail',
  done: 'Twój e-mail został zweryfikowany',
  broken: 'Ten link nie jest już ważny',
  brokenNote: 'Działa raz, przez trzy dni. Zaloguj się, aby otrzymać nowy.',
  toDashboard: 'Przejdź do panelu',
  notice: (email) => `Zweryfikuj ${email}: otwórz wysłany na ten adres link.`,
  again: 'Wyślij e-mail ponownie',
  sentAgain: 'E-mail jest w drodze',
};

export const confirmAddress: Text['confirmAddress'] = {
  title: 'Potwierdź nowy e-mail',
  note: 'Od tej pory będzie służyć do logowania.',
  submit: 'Użyj tego adresu',
  signInSubmit: 'Zaloguj się i użyj tego adresu',
  done: 'Twój e-mail został zmieniony',
  broken: 'Ten link nie jest już ważny',
  brokenNote: 'Działa raz, przez trzy dni. Zmień e-mail ponownie na swoim koncie.',
};
