/** Polish strings for second factors. */
import { plural } from '../../../../shared/ui/text/pl/ui.ts';
import type { Text } from '../text.ts';

export const secondFactor: Text['secondFactor'] = {
  title: 'Drugi składnik',
  note: 'Drugie potwierdzenie tożsamości oprócz hasła.',
  none: 'Logujesz się tylko hasłem. Dodaj aplikację uwierzytelniającą lub klucz dostępu, aby chronić konto.',
  needed: 'Skonfiguruj drugi składnik',
  neededNote: 'Tutaj potrzebuje go każdy. Dodaj go, aby kontynuować.',
  unverified: 'Najpierw zweryfikuj e-mail: otwórz wysłany na niego link. Potem możesz dodać drugi składnik.',
  types: { totp: 'Aplikacja uwierzytelniająca', passkey: 'Klucz dostępu' },
  addApp: 'Dodaj aplikację uwierzytelniającą',
  addPasskey: 'Dodaj klucz dostępu',
  added: (type) => `Dodano: ${type}`,
  turnOn: 'Włącz',
  continue: 'Kontynuuj',
  name: 'Nazwa',
  nameHint: 'Nazwa, którą rozpoznasz.',
  scan: 'Zeskanuj ten kod aplikacją uwierzytelniającą lub wpisz w niej klucz. Następnie podaj sześć cyfr, które pokaże.',
  qrCode: 'Kod QR dla aplikacji uwierzytelniającej',
  secret: 'Klucz',
  code: 'Kod',
  appCodeHint: 'Sześć cyfr. Zmieniają się co 30 sekund.',
  passkeyNote:
    'Przeglądarka poprosi o odcisk palca, twarz, PIN lub klucz bezpieczeństwa. Kluczem dostępu zalogujesz się też bez hasła.',
  passkeyNotUsed: 'Przeglądarka nie użyła klucza dostępu. Spróbuj ponownie.',
  passkeyKnown: 'To urządzenie ma już klucz dostępu do Twojego konta.',
  codes: 'Kody odzyskiwania',
  codesOnce: 'Zapisz te kody teraz. Nie zobaczysz ich ponownie.',
  codesNote: 'Każdy działa raz zamiast kodu lub klucza dostępu, na wypadek utraty urządzenia.',
  kept: 'Już zapisane',
  codesLeft: (count) =>
    count === 0
      ? 'Nie ma już kodów odzyskiwania.'
      : plural(count, {
          one: 'Pozostał # kod odzyskiwania.',
          few: 'Pozostały # kody odzyskiwania.',
          many: 'Pozostało # kodów odzyskiwania.',
          other: 'Pozostało # kodu odzyskiwania.',
        }),
  finish: 'Gotowe',
  renewCodes: 'Nowe kody odzyskiwania',
  renewTitle: 'Utworzyć nowe kody odzyskiwania?',
  renewNote: 'Obecne kody przestaną działać.',
  remove: 'Usuń',
  removeTitle: (name) => `Usunąć ${name}?`,
  removeNote: 'Nie będzie już można się nim zalogować.',
  removeLast: 'To ostatni składnik. Do logowania wystarczy wtedy hasło, a kody odzyskiwania przestaną działać.',
  removed: (name) => `Usunięto ${name}`,
};
