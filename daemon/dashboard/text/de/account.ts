/** German strings for the account. */
import { plural } from '../../../../shared/ui/text/de/ui.ts';
import type { Text } from '../text.ts';

export const account: Text['account'] = {
  title: 'Konto',
  about: 'Name, E-Mail, Passwort, Sitzungen und Darstellung.',
  manual: 'Handbuch',
  profile: 'Name',
  name: 'Name',
  nameHint: 'Sichtbar für die Mitglieder Ihrer Arbeitsbereiche.',
  language: 'Sprache',
  browserLanguage: 'Sprache des Browsers',
  address: 'E-Mail',
  currentAddress: (email) => `Sie melden sich mit ${email} an.`,
  newAddress: 'Neue E-Mail-Adresse',
  password: 'Passwort',
  newPassword: 'Neues Passwort',
  currentPassword: 'Aktuelles Passwort',
  changePassword: 'Passwort ändern',
  passwordNote: 'Eine Änderung meldet Sie überall sonst ab.',
  passwordChanged: 'Passwort geändert und andere Sitzungen abgemeldet',
  saved: 'Gespeichert',
  needsRecentSignIn: 'Möglich bis zehn Minuten nach der Anmeldung.',
  signInAgain: 'Melden Sie sich ab und wieder an; dann ist dies zehn Minuten lang möglich.',
  changeAddress: 'E-Mail-Adresse ändern',
  addressRequested: (email) =>
    `Öffnen Sie den an ${email} gesendeten Link, um die Änderung abzuschließen. Er läuft in drei Tagen ab.`,
  sessions: 'Sitzungen',
  sessionsNote: 'Angemeldete Geräte.',
  device: 'Gerät',
  lastUsed: 'Zuletzt verwendet',
  thisOne: 'Diese Sitzung',
  unknownDevice: 'Unbekanntes Gerät',
  browserOn: (browser, system) => `${browser} auf ${system}`,
  end: 'Abmelden',
  endNamed: (device) => `${device} abmelden`,
  ended: 'Sitzung abgemeldet',
  endOthers: 'Andere Sitzungen abmelden',
  othersEnded: 'Andere Sitzungen abgemeldet',
  onlyThis: 'Sie haben keine anderen Sitzungen.',
  danger: 'Konto löschen',
  dangerNote: 'Löscht Ihren Namen, Ihre E-Mail-Adresse, Sitzungen und API-Schlüssel.',
  deleteAccount: 'Konto löschen',
  deleteTitle: 'Ihr Konto löschen?',
  deleteNote: 'Das lässt sich nicht rückgängig machen.',
  fates: {
    left: 'Sie verlassen ihn. Seine Links bleiben.',
    deleted: (links, clicks) =>
      `Sie sind das einzige Mitglied: Er wird gelöscht, mit ${plural(links, {
        one: '# Link',
        other: '# Links',
      })} und ${plural(clicks, { one: '# Klick', other: '# Klicks' })}.`,
    transfer_first: 'Er gehört Ihnen und hat andere Mitglieder. Übertragen oder löschen Sie ihn zuerst.',
    suspended: 'Sie sind das einzige Mitglied, und er ist stillgelegt. Bitten Sie den Betreiber, ihn zu reaktivieren.',
  },
  contactsFates: {
    left: 'Sie verlieren Ihre Rolle. Die Kontakte bleiben.',
    transfer_first:
      'Sie sind der letzte Administrator, und andere nutzen die Kontakte. Machen Sie zuerst jemand anderen zum Administrator.',
  },
  cannotDelete: 'Ihr Konto lässt sich noch nicht löschen.',
  deleted: 'Konto gelöscht',
};
