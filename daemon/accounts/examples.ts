/** Examples of the published interface description. */
export const user = {
  id: 'usr_7Hq2LzXk0VtWn4RbYc1M',
  email: 'you@example.com',
  name: 'Your name',
  createdAt: '2026-11-21T08:15:30.123Z',
};

const workspace = { id: 'ws_Jd93kfLa0Qp2Zx71MnBv', name: 'Campaigns', plan: 'pro', unlimited: false };

export const password = 'ten characters or more';
export const token = 'q7Hq2LzXk0VtWn4RbYc1MJd93kfLa0Qp2Zx71MnBv5Zk';

export const signedIn = {
  token: 'fst_q7Hq2LzXk0VtWn4RbYc1MJd93kfLa0Qp2Zx71MnBv5Z',
  expiresAt: '2026-12-21T08:15:30.123Z',
  user,
  workspace,
  role: 'admin',
};

export const signature = {
  id: 'ePb2cJ4bTqWmHfDUnJ3v9A',
  rawId: 'ePb2cJ4bTqWmHfDUnJ3v9A',
  type: 'public-key',
  response: {
    clientDataJSON: 'eyJ0eXBlIjoid2ViYXV0aG4uZ2V0In0',
    authenticatorData: 'SZYN5YgOjGh0NBcPZHZgW4_krrmihjLHmVzzuoMdl2MdAAAAAA',
    signature: 'MEUCIQDq0d6n',
    userHandle: 'dXNyXzdIcTJMelhrMFZ0V240UmJZYzFN',
  },
  clientExtensionResults: {},
};

export const requestOptions = {
  rpId: 'go.example.com',
  challenge: 'V2hhdCBpcyBzaWduZWQgaGVyZSBpcyByYW5kb20gYW5kIHNob3J0LWxpdmVk',
  timeout: 60_000,
  userVerification: 'required',
};

export const creationOptions = {
  rp: { id: 'go.example.com', name: 'Waypost' },
  user: { id: 'dXNyXzdIcTJMelhrMFZ0V240UmJZYzFN', name: user.email, displayName: user.name },
  challenge: requestOptions.challenge,
  pubKeyCredParams: [{ alg: -7, type: 'public-key' }],
  timeout: 60_000,
  attestation: 'none',
  excludeCredentials: [],
  authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
  extensions: { credProps: true },
  hints: [],
};

export const creation = {
  id: signature.id,
  rawId: signature.rawId,
  type: 'public-key',
  response: {
    clientDataJSON: 'eyJ0eXBlIjoid2ViYXV0aG4uY3JlYXRlIn0',
    attestationObject: 'o2NmbXRkbm9uZWdhdHRTdG10oGhhdXRoRGF0YQ',
    transports: ['internal'],
  },
  clientExtensionResults: {},
};

export const factorId = 'fac_Rb7Yc1M2LzXk0VtWn4Hq';

export const factors = {
  factors: [
    {
      id: factorId,
      type: 'totp',
      name: 'Authenticator app',
      createdAt: '2026-11-21T08:15:30.123Z',
      lastUsedAt: '2026-11-22T10:02:11.048Z',
    },
  ],
  recoveryCodesLeft: 10,
};

export const recoveryCodes = [
  '7kq2m-x9fwd',
  'p3vnt-82hcr',
  'd6jya-w4b5s',
  'm9egz-q7xku',
  'c2rhf-t5n8p',
  'x4wdv-6ysa3',
  'b8ukj-g2m9e',
  'h5zcq-r3vtf',
  'n7spx-d4kwy',
  'a6gub-j8e2h',
];

export const totp = {
  id: factorId,
  secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
  uri: 'otpauth://totp/Waypost%20go.example.com:you%40example.com?issuer=Waypost%20go.example.com&secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&algorithm=SHA1&digits=6&period=30',
};

export const me = { user, workspace, role: 'admin', isOwner: true, auth: { type: 'session', keyId: null } };

export const sessions = {
  sessions: [
    {
      id: 'ses_4be0643f1d98573b97ca',
      current: true,
      createdAt: '2026-11-21T08:15:30.123Z',
      lastUsedAt: '2026-11-22T10:02:11.048Z',
      userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0',
      address: '203.0.113.0/24',
    },
  ],
};

export const dashboardSession = {
  user: { ...user, emailVerified: true, canAddFactor: true },
  workspaces: [{ ...workspace, role: 'admin' }],
  contacts: { enterUrl: 'https://contacts.example.com/wp-json/waypost-admin/v1/enter?by=dashboard', role: 'editor' },
};

export const invitation = {
  email: 'guest@example.com',
  role: 'member',
  contactsRole: null,
  workspaceName: 'Campaigns',
  hasAccount: false,
};

export const dashboardSettings = {
  name: 'Waypost',
  baseUrl: 'https://go.example.com/api',
  defaultDomain: 'go.example.com',
  signup: 'open',
  needsInviteCode: false,
  firstVisit: false,
  password: true,
  passkeys: true,
  secondFactor: false,
  oidc: null,
  mail: true,
  inviteDays: 14,
  demo: null,
};
