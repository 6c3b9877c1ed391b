/** A link as an import hands it over: the body of `POST /links`, and what only a link that existed elsewhere before has. */
import type { LinkInput } from '../../links/core/schema.ts';

export type LinkItem = LinkInput & {
  /** When it was made, elsewhere; a time in UTC. */
  createdAt?: string;
  archived?: boolean;
};
