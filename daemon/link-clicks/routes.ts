/**
 * Routes with which the dashboard connects a workspace to the contacts of this installation. A click on a short link
 * then becomes an event of the contact. For admins of the workspace who are also administrators of contacts.
 */
import { json } from '../../shared/http/answer.ts';
import { findContactsRole } from '../../shared/people/contact-role-queries.ts';
import { findSite as findSiteOfContacts } from '../../shared/people/site-queries.ts';
import type { Context } from '../api/context.ts';
import { type DescribedRoute, endpoint } from '../api/endpoint.ts';
import { conflict, forbidden } from '../api/errors.ts';
import type { Db } from '../core/tables.ts';
import type { Auth } from '../identity/auth.ts';
import { connectContacts, disconnectSite, showConnection } from './connect.ts';
import { findSite } from './queries.ts';
import { ConnectionAnswer } from './schema.ts';
import { openSiteSecrets } from './select-clicks.ts';

const group = 'Dashboard';
const path = '/dashboard/contacts';

const answers = {
  200: {
    description: 'The connection to contacts. Null if contact automation does not run with this service.',
    schema: ConnectionAnswer,
  },
};
const common = { group, path, role: 'admin', caller: 'session', answers } as const;

export const contactsRoutes = (context: Context): DescribedRoute[] => [show(context), connect(context), end(context)];

async function answer({ db }: Context, { workspaceId, userId }: Auth) {
  const connection = await showConnection(db, workspaceId);
  const mayConnect = await isAdministrator(db, userId);
  return json(200, { connection: connection ? { ...connection, mayConnect } : null });
}

const show = (context: Context) =>
  endpoint(context, {
    method: 'GET',
    id: 'getContactsConnection',
    summary: 'Get the connection of this workspace to contacts',
    ...common,
    handle: ({ auth }) => answer(context, auth),
  });

const workspaceOf = ({ workspaceId: id, workspacePublicId }: Auth) => ({ id, public_id: workspacePublicId });

async function isAdministrator(db: Db, userId: number): Promise<boolean> {
  const site = await findSiteOfContacts(db);
  return site !== undefined && (await findContactsRole(db, userId, site.id)) === 'administrator';
}

async function requireAdministrator({ db }: Context, userId: number): Promise<void> {
  if (!(await isAdministrator(db, userId))) {
    throw forbidden('Only an administrator of contacts can do this.');
  }
}

const connect = (context: Context) =>
  endpoint(context, {
    method: 'POST',
    id: 'connectContacts',
    summary: "Connect this workspace's clicks to contacts",
    description:
      'Takes effect within seconds. Contacts receive the clicks of only one workspace; a new connection replaces the old one.',
    ...common,
    errors: ['conflict'],
    async handle({ auth }) {
      const { db, config } = context;
      await requireAdministrator(context, auth.userId);
      await connectContacts(db, await openSiteSecrets(config), workspaceOf(auth), {
        actor: auth.actor,
        now: new Date(),
      });
      context.announceChanges();
      return answer(context, auth);
    },
  });

const end = (context: Context) =>
  endpoint(context, {
    method: 'DELETE',
    id: 'disconnectContacts',
    summary: "Disconnect this workspace's clicks from contacts",
    description: 'Stored clicks stay in contacts.',
    ...common,
    errors: ['conflict'],
    async handle({ auth }) {
      const { db } = context;
      await requireAdministrator(context, auth.userId);
      if (!(await findSite(db, auth.workspaceId))) throw conflict('This workspace is not connected.');
      await disconnectSite(db, workspaceOf(auth), new Date(), auth.actor);
      context.announceChanges();
      return answer(context, auth);
    },
  });
