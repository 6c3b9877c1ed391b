/** Descriptions of the redirects to the provider and back. */
import Type from 'typebox';
import type { Description } from '../api/endpoint.ts';

const group = 'Dashboard';
const path = '/dashboard/oidc';
const text = (description: string) => Type.Optional(Type.String({ description }));

export const beginDescription: Description = {
  method: 'GET',
  path,
  id: 'beginOidcSignIn',
  summary: 'Sign in at the OpenID Connect provider',
  description: 'For browsers; available if a provider is set up.',
  group,
  query: Type.Object({
    to: text('The dashboard screen to open afterwards.'),
    inviteToken: text('Invitation for a new account.'),
    inviteCode: text('Code for a new account, if sign-up needs one.'),
  }),
  answers: {
    302: { description: 'Redirects to the provider. A cookie contains the state that verifies the sign-in.' },
  },
  failsWithPage: true,
};

export const endDescription: Description = {
  method: 'GET',
  path: `${path}/callback`,
  id: 'endOidcSignIn',
  summary: 'Return from the OpenID Connect provider',
  description: 'The provider redirects here; only the browser that started the sign-in is accepted.',
  group,
  query: Type.Object({
    code: text("The provider's code, exchanged for the claims."),
    state: text('The state that the sign-in started with.'),
    iss: text("The provider's issuer, if it sends one."),
    error: text("The provider's error."),
  }),
  answers: { 302: { description: 'Redirects to the dashboard with the session in a cookie.' } },
  errors: ['unauthorized', 'forbidden', 'plan_limit_reached'],
  failsWithPage: true,
};
