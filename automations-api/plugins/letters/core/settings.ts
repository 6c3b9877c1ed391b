/** The site's settings for emails, with their card in the admin application. */

import { isColour, toHex } from '../../../../shared/drawing/colour.ts';
import { letters as limits, longestUrl } from '../../../../shared/limits-of-fields.ts';
import { unprocessable } from '../../../host/core/errors.ts';
import type { PluginOptions } from '../../../host/options.ts';
import type { SettingsCard } from '../../../host/plugin.ts';

export type LetterSettings = {
  logo_url: string;
  /** The colour, such as `#1d58d8`. */
  color: string;
  postal_address: string;
  /**
   * Local times such as `21:00`, between which no emails are sent. If they are equal or empty, there is no quiet time.
   */
  quiet_from: string;
  quiet_to: string;
  /** The maximum number of emails per minute; 0 means no limit. */
  rate: number;
};

const option = 'emails';
const defaults: LetterSettings = {
  logo_url: '',
  color: '#1957d2',
  postal_address: '',
  quiet_from: '',
  quiet_to: '',
  rate: 0,
};

export const readSettings = async (options: PluginOptions): Promise<LetterSettings> => ({
  ...defaults,
  ...(await options.get<Partial<LetterSettings>>(option, {})),
});

/** Returns the logo and the colour for pages. Without a chosen colour, pages use their own. */
export async function lookOf(options: PluginOptions) {
  const { logo_url: logo, color } = await readSettings(options);
  return { logoUrl: logo || null, color: color === defaults.color ? null : color };
}

export const settingsCard = (options: PluginOptions): SettingsCard => ({
  name: 'emails',
  screen: 'consent',
  title: 'Emails',
  note: 'The look of emails that rules send, and when they are sent. If a workspace of the link service is connected, their links become short links, and clicks become events of the contact.',
  form: {
    properties: {
      logo_url: {
        type: 'string',
        title: 'Logo URL',
        description: 'An https URL of an image, shown 44 pixels high. Without it, emails show the sender name.',
        maxLength: longestUrl,
      },
      color: { type: 'string', title: 'Colour', description: 'For links and buttons, such as #1957d2.', maxLength: 7 },
      postal_address: {
        type: 'string',
        control: 'textarea',
        title: 'Postal address',
        description: 'Shown at the end of each email. Many countries require it.',
        maxLength: limits.postalAddress,
      },
      quiet_from: {
        type: 'string',
        title: 'Quiet from',
        description: "A time such as 21:00 in the contact's time zone. Emails wait until the end of the quiet time.",
        maxLength: 5,
      },
      quiet_to: { type: 'string', title: 'Quiet until', description: 'A time such as 08:00.', maxLength: 5 },
      rate: {
        type: 'integer',
        title: 'Maximum emails per minute',
        description: '0 means no limit.',
        minimum: 0,
        maximum: 60_000,
      },
    },
  },
  read: () => readSettings(options),
  async save(values) {
    const settings = checkSettings(values);
    await options.change<Partial<LetterSettings>>(option, {}, (before) => ({ ...before, ...settings }));
  },
});

function checkSettings(values: { [member: string]: unknown }): Partial<LetterSettings> {
  const given = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, typeof value === 'string' ? value.trim() : value]),
  ) as Partial<LetterSettings>;
  const { logo_url: logo = '', color, quiet_from: from = '', quiet_to: to = '' } = given;
  if (logo !== '' && !isHttps(logo)) throw unprocessable('logo_url must be an https URL');
  if (color !== undefined && color !== '' && !isColour(color)) {
    throw unprocessable('color must have the form #1957d2');
  }
  for (const time of [from, to]) {
    if (time !== '' && !/^(?:[01]\d|2[0-3]):[0-5]\d$/.test(time)) throw unprocessable('times must have the form 21:00');
  }
  if ((from === '') !== (to === '')) {
    throw unprocessable(`${from === '' ? 'quiet_from' : 'quiet_to'} is required: quiet hours have a start and an end.`);
  }
  return { ...given, ...(color === undefined ? {} : { color: color === '' ? defaults.color : toHex(color) }) };
}

function isHttps(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return url?.protocol === 'https:' && url.username === '' && url.password === '';
}
