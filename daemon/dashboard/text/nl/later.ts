/** Dutch strings of screens that few first visits need. They are in their own script. */

import type { LaterText } from '../text.ts';
import { shareDialog, unknownPaths } from './analytics.ts';
import { apiKeys } from './api-keys.ts';
import { auditLog } from './audit-log.ts';
import { billing, planRoom } from './billing.ts';
import { createMany } from './create-many.ts';
import { domains } from './domains.ts';
import { imports } from './imports.ts';
import { linkForm } from './link-form.ts';
import { linkRules } from './link-rules.ts';
import { members } from './members.ts';
import { qr } from './qr.ts';
import { ban, safety } from './safety.ts';
import { confirmAddress, forgotPassword, join, resetPassword } from './sign-in.ts';
import { tags } from './tags.ts';
import { webhooks } from './webhooks.ts';

export const later: LaterText = {
  forgotPassword,
  resetPassword,
  join,
  confirmAddress,
  linkForm,
  linkRules,
  createMany,
  imports,
  qr,
  unknownPaths,
  shareDialog,
  tags,
  domains,
  members,
  apiKeys,
  webhooks,
  billing,
  auditLog,
  planRoom,
  safety,
  ban,
};
