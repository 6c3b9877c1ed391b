/** The import of links from files of other systems. */
import { ImportScreen } from '../../../../shared/ui/import/import-screen.tsx';
import type { ImportRecord, ImportService, Row } from '../../../../shared/ui/import/record.ts';
import { sendFile } from '../../../../shared/ui/import/send-file.ts';
import { saveFrom } from '../../../../shared/ui/save-file.ts';
import { api, apiUrl } from '../../core/api.ts';
import { pathTo } from '../../core/routes.ts';
import { may, refreshWorkspace } from '../../core/session.ts';
import { text } from '../../text/later.ts';
import { useDomains } from '../link-form/tag-and-domain-names.ts';

const pathOf = (id: string, more = '') => `/imports/${encodeURIComponent(id)}${more}`;

const service: ImportService = {
  list: async (cursor, signal) => {
    const { imports, nextCursor } = await api.get<{ imports: ImportRecord[]; nextCursor: string | null }>(
      '/imports',
      { cursor },
      signal,
    );
    return { items: imports, nextCursor };
  },
  get: (id, signal) => api.get(pathOf(id), {}, signal),
  send: (file, onTaken, onSent, signal) =>
    sendFile(api, { path: '/imports', query: { onTaken, dryRun: true, name: file.name }, file, onSent, signal }),
  start: (id, { resubscribe: _, defaultStatus: __, refusesFaultyCells: ___, ...choices }) =>
    api.post<ImportRecord>(pathOf(id, '/start'), choices),
  onEnd: () => void refreshWorkspace(),
  act: (id, act) => api.post(pathOf(id, `/${act}`)),
  remove: (id) => api.delete(pathOf(id)),
  rows: async (id, fate, reason, signal) =>
    (await api.get<{ rows: Row[] }>(pathOf(id, '/rows'), { rows: fate, reason }, signal)).rows,
  saveRows: async ({ id }, rows) => saveFrom(apiUrl(pathOf(id, '/errors'), { rows, bom: '1' })),
};

/** Returns the URL of the links that an import created, including archived ones. */
const listOf = ({ id, created }: ImportRecord) =>
  created > 0 ? pathTo('links', {}, { createdBy: id, archived: 'all' }) : undefined;

export const Import = () => (
  <ImportScreen
    places={{ domains: useDomains(), listOf }}
    service={service}
    words={text.imports}
    refusal={may('member') ? undefined : text.imports.who}
    parent="links"
  />
);
