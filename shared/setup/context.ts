/** The facts that every step uses. */
import type { Config } from '../config/config.ts';
import type { Made } from './account.ts';
import type { Wish } from './options.ts';

export type Work = {
  wish: Wish;
  config: Config;
  /** The settings' current and intended text. */
  settings: { before: string; after: string };
  /** Called with the created login, which cannot be shown again. */
  made: (login: Made) => void;
  /** Called with a sentence, without its full stop, about a fault that does not stop setup. */
  warn: (warning: string) => void;
};
