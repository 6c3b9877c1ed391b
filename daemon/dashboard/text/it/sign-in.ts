/** Italian strings for the screens before sign-in. */
import type { Text } from '../text.ts';

export const signIn: Text['signIn'] = {
  title: 'Accedi',
  email: 'Email',
  password: 'Password',
  passwordHint: 'Almeno 10 caratteri.',
  submit: 'Accedi',
  by: (provider) => `Accedi con ${provider}`,
  byPasskey: 'Accedi con una passkey',
  or: 'o',
  codeNeeded: 'La password è corretta. Ora inserisci un codice.',
  passkeyNeeded: 'La password è corretta. Ora usa la tua passkey.',
  codeHint: 'Sei cifre dalla tua app, o un codice di recupero.',
  recoveryCode: 'Codice di recupero',
  otherAccount: 'Usa un altro account',
  demo: (email, password) => `Questa è una demo. Accedi come ${email} con la password ${password}.`,
  createAccount: 'Crea un account',
  noAccount: 'Non hai ancora un account?',
  forgot: 'Password dimenticata',
  back: 'Torna all’accesso',
  signedInAs: (email) => `Hai effettuato l’accesso come ${email}.`,
  continue: 'Continua',
  signOut: 'Esci',
};

export const handOver: Text['handOver'] = {
  title: 'Apertura dei contatti',
  note: 'Accesso ai contatti in corso.',
  failed: 'Impossibile aprire i contatti',
  stay: 'Torna alla dashboard',
};

export const firstVisit: Text['firstVisit'] = {
  title: 'Crea il primo account',
  note: 'Non esiste ancora alcun account. Il primo amministra questa installazione.',
  code: 'Codice dal log',
  codeHint: 'Waypost lo scrive nel log all’avvio, per esempio K7MP-2XWD-9RTA.',
  submit: 'Crea account',
};

export const forgotPassword: Text['forgotPassword'] = {
  title: 'Password dimenticata',
  note: 'Waypost ti invia via email un link per impostarne una nuova.',
  submit: 'Invia link',
  sent: 'Controlla la tua email',
  sentNote: (email) =>
    `Se ${email} ha un account, un link per impostare una nuova password è in arrivo. Scade tra un’ora.`,
  again: 'Usa un’altra email',
  noMail: 'Nessun server di posta è configurato. L’operatore trova l’email nella cartella mail sul server.',
};

export const resetPassword: Text['resetPassword'] = {
  title: 'Imposta una nuova password',
  note: 'Tutte le tue altre sessioni vengono disconnesse.',
  password: 'Nuova password',
  submit: 'Imposta password',
  done: 'La nuova password è impostata',
  needsFactor: 'La nuova password è impostata. Usala per accedere.',
  broken: 'Questo link non è più valido',
  brokenNote: 'È valido una sola volta, per un’ora. Richiedine uno nuovo.',
  ask: 'Invia un nuovo link',
};

export const signUp: Text['signUp'] = {
  title: 'Crea un account',
  name: 'Nome',
  email: 'Email',
  password: 'Password',
  inviteCode: 'Codice di invito',
  inviteCodeHint: 'Fornito dall’operatore.',
  submit: 'Crea account',
  haveAccount: 'Ho un account',
  inviteOnly: 'Account solo su invito',
  inviteOnlyNote: 'Chiedi a un admin del tuo spazio di lavoro di invitarti, poi apri il link nell’invito.',
  closed: 'Le registrazioni sono chiuse',
  closedNote: 'Chiedi un account all’operatore.',
  byProvider: (provider) => `Il primo accesso con ${provider} crea il tuo account.`,
};

export const join: Text['join'] = {
  title: 'Accetta l’invito',
  titleOf: (workspace) => `Unisciti a ${workspace}`,
  titleOfContacts: 'Ottieni l’accesso ai contatti',
  note: (email, role) => `Invito per ${email}, ruolo: ${role.toLowerCase()}.`,
  noteOfContacts: (email, role) => `Invito ai contatti per ${email}, ruolo: ${role.toLowerCase()}.`,
  noteOfBoth: (email, role, inContacts) =>
    `Invito per ${email}, ruolo: ${role.toLowerCase()}; ruolo nei contatti: ${inContacts.toLowerCase()}.`,
  submit: 'Unisciti',
  signInSubmit: 'Accedi e unisciti',
  signUpSubmit: 'Crea account e unisciti',
  otherAccount: (signedIn, invited) => `Hai effettuato l’accesso come ${signedIn}, ma l’invito è per ${invited}.`,
  switchAccount: 'Esci e continua',
  stay: 'Mantieni l’accesso',
  joined: (workspace) => `Ora fai parte di ${workspace}`,
  joinedContacts: 'Ora hai accesso ai contatti',
  broken: 'Questo invito non è più valido',
  brokenNote: 'È stato usato, revocato o è scaduto. Chiedine uno nuovo.',
};

export const verify: Text['verify'] = {
  title: 'Verifica il tuo indirizzo email',
  note: 'Continua solo se hai creato tu questo account. Altrimenti imposta una nuova password: così termina ogni altro accesso.',
  submit: 'Verifica email',
  signInSubmit: 'Accedi e verifica email',
  done: 'Il tuo indirizzo email è verificato',
  broken: 'Questo link non è più valido',
  brokenNote: 'È valido una sola volta, per tre giorni. Accedi per riceverne uno nuovo.',
  toDashboard: 'Vai alla dashboard',
  notice: (email) => `Verifica ${email}: apri il link che hai ricevuto.`,
  again: 'Invia di nuovo l’email',
  sentAgain: 'L’email è in arrivo',
};

export const confirmAddress: Text['confirmAddress'] = {
  title: 'Conferma la nuova email',
  note: 'Poi la userai per accedere.',
  submit: 'Usa questa email',
  signInSubmit: 'Accedi e usa questa email',
  done: 'Il tuo indirizzo email è cambiato',
  broken: 'Questo link non è più valido',
  brokenNote: 'È valido una sola volta, per tre giorni. Cambia di nuovo l’email nel tuo account.',
};
