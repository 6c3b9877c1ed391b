/** Brazilian Portuguese strings for plans and billing. */
import { plural } from '../../../../shared/ui/text/pt/ui.ts';
import type { Text } from '../text.ts';

export const billing: Text['billing'] = {
  title: 'Faturamento',
  about: 'Seu plano, seus limites e os outros planos.',
  present: (plan) => `Plano ${plan}`,
  portal: 'Gerenciar pagamento',
  pastDue: 'O último pagamento falhou. Atualize seus dados de pagamento; o plano continua por alguns dias.',
  statuses: {
    none: 'Sem assinatura',
    active: 'Pago',
    past_due: 'Falha no pagamento',
    canceled: 'Assinatura encerrada',
  },
  paid: (interval, next) =>
    `Cobrança ${interval === 'month' ? 'mensal' : 'anual'}.${next ? ` Próximo pagamento: ${next}.` : ''}`,
  ends: (day) => `Termina em ${day}. Depois, o espaço de trabalho passa para o plano Grátis.`,
  meters: { links: 'Novos links', clicks: 'Cliques', domains: 'Domínios', members: 'Membros' },
  noLimits: 'Sem limites',
  noLimitsNote: 'O operador removeu todos os limites deste espaço de trabalho. Não é preciso pagar.',
  unlimited: 'sem limite',
  of: (limit) => `de ${limit}`,
  resets: (day) => `O uso mensal é zerado em ${day}.`,
  changedBy: {
    payment: 'Um plano superior começa após o pagamento; um inferior, no fim do período.',
    admin: 'Os pagamentos estão desativados aqui: você pode mudar de graça para qualquer plano.',
    operator: 'O operador define seu plano. Peça a ele que o altere.',
  },
  adminsChange: 'Só administradores podem alterar o plano.',
  plans: 'Planos',
  interval: 'Cobrança',
  intervals: { month: 'Mensal', year: 'Anual' },
  yours: 'Seu plano',
  choose: (plan) => `Escolher ${plan}`,
  beyond: (plan, isMore) => `Tudo do ${plan}${isMore ? ' e mais' : ''}`,
  limits: {
    links: (n) => `Novos links por mês: ${n}`,
    clicks: (n) => `Cliques por mês: ${n}`,
    history: (days) =>
      days % 365 === 0
        ? plural(days / 365, {
            one: '# ano de estatísticas',
            many: '# de anos de estatísticas',
            other: '# anos de estatísticas',
          })
        : plural(days, {
            one: '# dia de estatísticas',
            many: '# de dias de estatísticas',
            other: '# dias de estatísticas',
          }),
    historyAll: 'Estatísticas sem limite de tempo',
    domains: (n, count) =>
      count === null ? `Domínios: ${n}` : plural(count, { one: `${n} domínio`, other: `${n} domínios` }),
    members: (n, count) =>
      count === null ? `Membros: ${n}` : plural(count, { one: `${n} membro`, other: `${n} membros` }),
    requests: (n) => `Solicitações de API por minuto: ${n}`,
  },
  features: {
    password: 'Senhas',
    expiresAt: 'Expiração e URL após expirar',
    expiredUrl: 'Expiração e URL após expirar',
    startsAt: 'Início programado',
    notStartedUrl: 'Início programado',
    maxClicks: 'Limite de cliques',
    geo: 'Destinos por país',
    iosUrl: 'Destinos por dispositivo',
    androidUrl: 'Destinos por dispositivo',
    fg: 'Códigos QR nas suas cores',
    bg: 'Códigos QR nas suas cores',
    export: 'Exportação de cliques',
  },
  downTitle: (plan) => `Mudar para ${plan}?`,
  downNote: 'Os links continuam redirecionando. Você perde:',
  lost: {
    feature: (feature) => `${feature}: o que já foi definido permanece, nada novo pode ser definido`,
    history: (days) =>
      plural(days, {
        one: 'Estatísticas com mais de # dia são excluídas',
        many: 'Estatísticas com mais de # de dias são excluídas',
        other: 'Estatísticas com mais de # dias são excluídas',
      }),
    domains: (used, limit) => `${used} domínios em uso, ${limit} permitidos: não é possível conectar mais`,
    members: (used, limit) => `${used} membros, ${limit} permitidos: não é possível convidar mais`,
    links: (used, limit) => `${used} links criados neste mês, ${limit} permitidos: nenhum outro até o próximo mês`,
  },
};

export const planRoom: Text['planRoom'] = {
  full: (plan, most) => `Você já usa tudo o que o ${plan} permite: ${most}.`,
  next: (plan, limit) => `O ${plan} permite ${limit}.`,
  unlimited: 'quantos você quiser',
  see: 'Ver planos',
  domains: (limit) => plural(limit, { one: '# domínio', many: '# de domínios', other: '# domínios' }),
  members: (limit) => plural(limit, { one: '# membro', many: '# de membros', other: '# membros' }),
};
