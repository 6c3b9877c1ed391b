/** A domain's states as badges. */

import type { Domain } from '../../core/types.ts';
import { text } from '../../text/later.ts';

const words = text.domains;

const looks: Record<Domain['status'], string> = { pending: 'tag warn', verified: 'tag good', misconfigured: 'tag bad' };
const certificateLooks: Record<Domain['certificate']['status'], string> = {
  none: 'tag',
  pending: 'tag warn',
  active: 'tag good',
  failed: 'tag bad',
};

export const StatusTag = ({ of: { status } }: { of: Domain }) => (
  <span class={looks[status]}>{words.states[status]}</span>
);

export const CertificateTag = ({ of: { certificate } }: { of: Domain }) => (
  <span class={certificateLooks[certificate.status]}>{words.certificates[certificate.status]}</span>
);
