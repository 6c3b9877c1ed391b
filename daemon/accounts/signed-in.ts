/** The answer to a program that signed in: a new session with its token, which is shown once. */
import { json } from '../../shared/http/answer.ts';
import { showName } from '../workspaces/plans.ts';
import type { SignedIn } from './sign-in.ts';
import { toUser } from './user.ts';

export const toSignedIn = ({ token, expiresAt, user, membership, needsFactor }: SignedIn) =>
  json(
    200,
    {
      token,
      expiresAt: expiresAt.toISOString(),
      user: toUser(user),
      workspace: membership ? showName(membership) : null,
      role: membership?.role ?? null,
      ...(needsFactor ? { needsSecondFactor: true } : {}),
    },
    { 'Cache-Control': 'no-store' },
  );
