/** Brazilian Portuguese strings for the audit log. */

import type { AuditWords } from '../en/audit.ts';
import type { AnyText } from '../shape.ts';
import { plural } from './ui.ts';

export const auditWords: AnyText<AuditWords> = {
  title: 'Registro de auditoria',
  all: 'Tudo',
  by: 'Autor',
  everybody: 'Todos',
  from: 'De',
  to: 'Até',
  clear: 'Limpar filtros',
  none: 'Nenhuma entrada ainda',
  noneFound: 'Nenhuma entrada corresponde',
  noneYet: 'Nada encontrado ainda',
  noneYetNote: 'As entradas mais antigas ainda não foram pesquisadas. Selecione Mostrar mais para continuar.',
  shown: (n) => plural(n, { one: '# entrada', many: '# de entradas', other: '# entradas' }),
  byKey: 'por chave de API',
  when: 'Data',
  action: 'Ação',
  object: 'Objeto',
};
