/** Spanish strings for the audit log. */

import type { AuditWords } from '../en/audit.ts';
import type { AnyText } from '../shape.ts';
import { plural } from './ui.ts';

export const auditWords: AnyText<AuditWords> = {
  title: 'Registro de auditoría',
  all: 'Todo',
  by: 'Autor',
  everybody: 'Todos',
  from: 'Desde',
  to: 'Hasta',
  clear: 'Quitar filtros',
  none: 'Aún no hay entradas',
  noneFound: 'Ninguna entrada coincide',
  noneYet: 'Aún no se ha encontrado nada',
  noneYetNote: 'Todavía no se ha buscado en las entradas más antiguas. Seleccione Mostrar más para continuar.',
  shown: (n) => plural(n, { one: '# entrada', many: '# de entradas', other: '# entradas' }),
  byKey: 'con clave de API',
  when: 'Fecha',
  action: 'Acción',
  object: 'Objeto',
};
