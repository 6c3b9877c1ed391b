/** Dutch strings for the account. */
import { plural } from '../../../../shared/ui/text/nl/ui.ts';
import type { Text } from '../text.ts';

export const account: Text['account'] = {
  title: 'Account',
  about: 'Je naam, e-mail, wachtwoord, sessies en weergave.',
  manual: 'Handleiding',
  profile: 'Naam',
  name: 'Naam',
  nameHint: 'Zichtbaar voor de leden van je werkruimten.',
  language: 'Taal',
  browserLanguage: 'Taal van de browser',
  address: 'E-mail',
  currentAddress: (email) => `Je logt in met ${email}.`,
  newAddress: 'Nieuw e-mailadres',
  password: 'Wachtwoord',
  newPassword: 'Nieuw wachtwoord',
  currentPassword: 'Huidig wachtwoord',
  changePassword: 'Wachtwoord wijzigen',
  passwordNote: 'Na een wijziging word je overal elders uitgelogd.',
  passwordChanged: 'Wachtwoord gewijzigd en andere sessies uitgelogd',
  saved: 'Opgeslagen',
  needsRecentSignIn: 'Mogelijk tot tien minuten na het inloggen.',
  signInAgain: 'Log uit, log opnieuw in en doe dit binnen tien minuten.',
  changeAddress: 'E-mailadres wijzigen',
  addressRequested: (email) =>
    `Open de link die naar ${email} is gestuurd om de wijziging af te ronden. De link verloopt over drie dagen.`,
  sessions: 'Sessies',
  sessionsNote: 'Apparaten die zijn ingelogd.',
  device: 'Apparaat',
  lastUsed: 'Laatst gebruikt',
  thisOne: 'Deze sessie',
  unknownDevice: 'Onbekend apparaat',
  browserOn: (browser, system) => `${browser} op ${system}`,
  end: 'Uitloggen',
  endNamed: (device) => `${device} uitloggen`,
  ended: 'Sessie uitgelogd',
  endOthers: 'Andere sessies uitloggen',
  othersEnded: 'Andere sessies uitgelogd',
  onlyThis: 'Je hebt geen andere sessies.',
  danger: 'Account verwijderen',
  dangerNote: 'Verwijdert je naam, e-mailadres, sessies en API-sleutels.',
  deleteAccount: 'Account verwijderen',
  deleteTitle: 'Je account verwijderen?',
  deleteNote: 'Dit kan niet ongedaan worden gemaakt.',
  fates: {
    left: 'Je verlaat deze werkruimte. De links blijven.',
    deleted: (links, clicks) =>
      `Je bent het enige lid: de werkruimte wordt verwijderd met ${plural(links, {
        one: '# link',
        other: '# links',
      })} en ${plural(clicks, { one: '# klik', other: '# klikken' })}.`,
    transfer_first: 'Je bent eigenaar en er zijn andere leden. Draag de werkruimte eerst over of verwijder die.',
    suspended: 'Je bent het enige lid en de werkruimte is opgeschort. Vraag de operator eerst om herstel.',
  },
  contactsFates: {
    left: 'Je verliest je rol. De contacten blijven.',
    transfer_first:
      'Je bent de laatste beheerder en anderen gebruiken de contacten. Maak eerst een andere gebruiker beheerder.',
  },
  cannotDelete: 'Je account kan nog niet worden verwijderd.',
  deleted: 'Account verwijderd',
};
