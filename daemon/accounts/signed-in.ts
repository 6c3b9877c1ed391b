/** Answers that describe a user and a new session. */
import { json } from '../../shared/http/answer.ts';
import type { UserRow } from '../../shared/people/user-queries.ts';
import { showName } from '../workspaces/plans.ts';
import type { SignedIn } from './sign-in.ts';

type ShownUser = Pick<UserRow, 'publicId' | 'email' | 'name' | 'createdAt'>;

export const toUser = ({ publicId, email, name, createdAt }: ShownUser) => ({
  id: publicId,
  email,
  name,
  createdAt: createdAt.toISOString(),
});

/** Returns the answer to a program that signed in. The session's token is shown only here. */
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
