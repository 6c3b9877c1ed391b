/** A link to import: the body of `POST /links`, and fields of links that existed in another system. */
import type { LinkInput } from '../../links/core/schema.ts';

export type LinkItem = LinkInput & {
  /** Creation time in the other system, in UTC. */
  createdAt?: string;
  archived?: boolean;
};
