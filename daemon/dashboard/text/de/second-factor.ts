/** German strings for second factors. */
import { plural } from '../../../../shared/ui/text/de/ui.ts';
import type { Text } from '../text.ts';

export const secondFactor: Text['secondFactor'] = {
  title: 'Zweiter Faktor',
  note: 'Ein zweiter Nachweis Ihrer Identität zusätzlich zum Passwort.',
  none: 'Sie melden sich nur mit einem Passwort an. Schützen Sie Ihr Konto mit einer Authenticator-App oder einem Passkey.',
  needed: 'Richten Sie einen zweiten Faktor ein',
  neededNote: 'Hier brauchen ihn alle. Fügen Sie ihn hinzu, um fortzufahren.',
  unverified:
    'Bestätigen Sie zuerst Ihre E-Mail-Adresse: Öffnen Sie den Link, der dorthin gesendet wurde. Dann können Sie einen zweiten Faktor hinzufügen.',
  types: { totp: 'Authenticator-App', passkey: 'Passkey' },
  addApp: 'Authenticator-App hinzufügen',
  addPasskey: 'Passkey hinzufügen',
  added: (type) => `${type} hinzugefügt`,
  turnOn: 'Einschalten',
  continue: 'Weiter',
  name: 'Name',
  nameHint: 'Ein Name, den Sie wiedererkennen.',
  scan: 'Scannen Sie diesen Code mit einer Authenticator-App oder tippen Sie den Schlüssel ein. Geben Sie dann die sechs Ziffern ein, die sie anzeigt.',
  qrCode: 'QR-Code für die Authenticator-App',
  secret: 'Schlüssel',
  code: 'Code',
  appCodeHint: 'Sechs Ziffern, die alle 30 Sekunden wechseln.',
  passkeyNote:
    'Ihr Browser fragt nach Fingerabdruck, Gesicht, PIN oder Sicherheitsschlüssel. Mit einem Passkey können Sie sich auch ohne Passwort anmelden.',
  passkeyNotUsed: 'Der Browser hat keinen Passkey verwendet. Versuchen Sie es erneut.',
  passkeyKnown: 'Dieses Gerät hat bereits einen Passkey für Ihr Konto.',
  codes: 'Wiederherstellungscodes',
  codesOnce: 'Sichern Sie diese Codes jetzt. Die Codes werden nicht noch einmal angezeigt.',
  codesNote: 'Jeder gilt einmal anstelle von Code oder Passkey, falls Sie Ihr Gerät verlieren.',
  kept: 'Ich habe sie gesichert',
  codesLeft: (count) =>
    count === 0
      ? 'Keine Wiederherstellungscodes mehr übrig.'
      : plural(count, { one: '# Wiederherstellungscode übrig.', other: '# Wiederherstellungscodes übrig.' }),
  finish: 'Fertig',
  renewCodes: 'Neue Wiederherstellungscodes',
  renewTitle: 'Neue Wiederherstellungscodes erstellen?',
  renewNote: 'Ihre jetzigen Codes funktionieren dann nicht mehr.',
  remove: 'Entfernen',
  removeTitle: (name) => `${name} entfernen?`,
  removeNote: 'Sie können sich damit nicht mehr anmelden.',
  removeLast:
    'Das ist Ihr letzter. Danach genügt zum Anmelden Ihr Passwort, und Ihre Wiederherstellungscodes funktionieren nicht mehr.',
  removed: (name) => `${name} entfernt`,
};
