/** Spanish strings for plans and billing. */
import { plural } from '../../../../shared/ui/text/es/ui.ts';
import type { Text } from '../text.ts';

export const billing: Text['billing'] = {
  title: 'Facturación',
  about: 'Su plan, sus límites y los demás planes.',
  present: (plan) => `Plan ${plan}`,
  portal: 'Gestionar el pago',
  pastDue: 'El último pago ha fallado. Actualice sus datos de pago; el plan se mantiene unos días.',
  statuses: {
    none: 'Sin suscripción',
    active: 'Pagado',
    past_due: 'Pago fallido',
    canceled: 'Suscripción finalizada',
  },
  paid: (interval, next) =>
    `Facturación ${interval === 'month' ? 'mensual' : 'anual'}.${next ? ` Próximo pago: ${next}.` : ''}`,
  ends: (day) => `Termina el ${day}. Después, el espacio de trabajo pasa al plan Gratis.`,
  meters: { links: 'Enlaces nuevos', clicks: 'Clics', domains: 'Dominios', members: 'Miembros' },
  noLimits: 'Sin límites',
  noLimitsNote: 'El operador ha quitado todos los límites de este espacio de trabajo. No hace falta pagar.',
  unlimited: 'sin límite',
  of: (limit) => `de ${limit}`,
  resets: (day) => `El uso mensual se restablece el ${day}.`,
  changedBy: {
    payment: 'Un plan superior empieza al pagarlo; uno inferior, al final del periodo.',
    admin: 'Aquí los pagos están desactivados: puede cambiar gratis a cualquier plan.',
    operator: 'El operador establece su plan. Pídale que lo cambie.',
  },
  adminsChange: 'Solo los administradores pueden cambiar el plan.',
  plans: 'Planes',
  interval: 'Facturación',
  intervals: { month: 'Mensual', year: 'Anual' },
  yours: 'Su plan',
  choose: (plan) => `Elegir ${plan}`,
  beyond: (plan, isMore) => `Todo lo de ${plan}${isMore ? ' y además' : ''}`,
  limits: {
    links: (n) => `Enlaces nuevos al mes: ${n}`,
    clicks: (n) => `Clics al mes: ${n}`,
    history: (days) =>
      days % 365 === 0
        ? plural(days / 365, {
            one: '# año de estadísticas',
            many: '# de años de estadísticas',
            other: '# años de estadísticas',
          })
        : plural(days, {
            one: '# día de estadísticas',
            many: '# de días de estadísticas',
            other: '# días de estadísticas',
          }),
    historyAll: 'Estadísticas sin límite de tiempo',
    domains: (n, count) =>
      count === null ? `Dominios: ${n}` : plural(count, { one: `${n} dominio`, other: `${n} dominios` }),
    members: (n, count) =>
      count === null ? `Miembros: ${n}` : plural(count, { one: `${n} miembro`, other: `${n} miembros` }),
    requests: (n) => `Solicitudes a la API por minuto: ${n}`,
  },
  features: {
    password: 'Contraseñas',
    expiresAt: 'Caducidad y URL tras caducar',
    expiredUrl: 'Caducidad y URL tras caducar',
    startsAt: 'Inicio programado',
    notStartedUrl: 'Inicio programado',
    maxClicks: 'Límite de clics',
    geo: 'Destinos por país',
    iosUrl: 'Destinos por dispositivo',
    androidUrl: 'Destinos por dispositivo',
    fg: 'Códigos QR con sus colores',
    bg: 'Códigos QR con sus colores',
    export: 'Exportación de clics',
  },
  downTitle: (plan) => `¿Cambiar a ${plan}?`,
  downNote: 'Los enlaces siguen redirigiendo. Usted pierde:',
  lost: {
    feature: (feature) => `${feature}: lo configurado se conserva, no se puede configurar nada nuevo`,
    history: (days) =>
      plural(days, {
        one: 'Las estadísticas de hace más de # día se eliminan',
        many: 'Las estadísticas de hace más de # de días se eliminan',
        other: 'Las estadísticas de hace más de # días se eliminan',
      }),
    domains: (used, limit) => `${used} dominios en uso, ${limit} permitidos: no podrá conectar más`,
    members: (used, limit) => `${used} miembros, ${limit} permitidos: no podrá invitar a más`,
    links: (used, limit) => `${used} enlaces creados este mes, ${limit} permitidos: ninguno más hasta el mes próximo`,
  },
};

export const planRoom: Text['planRoom'] = {
  full: (plan, most) => `Ya usa todo lo que permite ${plan}: ${most}.`,
  next: (plan, limit) => `${plan} permite ${limit}.`,
  unlimited: 'tantos como quiera',
  see: 'Ver planes',
  domains: (limit) => plural(limit, { one: '# dominio', many: '# de dominios', other: '# dominios' }),
  members: (limit) => plural(limit, { one: '# miembro', many: '# de miembros', other: '# miembros' }),
};
