/** Routes for a contact's own URL of a short link, and for its clicks. */
import Type from 'typebox';
import { longestUrl } from '../../../../shared/limits-of-fields.ts';
import { makeToken } from '../../../../shared/link-clicks/token.ts';
import { type RestRoute, route } from '../../../host/core/route.ts';
import { findContactById } from '../contacts/core/queries.ts';
import type { Context } from '../context/context.ts';
import { PagingArgs, readWindow, success, successWindow } from '../core/envelope.ts';
import { contactNotFound, unprocessable } from '../core/errors.ts';
import { notForViewers } from '../core/permission.ts';
import type { Db } from '../core/tables.ts';
import { ClicksAnswer, LinkAnswer } from './answers.ts';
import type { Binding } from './binding.ts';
import { parseShortUrl, withToken } from './contact-link.ts';
import { countLinkClicks, listLinkClicks } from './core/queries.ts';
import { hasLink } from './links-queries.ts';
import { showClick } from './show-click.ts';

type FindBinding = () => Promise<Binding | undefined>;

export const clickRoutes = (context: Context, binding: FindBinding): RestRoute[] => [
  linkRoute(context, binding),
  clicksRoute(context, binding),
];

async function requireContact(db: Db, id: number): Promise<void> {
  if (!(await findContactById(db, id))) throw contactNotFound();
}

const linkRoute = ({ db, config }: Context, binding: FindBinding) =>
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
      const bound = await binding();
      if (!bound) throw unprocessable('No workspace of the link service is connected to this site.');
      const url = params.url.trim();
      const short = parseShortUrl(url, config.defaultShortDomain);
      if (!short || !(await hasLink(db, config, bound.siteId, short))) {
        throw unprocessable('url must be a short URL of the connected workspace');
      }
      return success({ url: withToken(url, makeToken(bound.tokenKey, contactId)) });
    },
  });

const clicksRoute = ({ db }: Context, binding: FindBinding) =>
  route({
    methods: ['GET'],
    path: '/contact/{contact_id}/clicks',
    description:
      "A contact's clicks on short links, newest first; doubt is the reason why one is not confirmed, bound is true while new ones are received.",
    args: PagingArgs,
    example: { limit: 10 },
    answer: ClicksAnswer,
    async callback({ params, path }) {
      const contactId = path.contact_id;
      await requireContact(db, contactId);
      const window = readWindow(params);
      const [rows, total, bound] = await Promise.all([
        listLinkClicks(db, contactId, window),
        countLinkClicks(db, contactId),
        binding(),
      ]);
      return successWindow({ clicks: rows.map(showClick), bound: bound !== undefined }, window, total);
    },
  });
