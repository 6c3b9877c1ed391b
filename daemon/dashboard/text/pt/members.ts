/** Brazilian Portuguese strings for members and invitations. */
import { plural } from '../../../../shared/ui/text/pt/ui.ts';
import type { Text } from '../text.ts';

export const members: Text['members'] = {
  title: 'Membros',
  name: 'Nome',
  role: 'Função',
  joined: 'Entrou',
  invite: 'Convidar',
  inviteTitle: 'Convidar um membro',
  email: 'E-mail',
  send: 'Enviar convite',
  roleNotes: {
    admin: 'Acesso total, incluindo membros, domínios, faturamento e configurações',
    member: 'Cria, altera e exclui links',
    viewer: 'Acesso somente leitura a links e estatísticas',
  },
  you: 'você',
  owner: 'Proprietário',
  invited: 'Convidado',
  invitedAt: (when) => `Convidado ${when}`,
  seats: (used, limit) => `${used} de ${limit} vagas em uso`,
  seatsOpen: (used) => plural(used, { one: '# membro', many: '# de membros', other: '# membros' }),
  changeRole: (role) => `Tornar ${role.toLowerCase()}`,
  changed: (who, role) => `${who} agora tem a função de ${role.toLowerCase()}`,
  remove: 'Remover',
  removeTitle: (who) => `Remover ${who}?`,
  removeNote:
    'Perde o acesso imediatamente, e as chaves de API que criou aqui deixam de funcionar. Os links permanecem.',
  removed: (who) => `Membro ${who} removido`,
  resend: 'Reenviar convite',
  cancel: 'Revogar convite',
  cancelTitle: (email) => `Revogar o convite para ${email}?`,
  cancelNote: 'O link do convite deixa de funcionar e a vaga fica livre.',
  cancelled: (email) => `Convite para ${email} revogado`,
  linkTitle: (email) => `Convite para ${email} criado`,
  linkByMail: 'Um e-mail com este link está a caminho. Você também pode compartilhar o link.',
  linkByHand: 'Nenhum servidor de e-mail está configurado. Compartilhe você este link.',
  linkWithContacts:
    'Uma conta nova só recebe sua função em Contatos pelo link do e-mail. Este link é para uma conta verificada.',
  linkNote: (days) =>
    plural(days, {
      one: 'Mostrado uma vez. Expira em # dia; só para este e-mail.',
      many: 'Mostrado uma vez. Expira em # de dias; só para este e-mail.',
      other: 'Mostrado uma vez. Expira em # dias; só para este e-mail.',
    }),
  link: 'Link do convite',
  done: 'Concluir',
  alone: 'Nenhum outro membro ainda',
  aloneNote: 'Convide sua equipe. Leitores têm acesso somente leitura; membros criam links.',
  transfer: 'Tornar proprietário',
  contacts: {
    in: (role) => `${role} em Contatos`,
    role: 'Função em Contatos',
    none: 'Sem acesso',
    roles: { administrator: 'Administrador', editor: 'Editor', viewer: 'Leitor' },
    change: 'Função em Contatos…',
    title: (who) => `Função de ${who} em Contatos`,
    changed: (who) => `Função de ${who} em Contatos alterada`,
    removeToo: 'Remover também a função em Contatos',
  },
};
