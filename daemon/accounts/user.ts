/** A user as answers show one. */
import type { UserRow } from '../../shared/people/user-queries.ts';

export const toUser = ({
  publicId,
  email,
  name,
  createdAt,
}: Pick<UserRow, 'publicId' | 'email' | 'name' | 'createdAt'>) => ({
  id: publicId,
  email,
  name,
  createdAt: createdAt.toISOString(),
});
