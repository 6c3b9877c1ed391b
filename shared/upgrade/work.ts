/** The tools of an upgrade and of a return. */
import type { Config } from '../config/config.ts';

export type Kit = {
  config: Config;
  say: (line: string) => void;
  /** @throws when the operator does not want it. */
  confirm: (question: string) => Promise<void>;
};
