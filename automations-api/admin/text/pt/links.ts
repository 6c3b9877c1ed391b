/** Brazilian Portuguese strings for the connection to the link service. */
import type { Text } from '../text.ts';

export const links: Text['links'] = {
  title: 'Links',
  about: 'Cliques dos contatos em links curtos.',
  note: 'Um espaço de trabalho conectado informa quais contatos clicam nos seus links curtos.',
  connected: 'Espaço de trabalho conectado',
  lastClick: (at) => `Último clique de um contato: ${at}.`,
  noClick: 'Nenhum contato clicou ainda.',
  unknown: 'Desconectado no painel de links',
  works: 'Recebendo cliques',
  workspace: 'Espaço de trabalho',
  state: 'Status',
  unknownNote: 'O painel de links não tem mais esta conexão. Conecte com uma nova chave.',
  none: 'Nenhum espaço de trabalho conectado',
  noneNote: 'Os cliques em links curtos não são registrados nos contatos.',
  how: 'Comando para o operador',
  howRotate: 'Para uma nova chave de um espaço de trabalho conectado:',
  copy: 'Copiar comando',
  connect: 'Conectar um espaço de trabalho',
  connectOther: 'Conectar outro espaço de trabalho',
  connectNote:
    'Selecione Conectar nas configurações do espaço de trabalho, no painel de links. Só um espaço de trabalho pode ser conectado.',
  openInLinks: 'Abrir no painel de links',
  connectWithKey: 'Conectar com uma chave',
  replaceKey: 'Conectar com outra chave',
  replaceNote: 'Substitui a conexão atual. Os cliques registrados permanecem.',
  key: 'Chave',
  keyHint: 'Começa com wps_. É guardada criptografada e não é mostrada de novo.',
  done: (workspace) => `Espaço de trabalho ${workspace} conectado`,
  disconnect: 'Desconectar',
  disconnectTitle: (workspace) => `Desconectar ${workspace}?`,
  disconnectNote:
    'Novos cliques não são mais registrados. Os registrados permanecem, e os links pessoais continuam funcionando.',
  disconnected: 'Espaço de trabalho desconectado',
};
