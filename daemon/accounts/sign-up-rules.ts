/** The operator's rules for sign-up. */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { Config } from '../../shared/config/config.ts';
import { asciiDomain } from '../../shared/mail/email-address.ts';
import { forbidden, invalid } from '../api/errors.ts';

type Rules = Pick<Config, 'signup' | 'signupEmailDomains' | 'signupInviteCodes'>;
type Given = {
  email: string;
  inviteCode?: string;
  inviteToken?: string;
  /** True if the user was invited without an invite code or token. */
  isInvited?: boolean;
};

/** Checks the rules, but not whether an invitation's token is valid. @throws `forbidden`, `validation_failed` */
export function requireSignUpAllowed(rules: Rules, { email, inviteCode, inviteToken, isInvited }: Given): void {
  const { signup, signupEmailDomains, signupInviteCodes } = rules;
  if (signup === 'closed') throw forbidden('Sign-up is closed. Ask the operator for an account.');
  requireDomain(signupEmailDomains, email);
  if (inviteToken !== undefined || isInvited) return;
  if (signupInviteCodes.length > 0) requireCode(signupInviteCodes, inviteCode);
  else if (signup === 'invite')
    throw invalid({ field: 'inviteToken', message: 'is required: sign-up is by invitation' });
}

function requireDomain(domains: string[], email: string): void {
  const domain = email.slice(email.lastIndexOf('@') + 1);
  if (domains.length === 0 || domains.some((allowed) => asciiDomain(allowed) === domain)) return;
  throw invalid({ field: 'email', message: `must be an email address at ${domains.join(' or ')}` });
}

function requireCode(codes: string[], inviteCode: string | undefined): void {
  if (inviteCode === undefined) throw invalid({ field: 'inviteCode', message: 'is required' });
  const hash = (text: string) => createHash('sha256').update(text).digest();
  const expected = hash(inviteCode);
  if (!codes.map((code) => timingSafeEqual(hash(code), expected)).includes(true)) {
    throw invalid({ field: 'inviteCode', message: 'is not a valid invite code' });
  }
}
