/** Dutch strings for second factors. */
import { plural } from '../../../../shared/ui/text/nl/ui.ts';
import type { Text } from '../text.ts';

export const secondFactor: Text['secondFactor'] = {
  title: 'Tweede factor',
  note: 'Een tweede bewijs van je identiteit naast je wachtwoord.',
  none: 'Je logt alleen met een wachtwoord in. Beveilig je account met een authenticator-app of een passkey.',
  needed: 'Stel een tweede factor in',
  neededNote: 'Iedereen hier heeft er een nodig. Voeg hem toe om verder te gaan.',
  unverified:
    'Bevestig eerst je e-mailadres: open de link die daarheen is gestuurd. Daarna kun je een tweede factor toevoegen.',
  types: { totp: 'Authenticator-app', passkey: 'Passkey' },
  addApp: 'Authenticator-app toevoegen',
  addPasskey: 'Passkey toevoegen',
  added: (type) => `${type} toegevoegd`,
  turnOn: 'Inschakelen',
  continue: 'Doorgaan',
  name: 'Naam',
  nameHint: 'Een naam die je herkent.',
  scan: 'Scan deze code met een authenticator-app of typ de sleutel over. Vul dan de zes cijfers in die de app toont.',
  qrCode: 'QR-code voor de authenticator-app',
  secret: 'Sleutel',
  code: 'Code',
  appCodeHint: 'Zes cijfers. Ze veranderen elke 30 seconden.',
  passkeyNote:
    'Je browser vraagt om je vingerafdruk, gezicht, pincode of beveiligingssleutel. Met een passkey log je ook in zonder wachtwoord.',
  passkeyNotUsed: 'De browser gebruikte geen passkey. Probeer het opnieuw.',
  passkeyKnown: 'Dit apparaat heeft al een passkey voor je account.',
  codes: 'Herstelcodes',
  codesOnce: 'Bewaar deze codes nu. Je ziet ze niet opnieuw.',
  codesNote: 'Elke code werkt één keer in plaats van een code of passkey, voor als je je apparaat kwijtraakt.',
  kept: 'Ik heb ze bewaard',
  codesLeft: (count) =>
    count === 0
      ? 'Geen herstelcodes meer over.'
      : plural(count, { one: 'Nog # herstelcode over.', other: 'Nog # herstelcodes over.' }),
  finish: 'Klaar',
  renewCodes: 'Nieuwe herstelcodes',
  renewTitle: 'Nieuwe herstelcodes maken?',
  renewNote: 'Je huidige codes werken dan niet meer.',
  remove: 'Verwijderen',
  removeTitle: (name) => `${name} verwijderen?`,
  removeNote: 'Je kunt er niet meer mee inloggen.',
  removeLast: 'Dit is je laatste. Daarna volstaat je wachtwoord om in te loggen en werken je herstelcodes niet meer.',
  removed: (name) => `${name} verwijderd`,
};
