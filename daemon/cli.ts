/** `npm run links -- …`: what an operator does without a browser or an API key. */
import { randomBytes } from 'node:crypto';
import { domainToASCII } from 'node:url';
import { Command, InvalidArgumentError } from 'commander';
import { boot, runEntry } from '../shared/boot.ts';
import type { Config } from '../shared/config.ts';
import { type Db, duplicateKey, inTransaction } from '../shared/db.ts';
import { openRedis } from '../shared/redis.ts';
import { operator, recordAudit } from './audit-log/record.ts';
import { nudgeChannel } from './change-feed/changes.ts';
import { checkDomain, trustDomain } from './domains/check-domain.ts';
import { toDomain } from './domains/domain.ts';
import { hostOf } from './domains/hostname.ts';
import { findDomainByHostname, listAllDomains } from './domains/queries.ts';
import { removeDomain } from './domains/remove.ts';
import { hashPassword } from './identity/passwords.ts';
import {
  countUsers,
  findUserByEmail,
  findWorkspace,
  getOwner,
  insertUser,
  insertWorkspace,
  updatePlan,
  updateSuspension,
  updateUser,
} from './identity/queries.ts';
import { deleteOtherSessions } from './identity/sessions.ts';
import { insertApiKey } from './keys/queries.ts';
import { setBanned } from './links/queries.ts';
import * as safety from './safety/commands.ts';
import { planNames } from './workspaces/plans.ts';

type Tools = { db: Db; config: Config; announceChanges: () => Promise<void> };
type Flags = { json?: boolean };

/** Opens the stores, runs, prints the answer as JSON or as lines, and closes. */
async function withTools(flags: Flags, run: (tools: Tools) => Promise<unknown>): Promise<void> {
  const { config, log, db, redisUrl } = await boot('links-cli');
  log.level = 'silent';
  const announceChanges = async () => {
    const redis = openRedis(redisUrl, 'queue', log);
    await Promise.race([redis.publish(nudgeChannel(config.redisPrefix), ''), new Promise((r) => setTimeout(r, 1_000))]);
    redis.disconnect();
  };
  try {
    const answer = await run({ db, config, announceChanges });
    process.stdout.write(flags.json ? `${JSON.stringify(answer)}\n` : `${inLines(answer)}\n`);
  } finally {
    await db.destroy();
  }
}

const inLines = (answer: unknown, indent = ''): string =>
  Object.entries((answer ?? { result: 'nothing to do' }) as object)
    .map(([name, value]) =>
      value !== null && typeof value === 'object'
        ? `${indent}${name}:\n${inLines(value, `${indent}  `)}`
        : `${indent}${name}: ${value}`,
    )
    .join('\n');

type Plan = (typeof planNames)[number];

function parsePlan(text: string): Plan {
  const plan = planNames.find((name) => name === text);
  if (!plan) throw new InvalidArgumentError(`it is one of ${planNames.join(', ')}`);
  return plan;
}

function parseEmail(text: string): string {
  if (!/^[^\s@]+@[^\s@]+$/.test(text) || text.length > 254)
    throw new InvalidArgumentError('it is not an email address');
  return text.toLowerCase();
}

function parsePassword(text: string): string {
  if (text.length < 10 || text.length > 200) throw new InvalidArgumentError('it needs 10 to 200 characters');
  return text;
}

function parseName(text: string): string {
  if (text.length < 1 || text.length > 80) throw new InvalidArgumentError('it needs 1 to 80 characters');
  return text;
}

async function needWorkspace(db: Db, publicId: string) {
  const workspace = await findWorkspace(db, publicId);
  if (!workspace) throw new Error(`there is no workspace ${publicId}`);
  return workspace;
}

type UserFlags = Flags & { password?: string; workspace?: string; name?: string; unlessAny?: boolean };

async function createUser({ db }: Tools, email: string, flags: UserFlags) {
  if (flags.unlessAny && (await countUsers(db)) > 0) return null;
  const password = flags.password ?? randomBytes(12).toString('base64url');
  const name = flags.name ?? (email.split('@')[0] as string);
  const workspaceName = flags.workspace ?? name;
  const now = new Date();
  const passwordHash = await hashPassword(password);
  try {
    return await inTransaction(db, async (trx) => {
      const user = await insertUser(trx, { email, name, passwordHash }, now);
      const workspace = await insertWorkspace(trx, workspaceName, user.id, now);
      const entry = { workspaceId: workspace.id, actor: operator, details: { email } };
      await recordAudit(trx, [{ ...entry, action: 'user.create', objectId: user.publicId }], now);
      return {
        user: { id: user.publicId, email, name },
        ...(flags.password === undefined ? { password } : {}),
        workspace: { id: workspace.publicId, name: workspaceName, plan: 'free' },
      };
    });
  } catch (error) {
    if (duplicateKey(error) === 'users_email') throw new Error(`there is a user ${email} already`);
    throw error;
  }
}

async function setPassword({ db, announceChanges }: Tools, email: string, flags: UserFlags) {
  const user = await findUserByEmail(db, email);
  if (!user) throw new Error(`there is no user ${email}`);
  const password = flags.password ?? randomBytes(12).toString('base64url');
  const passwordHash = await hashPassword(password);
  const now = new Date();
  await inTransaction(db, async (trx) => {
    await updateUser(trx, user.id, { passwordHash }, now);
    const entry = { workspaceId: null, actor: operator, objectId: user.publicId };
    await recordAudit(trx, [{ ...entry, action: 'user.reset-password' }], now);
    await deleteOtherSessions(trx, user.id);
  });
  await announceChanges();
  return { id: user.publicId, email, ...(flags.password === undefined ? { password } : {}) };
}

async function createKey({ db }: Tools, workspaceId: string, name: string) {
  const workspace = await needWorkspace(db, workspaceId);
  const owner = await getOwner(db, workspace.id);
  const now = new Date();
  return inTransaction(db, async (trx) => {
    const { userId: createdBy, role } = owner;
    const { publicId, key } = await insertApiKey(trx, { workspaceId: workspace.id, createdBy, role, name }, now);
    const entry = { workspaceId: workspace.id, actor: operator, objectId: publicId, details: { name } };
    await recordAudit(trx, [{ ...entry, action: 'key.create' }], now);
    return { id: publicId, key, name, workspaceId };
  });
}

const program = new Command('npm run links --').description('Operate the link service.');
const command = (parent: Command, usage: string, description: string) =>
  parent.command(usage).description(description).option('--json', 'print the answer as one line of JSON');

const user = program.command('user').description('people who sign in');
command(user, 'create', 'make a user and a workspace of their own')
  .argument('<email>', 'address to sign in with', parseEmail)
  .option('--password <password>', 'at least 10 characters; a random one is printed when left out', parsePassword)
  .option('--name <name>', 'name shown to others', parseName)
  .option('--workspace <name>', 'name of the workspace', parseName)
  .option('--unless-any', 'do nothing when there is a user already')
  .action((email: string, flags: UserFlags) => withTools(flags, (tools) => createUser(tools, email, flags)));

command(user, 'password', 'set a new password and end all sessions')
  .argument('<email>', 'address they sign in with', parseEmail)
  .option('--password <password>', 'at least 10 characters; a random one is printed when left out', parsePassword)
  .action((email: string, flags: UserFlags) => withTools(flags, (tools) => setPassword(tools, email, flags)));

const key = program.command('key').description('API keys');
command(key, 'create', "make an API key with its workspace owner's rights")
  .argument('<workspace-id>')
  .argument('<name>', 'what the key is for', parseName)
  .action((id: string, name: string, flags: Flags) => withTools(flags, (tools) => createKey(tools, id, name)));

command(program, 'plan', "set a workspace's plan")
  .argument('<workspace-id>')
  .argument('<plan>', planNames.join(', '), parsePlan)
  .action((id: string, plan: Plan, flags: Flags) =>
    withTools(flags, async ({ db, announceChanges }) => {
      const workspace = await needWorkspace(db, id);
      const now = new Date();
      await inTransaction(db, async (trx) => {
        await updatePlan(trx, workspace.id, plan, now);
        const entry = { workspaceId: workspace.id, actor: operator, objectId: id, details: { plan } };
        await recordAudit(trx, [{ ...entry, action: 'workspace.plan' }], now);
      });
      await announceChanges();
      return { id, plan };
    }),
  );

for (const [name, suspended, what] of [
  ['suspend', true, 'refuse every API call of a workspace; its links go on'],
  ['unsuspend', false, 'lift a suspension'],
] as const) {
  command(program, name, what)
    .argument('<workspace-id>')
    .action((id: string, flags: Flags) =>
      withTools(flags, async ({ db, announceChanges }) => {
        const workspace = await needWorkspace(db, id);
        const now = new Date();
        await inTransaction(db, async (trx) => {
          await updateSuspension(trx, workspace.id, suspended, now);
          const entry = { workspaceId: workspace.id, actor: operator, objectId: id };
          await recordAudit(trx, [{ ...entry, action: `workspace.${name}` }], now);
        });
        await announceChanges();
        return { id, suspended };
      }),
    );
}

for (const [name, banned, what] of [
  ['ban', true, 'show a warning page instead of a link'],
  ['unban', false, 'let a link redirect again'],
] as const) {
  command(program, name, what)
    .argument('<link-id>')
    .action((id: string, flags: Flags) =>
      withTools(flags, async ({ db, announceChanges }) => {
        const found = await inTransaction(db, (trx) => setBanned(trx, id, banned, operator, new Date()));
        if (!found) throw new Error(`there is no link ${id}`);
        await announceChanges();
        return { id, banned };
      }),
    );
}

async function needDomain(db: Db, hostname: string) {
  const domain = await findDomainByHostname(db, domainToASCII(hostOf(hostname)));
  if (!domain) throw new Error(`no workspace has connected ${hostname}`);
  return domain;
}

async function verifyDomain({ db, config, announceChanges }: Tools, hostname: string, trust: boolean) {
  const domain = await needDomain(db, hostname);
  const now = new Date();
  const verified = trust
    ? await inTransaction(db, (trx) => trustDomain(trx, domain.id, operator, now))
    : await checkDomain({ db, config }, domain, operator, now);
  if (!verified) throw new Error(`${hostname} was removed meanwhile`);
  await announceChanges();
  return toDomain(verified);
}

const domain = program.command('domain').description('custom domains');
command(domain, 'list', 'list the custom domains of all workspaces').action((flags: Flags) =>
  withTools(flags, async ({ db }) => ({ domains: (await listAllDomains(db)).map(toDomain) })),
);
command(domain, 'verify', "check a domain's DNS and certificate now")
  .argument('<hostname>')
  .option('--trust', 'mark it verified without asking DNS')
  .action((hostname: string, flags: Flags & { trust?: boolean }) =>
    withTools(flags, (tools) => verifyDomain(tools, hostname, flags.trust === true)),
  );
command(domain, 'remove', 'take a domain and its links from its workspace')
  .argument('<hostname>')
  .action((hostname: string, flags: Flags) =>
    withTools(flags, async ({ db, announceChanges }) => {
      const { id, publicId } = await needDomain(db, hostname);
      const now = new Date();
      await inTransaction(db, (trx) => removeDomain(trx, id, operator, now));
      await announceChanges();
      return { id: publicId, removed: true };
    }),
  );

const safetyCommand = program.command('safety').description('unsafe destinations');
for (const [verdict, what] of [
  ['allow', 'never refuse or ban a host, or a URL and what lies below it, whatever lists and providers say'],
  ['block', 'refuse a host, or a URL and what lies below it, and ban the links there are to it'],
] as const) {
  command(safetyCommand, verdict, what)
    .argument('<host-or-url>')
    .option('--remove', `take it off the ${verdict} list`)
    .action((entry: string, flags: Flags & { remove?: boolean }) =>
      withTools(flags, ({ db }) => safety.setRule(db, verdict, entry, flags.remove === true)),
    );
}
command(safetyCommand, 'list', 'show the threat lists and your own').action((flags: Flags) =>
  withTools(flags, ({ db }) => safety.showLists(db)),
);
command(safetyCommand, 'refresh', 'read the threat lists of SAFETY_LISTS now')
  .option('--force', 'take a list that lost most of its entries')
  .action((flags: Flags & { force?: boolean }) =>
    withTools(flags, ({ db, config }) => safety.refreshLists(db, config, flags.force === true)),
  );
command(safetyCommand, 'review', "list doubtful links and visitors' reports that wait for a decision").action(
  (flags: Flags) => withTools(flags, ({ db, config }) => safety.showReviews(db, config)),
);
for (const [name, decision, what] of [
  ['confirm', 'confirmed', 'ban the link a review is about'],
  ['dismiss', 'dismissed', 'leave the link a review is about as it is'],
] as const) {
  command(safetyCommand, name, what)
    .argument('<review-id>')
    .action((id: string, flags: Flags) =>
      withTools(flags, async ({ db, announceChanges }) => {
        const decided = await safety.decide(db, id, decision);
        await announceChanges();
        return decided;
      }),
    );
}
command(safetyCommand, 'flagged', 'list workspaces with many automatic bans').action((flags: Flags) =>
  withTools(flags, ({ db }) => safety.showFlagged(db)),
);
command(safetyCommand, 'unflag', "forget a workspace's automatic bans")
  .argument('<workspace-id>')
  .action((id: string, flags: Flags) => withTools(flags, ({ db }) => safety.unflag(db, id)));

runEntry('links', async () => {
  await program.parseAsync();
});
