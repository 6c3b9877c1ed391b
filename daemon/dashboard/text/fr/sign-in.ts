/** French strings for the screens before sign-in. */
import type { Text } from '../text.ts';

export const signIn: Text['signIn'] = {
  title: 'Connexion',
  email: 'E-mail',
  password: 'Mot de passe',
  passwordHint: 'Au moins 10 caractères.',
  submit: 'Se connecter',
  by: (provider) => `Se connecter avec ${provider}`,
  byPasskey: 'Se connecter avec une clé d’accès',
  or: 'ou',
  codeNeeded: 'Votre mot de passe est correct. Saisissez maintenant un code.',
  passkeyNeeded: 'Votre mot de passe est correct. Utilisez maintenant votre clé d’accès.',
  codeHint: 'Six chiffres de votre application, ou un code de récupération.',
  recoveryCode: 'Code de récupération',
  otherAccount: 'Utiliser un autre compte',
  demo: (email, password) => `Ceci est une démo. Connectez-vous en tant que ${email} avec le mot de passe ${password}.`,
  createAccount: 'Créer un compte',
  noAccount: 'Pas encore de compte\u00a0?',
  forgot: 'Mot de passe oublié',
  back: 'Retour à la connexion',
  signedInAs: (email) => `Vous êtes connecté en tant que ${email}.`,
  continue: 'Continuer',
  signOut: 'Se déconnecter',
};

export const handOver: Text['handOver'] = {
  title: 'Ouverture des contacts',
  note: 'Connexion aux contacts.',
  failed: 'Les contacts ne peuvent pas être ouverts',
  stay: 'Retour au tableau de bord',
};

export const firstVisit: Text['firstVisit'] = {
  title: 'Créer le premier compte',
  note: 'Aucun compte n’existe encore. Le premier administre cette installation.',
  code: 'Code du journal',
  codeHint: 'Waypost l’écrit dans son journal au démarrage, par exemple K7MP-2XWD-9RTA.',
  submit: 'Créer le compte',
};

export const forgotPassword: Text['forgotPassword'] = {
  title: 'Mot de passe oublié',
  note: 'Waypost vous envoie par e-mail un lien pour en définir un nouveau.',
  submit: 'Envoyer le lien',
  sent: 'Consultez vos e-mails',
  sentNote: (email) =>
    `Si ${email} a un compte, un lien pour définir un nouveau mot de passe est en route. Il expire dans une heure.`,
  again: 'Utiliser une autre adresse e-mail',
  noMail:
    'Aucun serveur de messagerie n’est configuré. L’opérateur trouve l’e-mail dans le dossier mail sur le serveur.',
};

export const resetPassword: Text['resetPassword'] = {
  title: 'Définir un nouveau mot de passe',
  note: 'Cela déconnecte toutes vos autres sessions.',
  password: 'Nouveau mot de passe',
  submit: 'Définir le mot de passe',
  done: 'Votre nouveau mot de passe est défini',
  needsFactor: 'Votre nouveau mot de passe est défini. Utilisez-le pour vous connecter.',
  broken: 'Ce lien n’est plus valable',
  brokenNote: 'Il n’est valable qu’une fois, pendant une heure. Demandez-en un nouveau.',
  ask: 'Envoyer un nouveau lien',
};

export const signUp: Text['signUp'] = {
  title: 'Créer un compte',
  name: 'Nom',
  email: 'E-mail',
  password: 'Mot de passe',
  inviteCode: 'Code d’invitation',
  inviteCodeHint: 'Fourni par l’opérateur.',
  submit: 'Créer le compte',
  haveAccount: 'J’ai un compte',
  inviteOnly: 'Comptes sur invitation uniquement',
  inviteOnlyNote:
    'Demandez à un admin de votre espace de travail de vous inviter, puis ouvrez le lien de l’invitation.',
  closed: 'Les inscriptions sont fermées',
  closedNote: 'Demandez un compte à l’opérateur.',
  byProvider: (provider) => `Votre première connexion avec ${provider} crée votre compte.`,
};

export const join: Text['join'] = {
  title: 'Accepter l’invitation',
  titleOf: (workspace) => `Rejoindre ${workspace}`,
  titleOfContacts: 'Accéder aux contacts',
  note: (email, role) => `Invitation pour ${email}, rôle\u00a0: ${role.toLowerCase()}.`,
  noteOfContacts: (email, role) => `Invitation aux contacts pour ${email}, rôle\u00a0: ${role.toLowerCase()}.`,
  noteOfBoth: (email, role, inContacts) =>
    `Invitation pour ${email}, rôle\u00a0: ${role.toLowerCase()}\u00a0; rôle dans les contacts\u00a0: ${inContacts.toLowerCase()}.`,
  submit: 'Rejoindre',
  signInSubmit: 'Se connecter et rejoindre',
  signUpSubmit: 'Créer un compte et rejoindre',
  otherAccount: (signedIn, invited) =>
    `Vous êtes connecté en tant que ${signedIn}, mais l’invitation est pour ${invited}.`,
  switchAccount: 'Se déconnecter et continuer',
  stay: 'Rester connecté',
  joined: (workspace) => `Vous avez rejoint ${workspace}`,
  joinedContacts: 'Vous avez maintenant accès aux contacts',
  broken: 'Cette invitation n’est plus valable',
  brokenNote: 'Elle a été utilisée, révoquée ou a expiré. Demandez-en une nouvelle.',
};

export const verify: Text['verify'] = {
  title: 'Vérifiez votre adresse e-mail',
  note: 'Continuez uniquement si vous avez créé ce compte. Sinon, définissez un nouveau mot de passe\u00a0: cela met fin à tout autre accès.',
  submit: 'Vérifier l’adresse e-mail',
  signInSubmit: 'Se connecter et vérifier',
  done: 'Votre adresse e-mail est vérifiée',
  broken: 'Ce lien n’est plus valable',
  brokenNote: 'Il n’est valable qu’une fois, pendant trois jours. Connectez-vous pour en recevoir un nouveau.',
  toDashboard: 'Aller au tableau de bord',
  notice: (email) => `Vérifiez ${email}\u00a0: ouvrez le lien qui y a été envoyé.`,
  again: 'Renvoyer l’e-mail',
  sentAgain: 'L’e-mail est en route',
};

export const confirmAddress: Text['confirmAddress'] = {
  title: 'Confirmez votre nouvelle adresse e-mail',
  note: 'Elle servira ensuite à vous connecter.',
  submit: 'Utiliser cette adresse e-mail',
  signInSubmit: 'Se connecter et utiliser l’adresse',
  done: 'Votre adresse e-mail a été changée',
  broken: 'Ce lien n’est plus valable',
  brokenNote:
    'Il n’est valable qu’une fois, pendant trois jours. Changez à nouveau d’adresse e-mail dans votre compte.',
};
