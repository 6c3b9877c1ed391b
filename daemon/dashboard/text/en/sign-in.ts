/** English strings for the screens before sign-in. */
export const signIn = {
  title: 'Sign in',
  email: 'Email',
  password: 'Password',
  passwordHint: 'At least 10 characters.',
  submit: 'Sign in',
  by: (provider: string) => `Sign in with ${provider}`,
  byPasskey: 'Sign in with a passkey',
  or: 'or',
  codeNeeded: 'Your password is correct. Now enter a code.',
  passkeyNeeded: 'Your password is correct. Now use your passkey.',
  codeHint: 'Six digits from your app, or a recovery code.',
  recoveryCode: 'Recovery code',
  otherAccount: 'Use another account',
  demo: (email: string, password: string) => `This is a demo. Sign in as ${email} with the password ${password}.`,
  createAccount: 'Create an account',
  noAccount: 'No account yet?',
  forgot: 'Forgot password',
  back: 'Back to sign-in',
  signedInAs: (email: string) => `You are signed in as ${email}.`,
  continue: 'Continue',
  signOut: 'Sign out',
};

export const handOver = {
  title: 'Opening contacts',
  note: 'Signing you in to contacts.',
  failed: 'Contacts cannot be opened',
  stay: 'Back to the dashboard',
};

export const firstVisit = {
  title: 'Create the first account',
  note: 'No account exists yet. The first one administers this installation.',
  code: 'Code from the log',
  codeHint: 'Waypost writes it to its log when it starts, for example K7MP-2XWD-9RTA.',
  submit: 'Create account',
};

export const forgotPassword = {
  title: 'Forgot password',
  note: 'Waypost emails you a link to set a new one.',
  submit: 'Send link',
  sent: 'Check your email',
  sentNote: (email: string) =>
    `If ${email} has an account, a link to set a new password is on its way. It expires in one hour.`,
  again: 'Use another email',
  noMail: 'No mail server is set up. The operator finds the email in the mail folder on the server.',
};

export const resetPassword = {
  title: 'Set a new password',
  note: 'This signs out all your other sessions.',
  password: 'New password',
  submit: 'Set password',
  done: 'Your new password is set',
  needsFactor: 'Your new password is set. Sign in with it.',
  broken: 'This link is no longer valid',
  brokenNote: 'It works once, for one hour. Request a new one.',
  ask: 'Send a new link',
};

export const signUp = {
  title: 'Create an account',
  name: 'Name',
  email: 'Email',
  password: 'Password',
  inviteCode: 'Invite code',
  inviteCodeHint: 'Provided by the operator.',
  submit: 'Create account',
  haveAccount: 'I have an account',
  inviteOnly: 'Accounts are by invitation only',
  inviteOnlyNote: 'Ask an admin of your workspace to invite you, then open the link in the invitation.',
  closed: 'Sign-up is closed',
  closedNote: 'Ask the operator for an account.',
  byProvider: (provider: string) => `Your first sign-in with ${provider} creates your account.`,
};

export const join = {
  title: 'Accept the invitation',
  titleOf: (workspace: string) => `Join ${workspace}`,
  titleOfContacts: 'Join contacts',
  note: (email: string, role: string) => `${email} is invited as ${role.toLowerCase()}.`,
  noteOfContacts: (email: string, role: string) => `${email} is invited to contacts as ${role.toLowerCase()}.`,
  noteOfBoth: (email: string, role: string, inContacts: string) =>
    `${email} is invited as ${role.toLowerCase()}, and to contacts as ${inContacts.toLowerCase()}.`,
  submit: 'Join',
  signInSubmit: 'Sign in and join',
  signUpSubmit: 'Create account and join',
  otherAccount: (signedIn: string, invited: string) =>
    `You are signed in as ${signedIn}, but the invitation is for ${invited}.`,
  switchAccount: 'Sign out and continue',
  stay: 'Stay signed in',
  joined: (workspace: string) => `You joined ${workspace}`,
  joinedContacts: 'You joined contacts',
  broken: 'This invitation is no longer valid',
  brokenNote: 'It was used, revoked or has expired. Ask for a new one.',
};

export const verify = {
  title: 'Verify your email',
  note: 'Continue only if you created this account. If you did not, set a new password: that ends all other access.',
  submit: 'Verify email',
  signInSubmit: 'Sign in and verify email',
  done: 'Your email is verified',
  broken: 'This link is no longer valid',
  brokenNote: 'It works once, for three days. Sign in to get a new one.',
  toDashboard: 'Go to the dashboard',
  notice: (email: string) => `Verify ${email}: open the link sent to it.`,
  again: 'Resend email',
  sentAgain: 'The email is on its way',
};

export const confirmAddress = {
  title: 'Confirm your new email',
  note: 'You then sign in with it.',
  submit: 'Use this email',
  signInSubmit: 'Sign in and use this email',
  done: 'Your email is changed',
  broken: 'This link is no longer valid',
  brokenNote: 'It works once, for three days. Change your email again in your account.',
};
