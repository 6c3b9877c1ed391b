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
  confirmTitle: 'Confirmação',
  confirm: 'Deseja receber e-mails de {sender} em {address}?',
  confirmButton: 'Confirmar',
  confirmedTitle: 'Inscrição confirmada',
  confirmed: 'Você passará a receber e-mails de {sender} em {address}.',
  choose: 'Escolher quais e-mails receber',
  preferencesTitle: 'Preferências de e-mail',
  preferences: 'E-mails de {sender} para {address}.',
  wanted: 'E-mails que deseja receber',
  received: 'E-mails que você recebe',
  save: 'Salvar',
  saved: 'Sua escolha foi salva.',
  unsubscribeAll: 'Cancelar todas as inscrições',

  expiredTitle: 'Link expirado',
  expired: 'Este link expirou. Inscreva-se novamente para receber um novo.',
  settledTitle: 'O link não é mais válido',
  settled: 'Desde o envio do link, este endereço teve a inscrição cancelada ou não pôde ser alcançado.',
  unknownTitle: 'Link inválido',
  unknown:
    'O endereço está incompleto ou é de uma pessoa que não está mais cadastrada. Copie o link inteiro do e-mail.',
  unavailableTitle: 'Temporariamente indisponível',
  unavailable: 'Tente novamente em alguns minutos.',
  preview: 'Esta é uma prévia: os botões não alteram nada.',

  mailSubject: 'Confirme seu e-mail',
  mailGreeting: 'Olá {name},',
  mailGreetingUnnamed: 'Olá,',
  mailRequest: 'Por favor, confirme que deseja receber e-mails de {sender}:',
  mailNote: 'O link expira {when}. Não solicitou estes e-mails? Basta ignorar esta mensagem.',
} satisfies Texts;
