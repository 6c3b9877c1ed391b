/** Brazilian Portuguese strings for analytics and the page of shared analytics. */
import { number, plural } from '../../../../shared/ui/text/pt/ui.ts';
import type { Text } from '../text.ts';

export const analytics: Text['analytics'] = {
  title: 'Estatísticas',
  summary: 'Cliques do período',
  clicks: 'Cliques',
  uniqueClicks: 'Cliques únicos',
  trend: (all, most) =>
    all === 0
      ? 'Nenhum clique'
      : `${plural(all, { one: '# clique', many: '# de cliques', other: '# cliques' })}, máximo por intervalo: ${number(most)}`,
  units: { clicks: 'cliques', uniqueClicks: 'cliques únicos' },
  qrScans: 'Leituras de QR',
  bots: 'Bots',
  ownClicks: 'Visitas próprias',
  botsNote: 'não contados',
  lastClick: 'Último clique',
  metric: 'Métrica',
  interval: 'Intervalo',
  hourly: 'Horas',
  daily: 'Dias',
  chart: (what, interval) => `${what} por ${interval === 'hour' ? 'hora' : 'dia'}`,
  kept: (days, day) =>
    `Seu plano mantém os cliques por ${plural(days, { one: '# dia', many: '# de dias', other: '# dias' })}: desde ${day}.`,
  shorter: 'Mostrar os últimos 7 dias',
  topLinks: 'Principais links',
  places: 'Locais',
  sources: 'Origens',
  campaigns: 'Campanhas',
  devices: 'Dispositivos',
  tabs: {
    country: 'Países',
    map: 'Mapa',
    language: 'Idiomas',
    referrer: 'Referenciadores',
    utmSource: 'Origem UTM',
    utmMedium: 'Mídia',
    utmCampaign: 'Campanha',
    variant: 'Variantes',
    device: 'Dispositivos',
    os: 'Sistemas',
    browser: 'Navegadores',
    trigger: 'Link ou QR',
  },
  names: {
    country: 'País',
    language: 'Idioma',
    referrer: 'Referenciador',
    utmSource: 'Origem UTM',
    utmMedium: 'Mídia UTM',
    utmCampaign: 'Campanha UTM',
    variant: 'Variante',
    device: 'Dispositivo',
    os: 'Sistema',
    browser: 'Navegador',
    trigger: 'Link ou QR',
  },
  values: {
    '(direct)': 'Direto',
    '(none)': 'Nenhum',
    '(other)': 'Outros',
    Unknown: 'Desconhecido',
    unknown: 'Desconhecido',
    desktop: 'Computador',
    mobile: 'Celular',
    tablet: 'Tablet',
    link: 'Link',
    qr: 'Código QR',
  },
  filters: 'Filtros',
  clear: 'Limpar filtros',
  link: 'Link',
  allLinks: 'Todos os links',
  tag: 'Tag',
  allTags: 'Todas as tags',
  domain: 'Domínio',
  allDomains: 'Todos os domínios',
  timeZone: 'Fuso horário',
  ownZone: 'Fuso horário do navegador',
  live: {
    title: 'Ao vivo',
    time: 'Hora',
    link: 'Link',
    deleted: 'um link excluído',
    none: 'Os cliques aparecem aqui assim que acontecem.',
    since: (n, shown) =>
      plural(n, {
        one: `${shown} clique desde que você abriu isto`,
        other: `${shown} cliques desde que você abriu isto`,
      }),
    states: { connecting: 'Conectando…', open: 'Ao vivo', paused: 'Em pausa' },
  },
  export: {
    button: 'Exportar CSV',
    gate: 'Os planos Team e Scale exportam os cliques brutos em CSV, uma linha por clique.',
    plans: 'Ver planos',
    reading: (size) => `${size} lidos até agora…`,
    done: (size) => `clicks.csv foi salvo: ${size}`,
  },
};

export const unknownPaths: Text['unknownPaths'] = {
  title: 'Caminhos desconhecidos',
  note: 'Solicitações aos seus domínios personalizados que não encontraram nenhum link.',
  search: 'Pesquisar caminhos',
  path: 'Caminho',
  requests: 'Solicitações',
  bots: 'Bots',
  last: 'Última solicitação',
  rest: (last, bots) =>
    bots === 0
      ? last
      : `${last}, ${plural(bots, { one: '# solicitação de bots', many: '# de solicitações de bots', other: '# solicitações de bots' })}`,
  create: 'Criar link',
  createNamed: (name) => `Criar o link ${name}`,
  empty: 'Nenhum caminho desconhecido',
  emptyNote:
    'Se visitantes solicitarem nos seus domínios personalizados um caminho sem link, por exemplo um slug digitado errado, ele aparece aqui em até dois minutos.',
  noDomains: 'Primeiro conecte um domínio personalizado',
  noDomainsNote:
    'O Waypost conta as solicitações de caminhos sem link nos domínios personalizados, porque só eles são exclusivamente seus.',
  none: 'Nenhum caminho corresponde',
};

export const share: Text['share'] = {
  button: 'Compartilhar',
  title: 'Estatísticas',
  gone: 'Nada é compartilhado aqui',
  goneNote: 'A URL pode estar errada ou o proprietário parou de compartilhar.',
  window: (from, to) => `Cliques de ${from} a ${to}. Os bots não são contados.`,
  allOfTag: 'Todos os links com esta tag',
};

export const shareDialog: Text['shareDialog'] = {
  title: 'Compartilhar estas estatísticas',
  titleOf: (tag) => `Compartilhar as estatísticas de ${tag}`,
  notes: {
    link: 'Cria uma URL secreta. Quem a tiver vê a URL curta, o título e as estatísticas deste link sem entrar.',
    tag: 'Cria uma URL secreta. Quem a tiver vê, sem entrar, as estatísticas de todos os links com esta tag e as URLs curtas dos links mais clicados.',
  },
  showDestination: { link: 'Mostrar o destino', tag: 'Mostrar os destinos destes links' },
  notShared: 'Não compartilhado. Membros podem criar uma página compartilhada.',
  create: 'Criar página compartilhada',
  address: 'Página compartilhada',
  since: (when) => `Compartilhada ${when}. Quem tiver esta URL vê as estatísticas.`,
  revoke: 'Parar de compartilhar',
  revokeTitle: 'Parar de compartilhar?',
  revokeNote: 'A URL deixa de funcionar para sempre. Se compartilhar de novo, uma nova será criada.',
  revoked: 'Compartilhamento encerrado',
};
