/** English strings for the screens before sign-in. */
export const signIn = {
  title: 'Sign in',
  email: 'Email',
  password: 'Password',
  submit: 'Sign in',
  createAccount: 'Create an account',
  noAccount: 'No account yet?',
  forgot: 'Forgot password',
  signedInAs: (email: string) => `You are signed in as ${email}.`,
  goOn: 'Continue',
  signOut: 'Sign out',
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
  title: 'Join a workspace',
  titleOf: (workspace: string) => `Join ${workspace}`,
  note: (email: string, role: string) => `${email} is invited as ${role}.`,
  submit: 'Join',
  signInSubmit: 'Sign in and join',
  signUpSubmit: 'Create account and join',
  otherAccount: (signedIn: string, invited: string) =>
    `You are signed in as ${signedIn}, but the invitation is for ${invited}.`,
  switchAccount: 'Sign out and continue',
  stay: 'Stay signed in',
  joined: (workspace: string) => `You joined ${workspace}`,
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
  beforeFactor: 'Verify your email first: open the link sent to it. Then you can add a second factor.',
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
