/** Named schemas of the OpenAPI description, so that generated clients have a type for each. */
import type { TSchema } from 'typebox';
import { MadeCredential, PasskeyCreation, PasskeySignature, SignedChallenge } from '../shared/people/factors/schema.ts';
import * as accounts from './accounts/schema.ts';
import {
  Credential,
  DashboardUser,
  DemoAccount,
  Factor,
  OpenContacts,
  Session,
  SignInProvider,
  User,
  WorkspaceName,
} from './accounts/schema.ts';
import { ErrorDetail } from './api/error-body.ts';
import { Done, Plan, Role } from './api/schemas.ts';
import * as auditLog from './audit-log/schema.ts';
import * as billing from './billing/schema.ts';
import { PlanDescription } from './billing/schema.ts';
import * as domains from './domains/schema.ts';
import * as emailReports from './email-reports/schema.ts';
import * as health from './health/schema.ts';
import { InstallationCheck } from './health/schema.ts';
import * as imports from './imports/schema.ts';
import * as keys from './keys/schema.ts';
import * as linkClicks from './link-clicks/schema.ts';
import { ContactsConnection } from './link-clicks/schema.ts';
import { Countries, Geo, Preview, PreviewInput, Utm } from './links/core/fields.ts';
import { Rule, RuleInput, Variant, VariantInput, WeekHours, When } from './links/core/rules.ts';
import * as links from './links/core/schema.ts';
import {
  BulkCreated,
  BulkFailed,
  Health,
  LinkBefore,
  LinkCreator,
  LinksChange,
  LinkWarning,
  ManyDone,
  ManyFailed,
  Tag,
} from './links/core/schema.ts';
import { Arrival, VisitInput, Visitor } from './links/core/visit-schema.ts';
import * as members from './members/schema.ts';
import * as ownership from './ownership/schema.ts';
import { WorkspaceFate } from './ownership/schema.ts';
import { QrInput, QrManyInput, QrSheetInput } from './qr/schema.ts';
import * as appeals from './safety/appeals/schema.ts';
import { BanAppeal } from './safety/appeals/schema.ts';
import * as operators from './safety/operators/schema.ts';
import { OperatorAction, SafetyBan, SafetyEvent, SafetyReview, SafetyUsage } from './safety/operators/schema.ts';
import * as shares from './shares/schema.ts';
import * as stats from './stats/schema.ts';
import * as tags from './tags/schema.ts';
import * as utmTemplates from './utm-templates/schema.ts';
import * as webhooks from './webhooks/schema.ts';
import * as workspaces from './workspaces/schema.ts';

/** The schemas, keyed by their exported names. */
export const publishedSchemas: Record<string, TSchema> = {
  ErrorDetail,
  Done,
  Plan,
  Role,
  ...accounts,
  // Parts of other schemas, which no route uses directly.
  ...{ Credential, DashboardUser, DemoAccount, Factor, OpenContacts, Session, SignInProvider, User, WorkspaceName },
  ...{ MadeCredential, PasskeyCreation, PasskeySignature, SignedChallenge },
  ...auditLog,
  ...billing,
  ...{ PlanDescription },
  ...domains,
  ...imports,
  ...keys,
  ...linkClicks,
  ...{ ContactsConnection },
  ...links,
  ...{ Arrival, Visitor, VisitInput },
  ...{
    BulkCreated,
    BulkFailed,
    Countries,
    Geo,
    LinkBefore,
    LinksChange,
    LinkCreator,
    LinkHealth: Health,
    LinkWarning,
    ManyDone,
    ManyFailed,
    Preview,
    PreviewInput,
    Rule,
    RuleInput,
    Tag,
    Utm,
    Variant,
    VariantInput,
    WeekHours,
    When,
  },
  ...members,
  ...ownership,
  ...{ WorkspaceFate },
  ...{ QrInput, QrManyInput, QrSheetInput },
  ...appeals,
  ...{ BanAppeal },
  ...operators,
  ...health,
  ...{ InstallationCheck },
  ...{ OperatorAction, SafetyBan, SafetyEvent, SafetyReview, SafetyUsage },
  ...shares,
  ...stats,
  ...tags,
  ...utmTemplates,
  ...webhooks,
  ...workspaces,
  ...emailReports,
};
