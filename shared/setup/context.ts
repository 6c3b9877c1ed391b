/** The input of every step. */
import type { Config } from '../config/config.ts';
import type { Made } from './account.ts';
import type { SetupOptions } from './options.ts';

export type Work = {
  options: SetupOptions;
  config: Config;
  /** The settings file's current and intended text. */
  settings: { before: string; after: string };
  /** Reports the created login, which cannot be shown again. */
  made: (login: Made) => void;
  /** Reports a fault that does not stop setup, as a sentence without its full stop. */
  warn: (warning: string) => void;
};
