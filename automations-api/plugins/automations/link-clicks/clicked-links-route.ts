/** The route that lists clicked short links, with search by URL. */
import Type from 'typebox';
import { type RestRoute, route } from '../../../host/core/route.ts';
import { envelope, pagingArgs, readWindow } from '../../../host/envelope.ts';
import type { Context } from '../context/context.ts';
import { ClickedLinksAnswer } from './answers.ts';
import { listShortLinks } from './core/queries.ts';

export const clickedLinksRoute = ({ db }: Context): RestRoute =>
  route({
    methods: ['GET'],
    path: '/clicked-links',
    description: 'The short links that contacts have clicked, by their URLs.',
    args: Type.Object({
      ...pagingArgs,
      search: Type.Optional(Type.String({ maxLength: 254, description: 'Part of the URL.' })),
    }),
    example: { search: 'spring' },
    answer: ClickedLinksAnswer,
    async callback({ params }) {
      const window = readWindow(params);
      const rows = await listShortLinks(db, params.search ?? '', window);
      return { data: envelope({ links: rows.map(({ link_id, url }) => ({ ID: link_id, url })) }, window) };
    },
  });
