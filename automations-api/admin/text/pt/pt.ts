/**
 * Brazilian Portuguese strings that screens share, and each screen's own strings from `en/`. Strings with a number or a name are
 * functions.
 */
import { number, plural, ui } from '../../../../shared/ui/text/pt/ui.ts';
import type { FirstText } from '../text.ts';
import { contact } from './contact.ts';
import { contacts } from './contacts.ts';
import { dashboard } from './dashboard.ts';
import { jobs } from './jobs.ts';
import { timeline } from './timeline.ts';

export const pt: FirstText = {
  name: 'Waypost',
  /** The page's texts for search engines and browsers without scripts. */
  page: {
    description: 'Contatos, suas tags e listas, regras e webhooks.',
    noScript: 'Esta página precisa de JavaScript.',
  },
  ui: { ...ui, period: { ...ui.period, presets: { ...ui.period.presets, all: 'Todo o período' } } },
  counts: { contacts: (n) => plural(n, { one: '# contato', many: '# de contatos', other: '# contatos' }) },
  health: {
    title: 'Diagnóstico',
    about: 'Bancos de dados, servidor de e-mail e e-mails, webhooks e tarefas pendentes.',
  },
  roles: { administrator: 'Administrador', editor: 'Editor', viewer: 'Leitor' },
  actions: ui.buttons,
  saveBar: {
    label: 'Alterações',
    notSaved: 'Ainda não salvo',
    unsaved: 'Alterações não salvas',
    allSaved: 'Todas as alterações foram salvas',
    discard: 'Descartar',
  },
  leave: { title: 'Sair sem salvar?', action: 'Sair', note: 'Suas alterações aqui serão perdidas.' },
  statuses: {
    unverified: 'Não verificado',
    subscribed: 'Inscrito',
    bounced: 'Devolvido',
    unsubscribed: 'Inscrição cancelada',
    soft_bounced: 'Devolução temporária',
    complaint: 'Reclamação',
  },
  more: (n) => `e mais ${number(n)}`,
  usedBy: { rules: 'Regras', segments: 'Segmentos' },

  dashboard,
  contacts,
  contact,
  timeline,
  jobs,
  missing: 'Não pode ficar vazio.',
  preview: {
    title: 'Prévia',
    of: (what) => `Prévia: ${what}`,
    part: 'Parte do editor',
    parts: { edit: 'Editar', preview: 'Prévia' },
    width: 'Largura',
    widths: { desktop: 'Computador', phone: 'Celular' },
    theme: 'Tema',
    themes: { light: 'Claro', dark: 'Escuro' },
  },
  refused: {
    editor: 'Só editores e administradores podem abrir esta página',
    administrator: 'Só administradores podem abrir esta página',
    note: 'Peça a um administrador que altere sua função.',
  },
  /** Lists and screens of objects. */
  objects: {
    on: 'Ativado',
    off: 'Desativado',
    state: 'Ativado ou desativado',
    changed: 'Última alteração',
    changedAt: 'última alteração',
    url: 'URL',
    copyUrl: (name) => `Copiar a URL de ${name}`,
    open: 'Abrir',
    duplicate: 'Duplicar',
    copyOf: (name) => `${name} (cópia)`,
    examples: 'Começar com um exemplo',
  },
  members: {
    template: { choose: 'Escolha um modelo', create: 'Novo modelo de e-mail', open: 'Abrir o modelo' },
    unit: 'Unidade',
    units: { second: 'Segundos', minute: 'Minutos', hour: 'Horas', day: 'Dias', week: 'Semanas' },
    field: 'Campo',
    anotherField: 'Outro campo',
    chooseField: 'Escolha um campo',
    fieldHint: 'Deixe vazio para limpar o campo.',
    noFields: 'Nenhum campo ainda. Adicione um em Campos.',
  },
  cards: {
    saved: (title) => `${title}: salvo`,
    done: (label) => `${label}: concluído`,
    noRows: 'Nada para mostrar',
    nothing: 'Nada para mostrar à sua função',
    broken: 'Não foi possível carregar este cartão',
    yes: 'Sim',
    no: 'Não',
  },
  account: {
    signInAgain: 'Entrar em uma nova aba',
  },
  preferences: {
    title: 'Preferências',
    about: 'Tema, fuso horário e atalhos de teclado neste navegador.',
  },
};
