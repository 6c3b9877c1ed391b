/** Examples in the API description. */
const hostname = 'go.example.com';
const records = [
  { type: 'TXT', name: `_fks.${hostname}`, value: 'fks-verify=6f1d0c4b9a7e4d25b1c83e0f5a962d7c', found: true },
  { type: 'CNAME', name: hostname, value: 'links.example.net', found: true },
];

export const apps = {
  ios: ['ABCDE12345.com.example.app'],
  android: [
    {
      package: 'com.example.app',
      fingerprints: ['14:6D:E9:83:C5:73:06:50:D8:EE:B9:95:2F:34:FC:64:16:A0:83:42:E6:1D:BE:A8:8A:04:96:B2:3F:CF:44:E5'],
    },
  ],
};

export const patch = {
  rootUrl: 'https://www.example.com/',
  notFoundUrl: 'https://www.example.com/not-found',
  brand: { name: 'Example', logoUrl: 'https://www.example.com/logo.svg', color: '#0a7d4f' },
};

export const domain = {
  id: 'dom_8Rk2LmQ0xWvT5sYc1ZpB',
  workspaceId: 'ws_Jd93kfLa0Qp2Zx71MnBv',
  hostname,
  unicodeHostname: hostname,
  status: 'verified',
  dns: { status: 'ok', records },
  certificate: { status: 'active', expiresAt: '2027-02-19T08:15:30.000Z', error: null },
  ...patch,
  logo: { status: 'ready', error: null },
  apps,
  lastCheckedAt: '2026-11-21T08:20:00.000Z',
  verifiedAt: '2026-11-21T08:20:00.000Z',
  createdAt: '2026-11-21T08:15:30.123Z',
  updatedAt: '2026-11-21T08:20:00.000Z',
};

export const newDomain = {
  ...domain,
  status: 'pending',
  dns: { status: 'pending', records: records.map((record) => ({ ...record, found: false })) },
  certificate: { status: 'none', expiresAt: null, error: null },
  rootUrl: null,
  notFoundUrl: null,
  brand: null,
  logo: { status: 'none', error: null },
  apps: { ios: [], android: [] },
  lastCheckedAt: null,
  verifiedAt: null,
  updatedAt: '2026-11-21T08:15:30.123Z',
};
