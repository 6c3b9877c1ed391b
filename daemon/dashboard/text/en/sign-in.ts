/** The words of the screens before anybody is signed in. */
export const signIn = {
  title: 'Sign in',
  email: 'Email',
  password: 'Password',
  submit: 'Sign in',
  createAccount: 'Create an account',
  noAccount: 'No account yet?',
  forgot: 'Forgot password',
  signedInAs: (email: string) => `You are signed in as ${email}.`,
  goOn: 'Go on',
  signOut: 'Sign out',
};

export const signUp = {
  title: 'Create an account',
  name: 'Name',
  email: 'Email',
  password: 'Password',
  inviteCode: 'Invite code',
  inviteCodeHint: 'Whoever runs this service gave you one.',
  submit: 'Create account',
  haveAccount: 'I have an account',
  inviteOnly: 'New accounts are made by invitation here',
  inviteOnlyNote: 'Ask an admin of your team to invite you, then use the link in the invitation.',
  closed: 'No new accounts are made here',
  closedNote: 'Ask the operator for one.',
  byProvider: (provider: string) => `Your first sign-in with ${provider} makes your account.`,
};

export const join = {
  title: 'Join a workspace',
  titleOf: (workspace: string) => `Join ${workspace}`,
  note: (email: string, role: string) => `${email} is invited as ${role}.`,
  submit: 'Join',
  signInSubmit: 'Sign in and join',
  signUpSubmit: 'Create account and join',
  otherAccount: (signedIn: string, invited: string) =>
    `You are signed in as ${signedIn}, and the invitation is for ${invited}.`,
  switchAccount: 'Sign out and go on',
  stay: 'Stay signed in',
  joined: (workspace: string) => `You joined ${workspace}`,
  broken: 'This invitation holds no more',
  brokenNote: 'It was used, withdrawn or is too old. Ask whoever invited you to send it again.',
};

export const verify = {
  title: 'Verify your address',
  note: 'Go on only if you made the account this mail was about.',
  submit: 'Yes, it is my address',
  done: 'Your address is verified',
  broken: 'This link holds no more',
  brokenNote: 'It works once and for three days. Sign in to have a new one sent.',
  toDashboard: 'Go to the dashboard',
  notice: (email: string) => `Verify ${email}: use the link in the mail we sent there.`,
  again: 'Send again',
  sentAgain: 'The mail is on its way',
};

export const confirmAddress = {
  title: 'Is this your new address?',
  note: 'From then on you sign in with it.',
  submit: 'Yes, use it',
  done: 'Your address is changed',
  broken: 'This link holds no more',
  brokenNote: 'It works once and for three days. Ask for the change again in your account.',
};
