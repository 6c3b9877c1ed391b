/** Dutch strings for the screens before sign-in. */
import type { Text } from '../text.ts';

export const signIn: Text['signIn'] = {
  title: 'Inloggen',
  email: 'E-mail',
  password: 'Wachtwoord',
  passwordHint: 'Minstens 10 tekens.',
  submit: 'Inloggen',
  by: (provider) => `Inloggen met ${provider}`,
  byPasskey: 'Inloggen met een passkey',
  or: 'of',
  codeNeeded: 'Je wachtwoord klopt. Vul nu een code in.',
  passkeyNeeded: 'Je wachtwoord klopt. Gebruik nu je passkey.',
  codeHint: 'Zes cijfers uit je app, of een herstelcode.',
  recoveryCode: 'Herstelcode',
  otherAccount: 'Ander account gebruiken',
  demo: (email, password) => `Dit is een demo. Log in als ${email} met het wachtwoord ${password}.`,
  createAccount: 'Account maken',
  noAccount: 'Nog geen account?',
  forgot: 'Wachtwoord vergeten?',
  back: 'Terug naar inloggen',
  signedInAs: (email) => `Je bent ingelogd als ${email}.`,
  continue: 'Doorgaan',
  signOut: 'Uitloggen',
};

export const handOver: Text['handOver'] = {
  title: 'Contacten openen',
  note: 'Je wordt ingelogd bij contacten.',
  failed: 'Contacten kan niet worden geopend',
  stay: 'Terug naar het dashboard',
};

export const firstVisit: Text['firstVisit'] = {
  title: 'Eerste account maken',
  note: 'Er bestaat nog geen account. Het eerste beheert deze installatie.',
  code: 'Code uit het log',
  codeHint: 'Waypost schrijft hem bij het starten in zijn log, bijvoorbeeld K7MP-2XWD-9RTA.',
  submit: 'Account maken',
};

export const forgotPassword: Text['forgotPassword'] = {
  title: 'Wachtwoord vergeten',
  note: 'Waypost e-mailt je een link om een nieuw in te stellen.',
  submit: 'Link verzenden',
  sent: 'Controleer je e-mail',
  sentNote: (email) =>
    `Als ${email} een account heeft, is een link om een nieuw wachtwoord in te stellen onderweg. Hij verloopt over een uur.`,
  again: 'Ander e-mailadres gebruiken',
  noMail: 'Er is geen mailserver ingesteld. De operator vindt de e-mail in de map mail op de server.',
};

export const resetPassword: Text['resetPassword'] = {
  title: 'Nieuw wachtwoord instellen',
  note: 'Hiermee worden al je andere sessies uitgelogd.',
  password: 'Nieuw wachtwoord',
  submit: 'Wachtwoord instellen',
  done: 'Je nieuwe wachtwoord is ingesteld',
  needsFactor: 'Je nieuwe wachtwoord is ingesteld. Log ermee in.',
  broken: 'Deze link is niet meer geldig',
  brokenNote: 'Hij werkt één keer, een uur lang. Vraag een nieuwe aan.',
  ask: 'Nieuwe link verzenden',
};

export const signUp: Text['signUp'] = {
  title: 'Account maken',
  name: 'Naam',
  email: 'E-mail',
  password: 'Wachtwoord',
  inviteCode: 'Uitnodigingscode',
  inviteCodeHint: 'Je krijgt hem van de operator.',
  submit: 'Account maken',
  haveAccount: 'Ik heb een account',
  inviteOnly: 'Accounts zijn er alleen op uitnodiging',
  inviteOnlyNote: 'Vraag een admin van je werkruimte om je uit te nodigen en open dan de link in de uitnodiging.',
  closed: 'Registratie is gesloten',
  closedNote: 'Vraag de operator om een account.',
  byProvider: (provider) => `Je account wordt gemaakt als je voor het eerst inlogt met ${provider}.`,
};

export const join: Text['join'] = {
  title: 'Uitnodiging accepteren',
  titleOf: (workspace) => `Lid worden van ${workspace}`,
  titleOfContacts: 'Toegang tot contacten',
  note: (email, role) => `${email} is uitgenodigd als ${role.toLowerCase()}.`,
  noteOfContacts: (email, role) => `${email} is uitgenodigd bij contacten als ${role.toLowerCase()}.`,
  noteOfBoth: (email, role, inContacts) =>
    `${email} is uitgenodigd als ${role.toLowerCase()} en bij contacten als ${inContacts.toLowerCase()}.`,
  submit: 'Deelnemen',
  signInSubmit: 'Inloggen en deelnemen',
  signUpSubmit: 'Account maken en deelnemen',
  otherAccount: (signedIn, invited) => `Je bent ingelogd als ${signedIn}, maar de uitnodiging is voor ${invited}.`,
  switchAccount: 'Uitloggen en doorgaan',
  stay: 'Ingelogd blijven',
  joined: (workspace) => `Je bent nu lid van ${workspace}`,
  joinedContacts: 'Je hebt nu toegang tot contacten',
  broken: 'Deze uitnodiging is niet meer geldig',
  brokenNote: 'De uitnodiging is gebruikt, ingetrokken of verlopen. Vraag om een nieuwe.',
};

export const verify: Text['verify'] = {
  title: 'E-mailadres bevestigen',
  note: 'Ga alleen door als jij dit account hebt gemaakt. Zo niet, stel dan een nieuw wachtwoord in: dat beëindigt alle andere toegang.',
  submit: 'E-mailadres bevestigen',
  signInSubmit: 'Inloggen en bevestigen',
  done: 'Je e-mailadres is bevestigd',
  broken: 'Deze link is niet meer geldig',
  brokenNote: 'Hij werkt één keer, drie dagen lang. Log in om een nieuwe te krijgen.',
  toDashboard: 'Naar het dashboard',
  notice: (email) => `Bevestig ${email}: open de link die daarheen is gestuurd.`,
  again: 'E-mail opnieuw verzenden',
  sentAgain: 'De e-mail is onderweg',
};

export const confirmAddress: Text['confirmAddress'] = {
  title: 'Nieuw e-mailadres bevestigen',
  note: 'Daarna log je hiermee in.',
  submit: 'Dit e-mailadres gebruiken',
  signInSubmit: 'Inloggen en dit adres gebruiken',
  done: 'Je e-mailadres is gewijzigd',
  broken: 'Deze link is niet meer geldig',
  brokenNote: 'Hij werkt één keer, drie dagen lang. Wijzig je e-mailadres opnieuw in je account.',
};
