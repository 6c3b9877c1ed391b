/** French strings for users and invitations. */
import type { Text } from '../text.ts';

export const users: Text['users'] = {
  title: 'Utilisateurs',
  about: 'Les utilisateurs et leurs rôles.',
  noteOfWordPress:
    'Vous êtes connecté avec WordPress. Seuls les utilisateurs avec un compte Waypost peuvent modifier ceci.',
  name: 'Nom',
  role: 'Rôle',
  since: 'Depuis',
  expires: 'Expiration',
  lastUsed: 'Dernière utilisation',
  you: 'Vous',
  ofWordPress: 'Utilisateurs WordPress',
  ofWordPressNote: 'Ils se sont connectés avec leur mot de passe WordPress. Leurs rôles sont gérés dans WordPress.',
  invitations: 'Invitations',
  invitedAt: (when) => `Invitation\u00a0: ${when}`,
  invite: 'Inviter',
  inviteTitle: 'Inviter un utilisateur',
  email: 'E-mail',
  send: 'Envoyer l’invitation',
  roleNotes: {
    administrator: 'Accès complet, y compris aux paramètres, clés API et utilisateurs',
    editor: 'Accès complet aux contacts, aucun aux paramètres',
    viewer: 'Lecture seule',
  },
  invited: (email) => `Invitation envoyée à ${email}`,
  inFile: (email) =>
    `Invitation créée pour ${email}. Sans serveur de messagerie, l’e-mail est un fichier dans LOCAL_DIR/mail.`,
  added: (name) => `Accès donné à ${name}`,
  changed: (name, role) => `Nouveau rôle de ${name}\u00a0: ${role.toLowerCase()}`,
  signOut: 'Déconnecter partout',
  signOutTitle: (name) => `Déconnecter ${name} partout\u00a0?`,
  signOutNote: 'Cela met fin à ses sessions ici et dans le tableau de bord. Son rôle reste.',
  signedOut: (name) => `Sessions de ${name} déconnectées partout`,
  resend: 'Renvoyer l’invitation',
  revoke: 'Révoquer l’invitation',
  revokeTitle: (email) => `Révoquer l’invitation pour ${email}\u00a0?`,
  revokeNote: 'Son lien cesse de fonctionner.',
  revoked: (email) => `Invitation pour ${email} révoquée`,
  remove: 'Retirer',
  removeTitle: (name) => `Retirer ${name}\u00a0?`,
  removeNote:
    'Cette personne perd l’accès aux contacts. Son compte, ses modifications et toutes les clés restent\u00a0: révoquez les clés qu’elle connaît.',
  removed: (name) => `Utilisateur retiré\u00a0: ${name}`,
};
