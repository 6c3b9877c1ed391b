/** Brazilian Portuguese strings for the account. */
import { plural } from '../../../../shared/ui/text/pt/ui.ts';
import type { Text } from '../text.ts';

export const account: Text['account'] = {
  title: 'Conta',
  about: 'Seu nome, e-mail, senha, sessões e aparência.',
  manual: 'Manual',
  profile: 'Nome',
  name: 'Nome',
  nameHint: 'Mostrado aos membros dos seus espaços de trabalho.',
  language: 'Idioma',
  browserLanguage: 'Idioma do navegador',
  address: 'E-mail',
  currentAddress: (email) => `Você entra com ${email}.`,
  newAddress: 'Novo e-mail',
  password: 'Senha',
  newPassword: 'Nova senha',
  currentPassword: 'Senha atual',
  changePassword: 'Alterar senha',
  passwordNote: 'Ao alterá-la, suas outras sessões são encerradas.',
  passwordChanged: 'Senha alterada e outras sessões encerradas',
  saved: 'Salvo',
  needsRecentSignIn: 'Possível até dez minutos depois de entrar.',
  signInAgain: 'Saia, entre novamente e faça isso em até dez minutos.',
  changeAddress: 'Alterar e-mail',
  addressRequested: (email) => `Abra o link enviado para ${email} para concluir a alteração. Ele expira em três dias.`,
  sessions: 'Sessões',
  sessionsNote: 'Dispositivos conectados à sua conta.',
  device: 'Dispositivo',
  lastUsed: 'Último uso',
  thisOne: 'Esta sessão',
  unknownDevice: 'Dispositivo desconhecido',
  browserOn: (browser, system) => `${browser} no ${system}`,
  end: 'Encerrar',
  endNamed: (device) => `Encerrar a sessão em ${device}`,
  ended: 'Sessão encerrada',
  endOthers: 'Encerrar outras sessões',
  othersEnded: 'Outras sessões encerradas',
  onlyThis: 'Você não tem outras sessões.',
  danger: 'Excluir conta',
  dangerNote: 'Exclui seu nome, e-mail, sessões e chaves de API.',
  deleteAccount: 'Excluir conta',
  deleteTitle: 'Excluir sua conta?',
  deleteNote: 'Esta ação não pode ser desfeita.',
  fates: {
    left: 'Você sai dele. Os links dele permanecem.',
    deleted: (links, clicks) => {
      const lost = `${plural(links, { one: '# link', many: '# de links', other: '# links' })} e ${plural(clicks, { one: '# clique', many: '# de cliques', other: '# cliques' })}`;
      return `Você é o único membro: ele é excluído com ${lost}.`;
    },
    transfer_first: 'Ele é seu e tem outros membros. Primeiro transfira ou exclua o espaço.',
    suspended: 'Você é o único membro e ele está suspenso. Primeiro peça ao operador que o restaure.',
  },
  contactsFates: {
    left: 'Você perde sua função. Os contatos permanecem.',
    transfer_first:
      'Você é o último administrador, e outros usuários os utilizam. Primeiro torne outro usuário administrador.',
  },
  cannotDelete: 'Sua conta ainda não pode ser excluída.',
  deleted: 'Sua conta foi excluída',
};
