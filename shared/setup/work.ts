/** The facts that every step works with. */
import type { Config } from '../config/config.ts';
import type { Made } from './account.ts';
import type { Wish } from './wish.ts';

export type Work = {
  wish: Wish;
  config: Config;
  /** The text of the settings as it is, and as it is wished. */
  settings: { before: string; after: string };
  /** Hears of the login that was made, which nobody can show again. */
  made: (login: Made) => void;
};
