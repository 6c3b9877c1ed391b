/** Spanish strings for the overview. */
import type { Text } from '../text.ts';

export const overview: Text['overview'] = {
  title: 'Resumen',
  newLink: 'Nuevo enlace',
  newLinks: 'Enlaces nuevos',
  thisMonth: 'este mes',
  now: 'Ahora mismo',
  nowNote: 'en los últimos 5 minutos',
  recent: 'Enlaces recientes',
  allLinks: 'Todos los enlaces',
  noLinks: 'Aún no hay enlaces',
  link: 'Enlace',
  month: 'Últimos 30 días',
  created: 'Creado',
  first: {
    note: 'Tres pasos hasta su primer clic.',
    create: 'Cree un enlace',
    createNote: 'Pegue una URL larga y obtenga una corta para compartir.',
    open: 'Ábralo',
    openNote: 'En este navegador o en su teléfono.',
    arrive: 'Vea llegar el clic',
    arriveNote: 'Aparece aquí en cuanto se registra.',
    listening: {
      connecting: 'Conectando…',
      open: 'Esperando. Abra el enlace y su clic aparecerá aquí.',
      paused: 'En pausa mientras esta página esté oculta.',
    },
    arrived: (visitor) => `Funciona. Su primer clic: ${visitor || 'un visitante'}.`,
    leave: 'Mostrar el resumen',
    empty: 'Aún no hay enlaces',
    emptyNote: 'Cuando un miembro de este espacio de trabajo cree uno, sus clics aparecerán aquí.',
  },
};
