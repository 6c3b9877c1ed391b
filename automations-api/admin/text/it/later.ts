/** Italian strings of screens that few first visits need. They are in their own script. */

import type { LaterText } from '../text.ts';
import { auditLog } from './audit-log.ts';
import { consent } from './consent.ts';
import { duplicates, merge } from './duplicates.ts';
import { exportWords } from './export.ts';
import { fields } from './fields.ts';
import { filter } from './filter.ts';
import { forms } from './forms.ts';
import { hooks } from './hooks.ts';
import { imports } from './imports.ts';
import { links } from './links.ts';
import { mail } from './mail.ts';
import { plugins } from './plugins.ts';
import { restApi } from './rest-api.ts';
import { rules } from './rules.ts';
import { segments } from './segments.ts';
import { templates } from './templates.ts';
import { terms } from './terms.ts';
import { users } from './users.ts';
import { webhooks } from './webhooks.ts';

export const later: LaterText = {
  filter,
  duplicates,
  merge,
  segments,
  terms,
  fields,
  rules,
  forms,
  hooks,
  templates,
  webhooks,
  imports,
  export: exportWords,
  consent,
  mail,
  links,
  plugins,
  restApi,
  users,
  auditLog,
};
