/** What the published description says of the way to the provider and back. */
import Type from 'typebox';
import type { Description } from '../api/endpoint.ts';

const group = 'Dashboard';
const path = '/dashboard/oidc';
const text = (description: string) => Type.Optional(Type.String({ description }));

export const begins: Description = {
  method: 'GET',
  path,
  id: 'beginOidcSignIn',
  summary: 'Sign in at the provider of OpenID Connect',
  description: 'For browsers. It is there where a provider is set up.',
  group,
  query: Type.Object({
    to: text('The screen of the dashboard to come to afterwards.'),
    inviteToken: text('Lets a new account into the workspace that invites.'),
    inviteCode: text('Lets a new account in where sign-up needs a code.'),
  }),
  answers: { 302: { description: 'Leads to the provider. A cookie holds what the sign-in is checked by.' } },
  failsWithPage: true,
};

export const ends: Description = {
  method: 'GET',
  path: `${path}/callback`,
  id: 'endOidcSignIn',
  summary: 'Come back from the provider of OpenID Connect',
  description: 'Where the provider leads to; the browser must be the one that began the sign-in.',
  group,
  query: Type.Object({
    code: text('What the provider hands over for the claims.'),
    state: text('What the sign-in began with.'),
    iss: text('The provider, if it says so.'),
    error: text('Why the provider lets nobody in.'),
  }),
  answers: { 302: { description: 'Leads to the dashboard. The session is in its cookie.' } },
  errors: ['unauthorized', 'forbidden', 'plan_limit_reached'],
  failsWithPage: true,
};
