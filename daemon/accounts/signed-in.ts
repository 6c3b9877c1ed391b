/** A new session as programs are answered: with its token, which is shown once. */
import { json } from '../../shared/http/answer.ts';
import type { SignedIn } from './sign-in.ts';
import { toUser } from './user.ts';

export const toSignedIn = ({
  token,
  expiresAt,
  user,
  workspace: { publicId: id, name, plan },
  role,
  needsFactor,
}: SignedIn) =>
  json(
    200,
    {
      token,
      expiresAt: expiresAt.toISOString(),
      user: toUser(user),
      workspace: { id, name, plan },
      role,
      ...(needsFactor ? { needsSecondFactor: true } : {}),
    },
    { 'Cache-Control': 'no-store' },
  );
