/** Brazilian Portuguese, the default for `pt` without a region. */
import type { Texts } from './en.ts';

export const pt = {
  unsubscribeTitle: 'Cancelar inscrição',
  unsubscribe: 'Deseja parar de receber e-mails de {sender} em {address}?',
  unsubscribeButton: 'Cancelar inscrição',
  chooseInstead: 'Escolher quais e-mails receber',
  unsubscribedTitle: 'Inscrição cancelada',
  unsubscribed: 'Você não receberá mais e-mails de {sender} em {address}.',
  resubscribe: 'Inscrever-se novamente',
  confirm: 'Deseja receber e-mails de {sender} em {address}?',
  confirmed: 'Você passará a receber e-mails de {sender} em {address}.',
  choose: 'Escolher quais e-mails receber',
  preferencesTitle: 'Preferências de e-mail',
  preferences: 'E-mails de {sender} para {address}.',
  received: 'E-mails que você recebe',
  save: 'Salvar',
  saved: 'Sua escolha foi salva.',
  unsubscribeAll: 'Cancelar todas as inscrições',

  settledTitle: 'O link não é mais válido',
  settled: 'Desde o envio do link, este endereço teve a inscrição cancelada ou não pôde ser alcançado.',
  preview: 'Esta é uma prévia: os botões não alteram nada.',

  mailGreeting: 'Olá {name},',
  mailRequest: 'Por favor, confirme que deseja receber e-mails de {sender}:',
} satisfies Texts;
