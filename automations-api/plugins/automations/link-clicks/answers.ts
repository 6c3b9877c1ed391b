/** Answer schemas for the connected workspace and for clicks. */
import Type, { type Static } from 'typebox';
import { answerWith, closed } from '../../../host/envelope.ts';
import { named, text, textOrNull } from '../../../host/shapes.ts';

const url = 'https://go.example.com/spring';
const linkId = text('The id of the link.', 'lnk_8fK2mQ4xZp7LrT1vB9cW');

export const LinkConnection = named('LinkConnection', {
  connected: Type.Boolean({ examples: [true] }),
  workspace_id: textOrNull('The workspace whose clicks are received.', 'wsp_8fK2mQ4xZp7LrT1vB9cW'),
  known_to_links: Type.Boolean({ description: 'Whether the link service is still connected.', examples: [true] }),
  last_click_at: textOrNull('Last known click of a contact; ISO 8601 in UTC.', '2026-05-04T09:30:00.000Z'),
});
export type LinkConnection = Static<typeof LinkConnection>;
export const ConnectionAnswer = answerWith({ connection: LinkConnection });

export const LinkAnswer = answerWith({ url: text("The contact's own URL of the link.", `${url}?c=1.k7Qm`) });

const Click = named('Click', {
  at: Type.String({ description: 'Time, as ISO 8601 in UTC.', examples: ['2026-05-04T09:30:00.000Z'] }),
  link: Type.Object({ id: linkId, url: textOrNull('Null if the link is no longer known.', url) }, closed),
  trigger: Type.Enum(['link', 'qr']),
  confirmed: Type.Boolean({ examples: [true] }),
  doubt: textOrNull('Why the click is not confirmed.', 'burst'),
});
export const ClicksAnswer = answerWith({
  clicks: Type.Array(Click),
  connected: Type.Boolean({ description: 'Whether new clicks are received.', examples: [true] }),
});

export const ClickedLinksAnswer = answerWith({
  links: Type.Array(named('ClickedLink', { ID: linkId, url: text('The short URL.', url) })),
});
