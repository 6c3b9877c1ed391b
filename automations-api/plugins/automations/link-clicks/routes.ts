/** Routes for a contact's own URL of a short link, and for its clicks. */
import Type from 'typebox';
import { longestUrl } from '../../../../shared/limits-of-fields.ts';
import { makeToken } from '../../../../shared/link-clicks/token.ts';
import { notForViewers } from '../../../host/core/permission.ts';
import { type RestRoute, route } from '../../../host/core/route.ts';
import { PagingArgs, readWindow, success, successWindow } from '../../../host/envelope.ts';
import { findContactById } from '../contacts/core/queries.ts';
import type { Context } from '../context/context.ts';
import { contactNotFound, unprocessable } from '../core/errors.ts';
import type { Db } from '../core/tables.ts';
import { ClicksAnswer, LinkAnswer } from './answers.ts';
import type { Connection } from './connection.ts';
import { parseShortUrl, withToken } from './contact-link.ts';
import { countLinkClicks, listLinkClicks } from './core/queries.ts';
import { hasLink } from './links-queries.ts';
import { showClick } from './show-click.ts';

type FindConnection = () => Promise<Connection | undefined>;

export const clickRoutes = (context: Context, connection: FindConnection): RestRoute[] => [
  linkRoute(context, connection),
  clicksRoute(context, connection),
];

async function requireContact(db: Db, id: number): Promise<void> {
  if (!(await findContactById(db, id))) throw contactNotFound();
}

const linkRoute = ({ db, config }: Context, connection: FindConnection) =>
  route({
    methods: ['GET'],
    path: '/contact/{contact_id}/link',
    description: "A short URL of the connected workspace that identifies the contact's clicks.",
    permission: notForViewers,
    args: Type.Object({ url: Type.String({ maxLength: longestUrl, description: 'The short URL.' }) }),
    example: { url: 'https://go.example.com/spring' },
    answer: LinkAnswer,
    async callback({ params, path }) {
      const contactId = path.contact_id;
      await requireContact(db, contactId);
      const connected = await connection();
      if (!connected) throw unprocessable('No workspace of the link service is connected to this site.');
      const url = params.url.trim();
      const short = parseShortUrl(url, config.defaultShortDomain);
      if (!short || !(await hasLink(db, config, connected.siteId, short))) {
        throw unprocessable('url must be a short URL of the connected workspace');
      }
      return success({ url: withToken(url, makeToken(connected.tokenKey, contactId)) });
    },
  });

const clicksRoute = ({ db }: Context, connection: FindConnection) =>
  route({
    methods: ['GET'],
    path: '/contact/{contact_id}/clicks',
    description:
      "A contact's clicks on short links, newest first; doubt is the reason why a click is not confirmed; connected is true while the site receives new clicks.",
    args: PagingArgs,
    example: { limit: 10 },
    answer: ClicksAnswer,
    async callback({ params, path }) {
      const contactId = path.contact_id;
      await requireContact(db, contactId);
      const window = readWindow(params);
      const [rows, total, connected] = await Promise.all([
        listLinkClicks(db, contactId, window),
        countLinkClicks(db, contactId),
        connection(),
      ]);
      return successWindow({ clicks: rows.map(showClick), connected: connected !== undefined }, window, total);
    },
  });
