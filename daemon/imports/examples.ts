/** Examples of the published interface description. */
export const started = {
  id: 'imp_5ZkQ8sVw2LrTq0YpXb7c',
  status: 'running',
  format: 'shlink',
  fileName: 'links.csv',
  fileForm: { kind: 'csv', encoding: 'utf-8', delimiter: ',', files: 1 },
  dryRun: false,
  onTaken: 'skip',
  columns: ['Long URL', 'Short code', 'Title'],
  mapping: { 'Long URL': 'url', 'Short code': 'slug', Title: 'title' },
  domains: { '*': '' },
  unknownHosts: [],
  fields: [{ name: 'url', label: 'URL' }],
  preview: [{ number: 1, columns: { 'Long URL': 'https://example.com/', 'Short code': 'spring', Title: 'Spring' } }],
  total: 12_000,
  position: 4_500,
  created: 4_480,
  changed: 0,
  skipped: 15,
  failed: 5,
  notes: [{ text: 'Titles are cut to 200 characters. The note keeps more of them.', rows: 3 }],
  reasons: [{ fate: 'failed', text: 'The column “url” is empty.', rows: 5 }],
  allowance: null,
  error: null,
  undo: null,
  undoableUntil: null,
  createdAt: '2026-11-26T08:15:30.123Z',
  startedAt: '2026-11-26T08:15:32.456Z',
  endedAt: null,
  actor: 'session',
};
export const queued = {
  ...started,
  ...{
    status: 'queued',
    format: null,
    columns: [],
    mapping: {},
    fields: [],
    fileForm: null,
    preview: [],
    total: null,
    position: 0,
  },
  ...{ created: 0, skipped: 0, failed: 0, notes: [], reasons: [], startedAt: null },
};
export const rows = {
  rows: [
    {
      number: 17,
      columns: { 'Long URL': '', 'Short code': 'spring', Title: 'Spring' },
      reason: 'The column “url” is empty.',
    },
  ],
};
export const page = { imports: [started], nextCursor: null };
export const paused = { ...started, status: 'paused' };
export const cancelled = {
  ...started,
  ...{ status: 'cancelled', endedAt: '2026-11-26T08:16:00.000Z', undoableUntil: '2026-11-27T08:16:00.000Z' },
};
export const undoing = {
  ...cancelled,
  ...{ undo: { status: 'queued', deleted: 0, restored: 0, kept: 0 }, undoableUntil: null },
};
