import type { Texts } from './en.ts';

export const fr = {
  unsubscribeTitle: 'Se désabonner',
  unsubscribe: 'Souhaitez-vous ne plus recevoir d’e-mails de {sender} à l’adresse {address}\u00a0?',
  unsubscribeButton: 'Se désabonner',
  chooseInstead: 'Choisir plutôt les e-mails que vous recevez',
  unsubscribedTitle: 'Désabonnement effectué',
  unsubscribed: 'Vous ne recevrez plus d’e-mails de {sender} à l’adresse {address}.',
  resubscribe: 'Se réabonner',
  confirm: 'Souhaitez-vous recevoir des e-mails de {sender} à l’adresse {address}\u00a0?',
  confirmed: 'Vous recevrez désormais des e-mails de {sender} à l’adresse {address}.',
  choose: 'Choisir les e-mails que vous recevez',
  preferencesTitle: 'Préférences e-mail',
  preferences: 'E-mails de {sender} envoyés à {address}.',
  received: 'E-mails que vous recevez',
  save: 'Enregistrer',
  saved: 'Votre choix a été enregistré.',
  unsubscribeAll: 'Se désabonner de tout',

  settledTitle: 'Ce lien n’est plus valable',
  settled: 'Depuis l’envoi du lien, cette adresse a été désabonnée ou n’a pas pu être jointe.',
  preview: 'Ceci est un aperçu\u00a0: ses boutons ne modifient rien.',

  mailGreeting: 'Bonjour {name},',
  mailRequest: 'Veuillez confirmer que vous souhaitez recevoir des e-mails de {sender}\u00a0:',
} satisfies Texts;
