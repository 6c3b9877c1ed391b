/** German strings for the screens before sign-in. */
import type { Text } from '../text.ts';

export const signIn: Text['signIn'] = {
  title: 'Anmelden',
  email: 'E-Mail',
  password: 'Passwort',
  passwordHint: 'Mindestens 10 Zeichen.',
  submit: 'Anmelden',
  by: (provider) => `Mit ${provider} anmelden`,
  byPasskey: 'Mit Passkey anmelden',
  or: 'oder',
  codeNeeded: 'Ihr Passwort stimmt. Geben Sie jetzt einen Code ein.',
  passkeyNeeded: 'Ihr Passwort stimmt. Verwenden Sie jetzt Ihren Passkey.',
  codeHint: 'Sechs Ziffern aus Ihrer App oder ein Wiederherstellungscode.',
  recoveryCode: 'Wiederherstellungscode',
  otherAccount: 'Anderes Konto verwenden',
  demo: (email, password) => `Dies ist eine Demo. Melden Sie sich als ${email} mit dem Passwort ${password} an.`,
  createAccount: 'Konto erstellen',
  noAccount: 'Noch kein Konto?',
  forgot: 'Passwort vergessen?',
  back: 'Zurück zur Anmeldung',
  signedInAs: (email) => `Sie sind als ${email} angemeldet.`,
  continue: 'Weiter',
  signOut: 'Abmelden',
};

export const handOver: Text['handOver'] = {
  title: 'Kontakte werden geöffnet',
  note: 'Sie werden bei den Kontakten angemeldet.',
  failed: 'Die Kontakte lassen sich nicht öffnen',
  stay: 'Zurück zum Dashboard',
};

export const firstVisit: Text['firstVisit'] = {
  title: 'Erstes Konto erstellen',
  note: 'Es gibt noch kein Konto. Das erste verwaltet diese Installation.',
  code: 'Code aus dem Log',
  codeHint: 'Waypost schreibt ihn beim Start in sein Log, zum Beispiel K7MP-2XWD-9RTA.',
  submit: 'Konto erstellen',
};

export const forgotPassword: Text['forgotPassword'] = {
  title: 'Passwort vergessen',
  note: 'Waypost sendet Ihnen per E-Mail einen Link, um ein neues festzulegen.',
  submit: 'Link senden',
  sent: 'Prüfen Sie Ihre E-Mails',
  sentNote: (email) =>
    `Falls es für ${email} ein Konto gibt, ist ein Link zum Festlegen eines neuen Passworts unterwegs. Er läuft in einer Stunde ab.`,
  again: 'Andere E-Mail-Adresse verwenden',
  noMail: 'Kein Mailserver eingerichtet. Der Betreiber findet die E-Mail im Ordner mail auf dem Server.',
};

export const resetPassword: Text['resetPassword'] = {
  title: 'Neues Passwort festlegen',
  note: 'Alle Ihre anderen Sitzungen werden abgemeldet.',
  password: 'Neues Passwort',
  submit: 'Passwort festlegen',
  done: 'Ihr neues Passwort ist festgelegt',
  needsFactor: 'Ihr neues Passwort ist festgelegt. Melden Sie sich damit an.',
  broken: 'Dieser Link ist nicht mehr gültig',
  brokenNote: 'Er gilt nur einmal und nur eine Stunde lang. Fordern Sie einen neuen an.',
  ask: 'Neuen Link senden',
};

export const signUp: Text['signUp'] = {
  title: 'Konto erstellen',
  name: 'Name',
  email: 'E-Mail',
  password: 'Passwort',
  inviteCode: 'Einladungscode',
  inviteCodeHint: 'Erhalten Sie vom Betreiber.',
  submit: 'Konto erstellen',
  haveAccount: 'Ich habe ein Konto',
  inviteOnly: 'Konten gibt es nur auf Einladung',
  inviteOnlyNote:
    'Bitten Sie einen Admin Ihres Arbeitsbereichs, Sie einzuladen, und öffnen Sie dann den Link in der Einladung.',
  closed: 'Die Registrierung ist geschlossen',
  closedNote: 'Bitten Sie den Betreiber um ein Konto.',
  byProvider: (provider) => `Ihre erste Anmeldung mit ${provider} erstellt Ihr Konto.`,
};

export const join: Text['join'] = {
  title: 'Einladung annehmen',
  titleOf: (workspace) => `${workspace} beitreten`,
  titleOfContacts: 'Zugriff auf die Kontakte',
  note: (email, role) => `${email} ist als ${role} eingeladen.`,
  noteOfContacts: (email, role) => `${email} ist als ${role} zu den Kontakten eingeladen.`,
  noteOfBoth: (email, role, inContacts) =>
    `${email} ist als ${role} eingeladen und zu den Kontakten als ${inContacts}.`,
  submit: 'Beitreten',
  signInSubmit: 'Anmelden und beitreten',
  signUpSubmit: 'Konto erstellen und beitreten',
  otherAccount: (signedIn, invited) => `Sie sind als ${signedIn} angemeldet, die Einladung ist aber für ${invited}.`,
  switchAccount: 'Abmelden und fortfahren',
  stay: 'Angemeldet bleiben',
  joined: (workspace) => `Sie sind ${workspace} beigetreten`,
  joinedContacts: 'Sie haben jetzt Zugriff auf die Kontakte',
  broken: 'Diese Einladung ist nicht mehr gültig',
  brokenNote: 'Sie wurde verwendet oder widerrufen oder ist abgelaufen. Bitten Sie um eine neue.',
};

export const verify: Text['verify'] = {
  title: 'E-Mail-Adresse bestätigen',
  note: 'Fahren Sie nur fort, wenn Sie dieses Konto erstellt haben. Andernfalls legen Sie ein neues Passwort fest: Das beendet jeden anderen Zugriff.',
  submit: 'E-Mail-Adresse bestätigen',
  signInSubmit: 'Anmelden und bestätigen',
  done: 'Ihre E-Mail-Adresse ist bestätigt',
  broken: 'Dieser Link ist nicht mehr gültig',
  brokenNote: 'Er gilt nur einmal und nur drei Tage lang. Melden Sie sich an, um einen neuen zu erhalten.',
  toDashboard: 'Zum Dashboard',
  notice: (email) => `Bestätigen Sie ${email}: Öffnen Sie den dorthin gesendeten Link.`,
  again: 'E-Mail erneut senden',
  sentAgain: 'Die E-Mail ist unterwegs',
};

export const confirmAddress: Text['confirmAddress'] = {
  title: 'Neue E-Mail-Adresse bestätigen',
  note: 'Danach melden Sie sich mit ihr an.',
  submit: 'Diese E-Mail-Adresse verwenden',
  signInSubmit: 'Anmelden und Adresse verwenden',
  done: 'Ihre E-Mail-Adresse ist geändert',
  broken: 'Dieser Link ist nicht mehr gültig',
  brokenNote: 'Er gilt nur einmal und nur drei Tage lang. Ändern Sie Ihre E-Mail-Adresse erneut in Ihrem Konto.',
};
