/** Signing in, domains, members, account and workspace, used in a browser by roles and names, with the real service. */

import type { Route } from 'playwright-core';
import { suspendByHand } from '../../daemon/safety/core/actions.ts';
import { updatePlan } from '../../daemon/workspaces/queries.ts';
import { inTransaction } from '../../shared/db/db.ts';
import {
  giveContactsRole,
  newEmail,
  type Person,
  password,
  putSite,
  signUp,
  startMailWorker,
  userIdOf,
} from '../fixtures/accounts.ts';
import { addAuthenticator, keepCodes } from '../fixtures/browser/authenticator.ts';
import { axe } from '../fixtures/browser/axe.ts';
import { openBrowser } from '../fixtures/browser/chromium.ts';
import { signIn, startDashboard } from '../fixtures/browser/dashboard.ts';
import { enter, keyboardOnly, write } from '../fixtures/browser/keyboard.ts';
import { sidewaysPixels } from '../fixtures/browser/layout.ts';
import { announced, openScreen, phone, type Screen } from '../fixtures/browser/screen.ts';
import { startDns } from '../fixtures/dns.ts';
import { codeOf, wrongCodeOf } from '../fixtures/factors.ts';
import { startMailServer } from '../fixtures/mail.ts';
import { type Test, t } from '../runner/tap.ts';

const dns = await startDns(t);
const mailbox = await startMailServer(t);
const daemon = await startDashboard(t, {
  env: {
    DEFAULT_SHORT_DOMAIN: 'go.waypost.test',
    DNS_RESOLVERS: dns.address,
    DOMAIN_VERIFY_SECONDS: '0',
    PLANS_FREE_MEMBERS: '3',
    SMTP_URL: mailbox.url,
  },
});
startMailWorker(t, daemon, mailbox.url);
dns.set('go.waypost.test', 'A', '192.0.2.1');
const browser = await openBrowser(t);

/** Opens a page, signed in if a user is given. */
async function open(t: Test, person?: { email: string }, width?: number): Promise<Screen> {
  const screen = await openScreen(t, browser, { origin: daemon.origin, ...(width ? { width } : {}) });
  // Without a session, or after a refusal, the browser's console shows each error.
  screen.faults.expect(/status of 4\d\d/);
  if (person) await signIn(screen, person);
  return screen;
}

const heading = (screen: Screen, name: string | RegExp) => screen.byRole('heading', name).first().waitFor();
const status = (screen: Screen, words: string | RegExp) => announced(screen, words);
const press = (screen: Screen, name: string | RegExp) => screen.byRole('button', name).click();
const fill = (screen: Screen, name: string, text: string) => screen.byLabel(name).fill(text);
/** The emailed link, rewritten to this service's port. */
const linkIn = (text: string | undefined): string => {
  const [link] = /http\S+token=[\w-]+/.exec(text ?? '') ?? [];
  return new URL(link as string).pathname + new URL(link as string).search;
};

t.test(
  'until an account exists, the code in the log allows a visitor to create the first account, even on a phone',
  async (t) => {
    const screen = await open(t, undefined, phone);
    await screen.goto('/dashboard/links');
    await heading(screen, 'Create the first account');
    t.same([await axe(screen), await sidewaysPixels(screen)], [[], 0]);
    await fill(screen, 'Name', 'Ada');
    await fill(screen, 'Email', newEmail());
    await fill(screen, 'Password', password);
    await fill(screen, 'Code from the log', 'AAAA-AAAA-AAAA');
    await press(screen, 'Create account');
    await screen.page.getByText('is not the code in the log').waitFor();
    await fill(screen, 'Code from the log', daemon.context.firstVisits.codeOf(0));
    await press(screen, 'Create account');
    await heading(screen, 'Links');
    const second = await open(t);
    await second.goto('/dashboard');
    await heading(second, 'Sign in');
  },
);

t.test('sign-in offers sign-up only if sign-up is open, and otherwise explains how to get access', async (t) => {
  const screen = await open(t);
  let changed = {};
  await screen.page.route('**/api/dashboard/settings', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), ...changed } });
  });
  const cases: [changes: object, offersAccount: boolean, said?: RegExp][] = [
    [{ signup: 'open' }, true],
    [{ signup: 'invite', needsInviteCode: true }, true],
    [{ signup: 'invite' }, false, /No account yet\? Ask an admin of your workspace to invite you/],
    [{ signup: 'closed' }, false, /No account yet\? Ask the operator/],
  ];
  for (const [changes, offersAccount, said] of cases) {
    changed = changes;
    await screen.goto('/dashboard');
    await screen.byLabel('Password').waitFor();
    t.equal(await screen.byRole('link', 'Create an account').count(), offersAccount ? 1 : 0, JSON.stringify(changes));
    if (said) await screen.page.getByText(said).waitFor();
    t.same(await axe(screen), []);
    await screen.goto('/dashboard/sign-up');
    const shown = offersAccount
      ? screen.byRole('button', 'Create account')
      : screen.page.getByText(/Sign-up is closed|by invitation only/);
    await shown.waitFor();
  }
});

/** Delays the next request for the session until the result is called. */
const holdSession = ({ page }: Screen) =>
  new Promise<() => Promise<void>>((resolve) => {
    const hold = (route: Route) => resolve(() => route.continue());
    void page.route('**/api/dashboard/session', hold, { times: 1 });
  });

t.test('an account is created, its email address verified, and its forgotten password reset', async (t) => {
  const screen = await open(t);
  const email = newEmail();
  await screen.goto('/dashboard/links');
  await screen.byRole('link', 'Create an account').click();
  await heading(screen, 'Create an account');
  await fill(screen, 'Name', 'Ada');
  await fill(screen, 'Email', email);
  await fill(screen, 'Password', password);
  await press(screen, 'Create account');
  await heading(screen, 'Overview');
  await press(screen, 'Resend email');
  await status(screen, 'The email is on its way');
  const verification = await mailbox.waitFor(email, /address|verify/i);
  const held = holdSession(screen);
  await screen.goto(linkIn(verification.text));
  const letGo = await held;
  t.equal(await screen.byRole('button', 'Verify email').count(), 0, 'not before the session is known');
  await letGo();
  await press(screen, 'Verify email');
  await heading(screen, 'Your email is verified');
  await screen.byRole('link', 'Go to the dashboard').click();
  await heading(screen, 'Overview');
  t.equal(await screen.byRole('button', 'Resend email').count(), 0, 'nothing is left to verify');

  const other = await open(t);
  await other.goto('/dashboard/forgot-password');
  await fill(other, 'Email', email);
  await press(other, 'Send link');
  await status(other, email);
  const reset = await mailbox.waitFor(email, /password/i);
  await other.goto(linkIn(reset.text));
  await fill(other, 'New password', 'another ten characters');
  await press(other, 'Set password');
  await heading(other, 'Overview');
  await other.goto(linkIn(reset.text));
  await fill(other, 'New password', 'yet another password');
  await press(other, 'Set password');
  await status(other, 'This link is no longer valid');
});

t.test("the API's errors appear at their field", async (t) => {
  const person = await signUp(daemon);
  const screen = await open(t);
  await screen.goto('/dashboard/domains');
  await fill(screen, 'Email', person.email);
  await fill(screen, 'Password', 'not this one');
  await press(screen, 'Sign in');
  await screen.page.getByRole('alert').waitFor();
  await fill(screen, 'Password', password);
  await press(screen, 'Sign in');
  await heading(screen, 'Domains');
  await press(screen, 'Connect domain');
  await fill(screen, 'Hostname', '192.0.2.1');
  await screen.byRole('dialog', 'Connect domain').getByRole('button', { name: 'Connect domain' }).click();
  await screen.page.locator('[aria-invalid=true]').waitFor();
  t.match(await screen.byLabel('Hostname').getAttribute('aria-describedby'), /-error$/);
  await screen.goto('/dashboard/settings/account');
  await fill(screen, 'Current password', 'not this one');
  await fill(screen, 'New password', 'another ten characters');
  await press(screen, 'Change password');
  await screen.page.getByText('is not your password').waitFor();
  await press(screen, 'Change email');
  const change = screen.byRole('dialog', 'Change email');
  await change.getByLabel('New email').fill(newEmail());
  await change.getByLabel('Current password').fill(password);
  await change.getByRole('button', { name: 'Change email' }).click();
  await status(screen, 'to finish the change');
});

t.test('a domain is set up by keyboard alone, and removed after its name is typed', async (t) => {
  const person = await signUp(daemon);
  const screen = await open(t, person);
  await keyboardOnly(screen);
  await screen.goto('/dashboard/domains');
  await screen.byRole('heading', 'No domains yet').waitFor();
  await enter(screen, screen.byRole('button', 'Connect domain'));
  await write(screen, screen.byLabel('Hostname'), 'https://go.people.test/');
  await screen.page.keyboard.press('Enter');
  await heading(screen, 'go.people.test');
  const { json } = await person.call('GET', '/domains');
  const [txt, cname] = json.domains[0].dns.records;
  await enter(screen, screen.byRole('button', 'Copy the value of the TXT record'));
  t.equal(await screen.page.evaluate('navigator.clipboard.readText()'), txt.value);
  dns.set(txt.name, 'TXT', 'something else');
  await enter(screen, screen.byRole('button', 'Check now'));
  await screen.page.getByText('Found instead: something else').waitFor();
  dns.set(txt.name, 'TXT', txt.value);
  dns.set(cname.name, 'CNAME', cname.value);
  await screen.page.getByText('Verified').first().waitFor();
  await write(screen, screen.byLabel('Root URL'), 'https://www.example.com/');
  await screen.page.keyboard.press('Enter');
  await status(screen, 'Saved');
  await enter(screen, screen.byRole('button', 'Remove'));
  await write(screen, screen.byLabel('Type go.people.test to continue'), 'go.people.test');
  await screen.page.keyboard.press('Enter');
  await screen.byRole('heading', 'No domains yet').waitFor();
});

t.test('users are invited, join as new and as existing users, and get other roles', async (t) => {
  const owner = await signUp(daemon, { name: 'Owner' });
  const known = await signUp(daemon, { name: 'Known' });
  const screen = await open(t, owner);
  const newcomer = newEmail();
  const links: string[] = [];
  await screen.goto('/dashboard/members');
  for (const email of [newcomer, known.email]) {
    await press(screen, 'Invite');
    await fill(screen, 'Email', email);
    await screen.byLabel('Role').selectOption('Viewer');
    await press(screen, 'Send invitation');
    links.push(await screen.byLabel('Invitation link').inputValue());
    await press(screen, 'Done');
  }
  await screen.page.getByText('You use all 3 members on').waitFor();
  t.equal(await screen.byRole('button', 'Invite').count(), 0, 'a full plan offers no seat');

  const viewer = await open(t, undefined, phone);
  await viewer.goto(linkIn(links[0]));
  await heading(viewer, 'Join Owner');
  await fill(viewer, 'Name', 'New');
  await fill(viewer, 'Password', password);
  await press(viewer, 'Create account and join');
  await heading(viewer, 'Overview');
  await viewer.goto('/dashboard/members');
  await viewer.byRole('cell', /New/).first().waitFor();
  t.equal(await viewer.byRole('button', /Actions for|Invite/).count(), 0, 'a viewer is offered nothing');
  await viewer.goto(linkIn(links[1]));
  await viewer.page.getByText(`You are signed in as ${newcomer}`).waitFor();
  await press(viewer, 'Sign out and continue');
  await fill(viewer, 'Password', password);
  await press(viewer, 'Sign in and join');
  await heading(viewer, 'Overview');
  t.equal(await viewer.byRole('combobox', 'Workspace').first().inputValue(), 'Owner');

  await screen.goto('/dashboard/members');
  await press(screen, 'Actions for Known');
  await screen.byRole('menuitemcheckbox', 'Admin').click();
  await status(screen, 'Known is now admin');
  const admin = await open(t, known);
  await admin.goto('/dashboard/members');
  await admin.byRole('combobox', 'Workspace').click();
  await admin.byRole('option', /^Owner/).click();
  await admin.byRole('link', 'Members').click();
  await press(admin, 'Actions for Known');
  await admin.byRole('menuitemcheckbox', 'Member').click();
  await press(admin, 'Change my role');
  await status(admin, 'Known is now member');
  await admin.byRole('button', 'Actions for Known').waitFor({ state: 'detached' });
  await press(screen, 'Actions for New');
  await screen.byRole('menuitem', 'Remove').click();
  await screen.byRole('dialog', 'Remove New?').getByRole('button', { name: 'Remove' }).click();
  await status(screen, 'Removed New');
  await press(screen, 'Actions for Known');
  await screen.byRole('menuitem', 'Remove').click();
  await screen.byRole('dialog', 'Remove Known?').getByRole('button', { name: 'Remove' }).click();
  await status(screen, 'Removed Known');
  await admin.byRole('link', 'Tags').click();
  await status(admin, 'You are no longer a member of Owner');
  t.equal(await admin.byRole('combobox', 'Workspace').inputValue(), 'Known', 'and continues in another workspace');
  await heading(admin, 'No tags yet');
});

t.test('a very long email address fits the page', async (t) => {
  const screen = await open(t, undefined, phone);
  await screen.goto('/dashboard/forgot-password');
  await fill(screen, 'Email', `${'long'.repeat(15)}@${'host'.repeat(12)}.example.com`);
  await press(screen, 'Send link');
  await status(screen, 'Check your email');
  t.equal(await sidewaysPixels(screen), 0);
});

t.test(
  'a suspended workspace shows a notice in place of its screens, and opens again once it is restored',
  async (t) => {
    const person = await signUp(daemon);
    const { db, announceChanges } = daemon.context;
    const suspend = async (isOn: boolean) => {
      const { id } = await db
        .selectFrom('workspaces')
        .select('id')
        .where('public_id', '=', person.answer.workspace.id)
        .executeTakeFirstOrThrow();
      const workspace = { id, public_id: person.answer.workspace.id };
      const by = { userId: null, reason: 'Phishing in three links' };
      await inTransaction(db, (trx) => suspendByHand(trx, workspace, isOn, { by, now: new Date() }));
      announceChanges();
    };
    const screen = await open(t, person, phone);
    await screen.goto('/dashboard/links');
    await heading(screen, 'No links yet');
    await suspend(true);
    await screen.byRole('link', 'Tags').click();
    await heading(screen, 'This workspace is suspended');
    await screen.page.getByText('“Phishing in three links”').waitFor();
    t.match(await screen.byRole('link', /@/).getAttribute('href'), /^mailto:.+@/, 'it has an address to write to');
    t.equal(await sidewaysPixels(screen), 0);
    await screen.goto('/dashboard/settings/account');
    await screen.byLabel('Current password').waitFor();
    await screen.byRole('link', 'Links').click();
    await heading(screen, 'This workspace is suspended');
    await suspend(false);
    await press(screen, 'Try again');
    await heading(screen, 'No links yet');
  },
);

t.test('sessions are ended, and a workspace is created, renamed and deleted', async (t) => {
  const person = await signUp(daemon, { name: 'Cleo' });
  const screen = await open(t, person);
  await screen.goto('/dashboard/settings/account');
  await press(screen, 'Sign out other sessions');
  await screen.page.getByText('You have no other sessions.').waitFor();
  t.equal((await person.call('GET', '/auth/me')).status, 401);
  await screen.byRole('combobox', 'Workspace').click();
  await screen.byRole('option', 'New workspace').click();
  await screen.byRole('dialog', 'New workspace').getByLabel('Name').fill('Second');
  await press(screen, 'Create');
  await status(screen, 'Created Second');
  await screen.goto('/dashboard/settings/workspace');
  await fill(screen, 'Name', 'Renamed');
  await screen.byRole('button', 'Save').first().click();
  await status(screen, 'Saved');
  await press(screen, 'Delete workspace');
  const dialog = screen.byRole('dialog', 'Delete Renamed?');
  await dialog.getByText('0 links, which stop redirecting').waitFor();
  await dialog.getByLabel('Type Renamed to continue').fill('Renamed');
  await dialog.getByLabel('Your password').fill(password);
  await dialog.getByRole('button', { name: 'Delete workspace' }).click();
  await status(screen, 'Deleted Renamed');
  t.equal(await screen.byRole('combobox', 'Workspace').inputValue(), 'Cleo');
  const { db } = daemon.context;
  const other = await userIdOf(db, await signUp(daemon));
  await putSite(db);
  await db.deleteFrom('contact_roles').execute();
  await giveContactsRole(db, await userIdOf(db, person), 'administrator');
  await giveContactsRole(db, other, 'viewer');
  await screen.goto('/dashboard/settings/account');
  await press(screen, 'Delete account');
  await screen.page.getByText('You are the last administrator, and others use them.').waitFor();
  t.ok(await screen.byRole('dialog').getByRole('button', { name: 'Delete account' }).isDisabled());
  t.same(await axe(screen), []);
  await giveContactsRole(db, other, null);
  await screen.goto('/dashboard/settings/account');
  await press(screen, 'Delete account');
  await screen.page.getByText('You are its only member: it is deleted with 0 links').waitFor();
  await screen.byRole('dialog').getByLabel('Current password').fill(password);
  await screen.byRole('dialog').getByRole('button', { name: 'Delete account' }).click();
  await heading(screen, 'Sign in');
});

async function signInWith(screen: Screen, { email }: Pick<Person, 'email'>, path = '/dashboard'): Promise<void> {
  await screen.goto(path);
  await fill(screen, 'Email', email);
  await fill(screen, 'Password', password);
  await press(screen, 'Sign in');
}

t.test('an authenticator app is added, required, replaced by a recovery code once, and removed', async (t) => {
  const person = await signUp(daemon);
  const screen = await open(t, person);
  await screen.goto('/dashboard/settings/account');
  await press(screen, 'Add authenticator app');
  const dialog = screen.byRole('dialog', 'Add authenticator app');
  await dialog.getByRole('img', { name: 'QR code for the authenticator app' }).waitFor();
  const secret = await dialog.getByLabel('Key').inputValue();
  const uri = `otpauth://totp/Waypost?secret=${secret}`;
  await dialog.getByRole('textbox', { name: 'Code' }).fill(wrongCodeOf(uri));
  await dialog.getByRole('button', { name: 'Turn on' }).click();
  await dialog.getByText('is wrong').waitFor();
  await dialog.getByRole('textbox', { name: 'Code' }).fill(codeOf(uri));
  await dialog.getByRole('button', { name: 'Turn on' }).click();
  const codes = await keepCodes(screen);
  t.equal(codes.length, 10);
  await status(screen, 'Authenticator app added');
  await screen.page.getByText('10 recovery codes left.').waitFor();

  const other = await open(t, undefined, phone);
  await signInWith(other, person, '/dashboard/links');
  await other.page.getByText('Your password is correct.').waitFor();
  t.equal(await sidewaysPixels(other), 0);
  await fill(other, 'Code', wrongCodeOf(uri));
  await press(other, 'Sign in');
  await other.page.getByText('The code is wrong or was already used.').waitFor();
  await fill(other, 'Code', codeOf(uri, 1));
  await press(other, 'Sign in');
  await heading(other, 'No links yet');

  const third = await open(t);
  await signInWith(third, person);
  await fill(third, 'Code', codes[0] as string);
  await press(third, 'Sign in');
  await heading(third, 'Overview');
  await screen.goto('/dashboard/settings/account');
  await screen.page.getByText('9 recovery codes left.').waitFor();
  await press(screen, 'New recovery codes');
  await screen.byRole('dialog').getByLabel('Current password').fill(password);
  await screen.byRole('dialog').getByRole('button', { name: 'New recovery codes' }).click();
  t.notOk((await keepCodes(screen)).some((code) => codes.includes(code)));
  await press(screen, 'Remove Authenticator app');
  const removal = screen.byRole('dialog', 'Remove Authenticator app?');
  await removal.getByText('This is your last one').waitFor();
  await removal.getByLabel('Current password').fill('not the password');
  await removal.getByRole('button', { name: 'Remove' }).click();
  await removal.getByText('is not your password').waitFor();
  await removal.getByLabel('Current password').fill(password);
  await removal.getByRole('button', { name: 'Remove' }).click();
  await status(screen, 'Authenticator app removed');
  await screen.page.getByText('You sign in with a password only.').waitFor();
});

t.test('a passkey can be added, signs a user in without a password, and replaces a code', async (t) => {
  const person = await signUp(daemon);
  const screen = await open(t, person);
  await addAuthenticator(screen);
  await screen.goto('/dashboard/settings/account');
  await press(screen, 'Add passkey');
  const dialog = screen.byRole('dialog', 'Add passkey');
  await dialog.getByLabel('Name').fill('Laptop');
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await keepCodes(screen);
  await status(screen, 'Passkey added');
  await press(screen, 'Add passkey');
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await dialog.getByText('This device already has a passkey for your account.').waitFor();
  await dialog.getByRole('button', { name: 'Cancel' }).click();

  for (const path of ['/dashboard', '/dashboard/links']) {
    await screen.context.clearCookies();
    if (path === '/dashboard') await screen.goto(path);
    else {
      await signInWith(screen, person, path);
      await screen.page.getByText('Your password is correct.').waitFor();
    }
    await press(screen, 'Sign in with a passkey');
    await heading(screen, path === '/dashboard' ? 'Overview' : 'No links yet');
  }
});

t.test('if a second factor is required, the user can only add a factor or sign out', async (t) => {
  const person = await signUp(daemon);
  const strict = await startDashboard(t, { stores: daemon.stores, env: { REQUIRE_SECOND_FACTOR: '1' } });
  const screen = await openScreen(t, browser, { origin: strict.origin });
  screen.faults.expect(/status of 4\d\d/);
  await addAuthenticator(screen);
  await signInWith(screen, person, '/dashboard/links');
  await heading(screen, 'Set up a second factor');
  t.equal(await screen.byRole('navigation').count(), 0);
  await press(screen, 'Sign out');
  await heading(screen, 'Sign in');
  await signInWith(screen, person, '/dashboard/links');
  await press(screen, 'Add passkey');
  await screen.byRole('dialog').getByRole('button', { name: 'Continue' }).click();
  await keepCodes(screen);
  await heading(screen, 'No links yet');
});

t.test('a list that fails to load shows an error, and loads on retry', async (t) => {
  const person = await signUp(daemon);
  const { db } = daemon.context;
  await inTransaction(db, async (trx) => {
    const { id } = await trx
      .selectFrom('workspaces')
      .select('id')
      .where('public_id', '=', person.answer.workspace.id)
      .executeTakeFirstOrThrow();
    await updatePlan(trx, id, 'pro', new Date());
  });
  const screen = await open(t, person);
  screen.faults.expect(/status of 503|Failed to fetch|ERR_FAILED/);
  for (const [path, name] of [
    ['/domains', 'Domains'],
    ['/members', 'Members'],
  ] as const) {
    const gone = { status: 503, json: { error: { code: 'unavailable', message: 'the database is down' } } };
    await screen.page.route(`**/api${path}`, (route) => route.fulfill(gone));
    await screen.goto(`/dashboard${path}`);
    await heading(screen, name);
    await screen.page.getByText('the database is down').waitFor();
    await screen.page.unroute(`**/api${path}`);
    await press(screen, 'Try again');
    await screen.page.getByText(name === 'Domains' ? 'No domains yet' : 'No other members yet').waitFor();
  }
});
