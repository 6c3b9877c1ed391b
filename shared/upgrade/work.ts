/** What an upgrade and a return work with. */
import type { Config } from '../config/config.ts';

export type Kit = {
  config: Config;
  say: (line: string) => void;
  /** @throws when the operator does not want it. */
  confirm: (question: string) => Promise<void>;
};
