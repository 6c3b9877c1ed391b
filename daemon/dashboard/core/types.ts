/** Types of the link API's inputs and answers, inferred from its validation schemas. */
import type { Static } from 'typebox';
import type {
  DashboardSession as DashboardSessionSchema,
  DashboardSettings as DashboardSettingsSchema,
  FactorList as FactorListSchema,
  Invitation as InvitationSchema,
  Session as SessionSchema,
} from '../../accounts/schema.ts';
import type { ErrorBody as ErrorBodySchema } from '../../api/error-body.ts';
import type { AuditEntry as AuditEntrySchema } from '../../audit-log/schema.ts';
import type { Billing as BillingSchema, PlanList as PlanListSchema } from '../../billing/schema.ts';
import type { DnsRecord as DnsRecordSchema, Domain as DomainSchema } from '../../domains/schema.ts';
import type { ReportSettings as ReportSettingsSchema } from '../../email-reports/schema.ts';
import type { InstallationHealth as InstallationHealthSchema } from '../../health/schema.ts';
import type { Key as KeySchema, NewKey as NewKeySchema } from '../../keys/schema.ts';
import type { ContactsConnection as ContactsConnectionSchema } from '../../link-clicks/schema.ts';
import type {
  BulkResult as BulkResultSchema,
  LinkBefore as LinkBeforeSchema,
  LinkIdPage as LinkIdPageSchema,
  LinkInput as LinkInputSchema,
  LinkPage as LinkPageSchema,
  Link as LinkSchema,
  ManyResult as ManyResultSchema,
  SlugAvailability as SlugAvailabilitySchema,
  Tag as TagSchema,
} from '../../links/core/schema.ts';
import type { Arrival as ArrivalSchema } from '../../links/core/visit-schema.ts';
import type { Invited as InvitedSchema, Member as MemberSchema } from '../../members/schema.ts';
import type {
  AccountDeletion as AccountDeletionSchema,
  WorkspaceDeletion as WorkspaceDeletionSchema,
} from '../../ownership/schema.ts';
import type { QrInput as QrInputSchema, QrSheetInput as QrSheetInputSchema } from '../../qr/schema.ts';
import type { LinkBan as LinkBanSchema } from '../../safety/appeals/schema.ts';
import type {
  OperatorAction as OperatorActionSchema,
  SafetyLinkDetails as SafetyLinkDetailsSchema,
  SafetyLink as SafetyLinkSchema,
  SafetyReview as SafetyReviewSchema,
  SafetyWorkspace as SafetyWorkspaceSchema,
} from '../../safety/operators/schema.ts';
import type {
  SharedLink as SharedLinkSchema,
  SharedTag as SharedTagSchema,
  Share as ShareSchema,
} from '../../shares/schema.ts';
import type {
  LinksStats as LinksStatsSchema,
  RecentClicks as RecentClicksSchema,
  SharedStats as SharedStatsSchema,
  Stats as StatsSchema,
  TopLink as TopLinkSchema,
  UnknownPath as UnknownPathSchema,
} from '../../stats/schema.ts';
import type { UtmTemplateList as UtmTemplateListSchema } from '../../utm-templates/schema.ts';
import type {
  Delivery as DeliverySchema,
  NewWebhook as NewWebhookSchema,
  Webhook as WebhookSchema,
} from '../../webhooks/schema.ts';
import type {
  WorkspaceMembership as WorkspaceMembershipSchema,
  Workspace as WorkspaceSchema,
} from '../../workspaces/schema.ts';

export type ErrorBody = Static<typeof ErrorBodySchema>;
export type FactorList = Static<typeof FactorListSchema>;
export type DashboardSettings = Static<typeof DashboardSettingsSchema>;
export type Session = Static<typeof SessionSchema>;
export type DashboardSession = Static<typeof DashboardSessionSchema>;
export type Invitation = Static<typeof InvitationSchema>;
export type AuditEntry = Static<typeof AuditEntrySchema>;
export type Billing = Static<typeof BillingSchema>;
export type PlanList = Static<typeof PlanListSchema>;
export type ReportSettings = Static<typeof ReportSettingsSchema>;
export type InstallationHealth = Static<typeof InstallationHealthSchema>;
export type Domain = Static<typeof DomainSchema>;
export type DnsRecord = Static<typeof DnsRecordSchema>;
export type Key = Static<typeof KeySchema>;
export type NewKey = Static<typeof NewKeySchema>;
export type Link = Static<typeof LinkSchema>;
export type LinkInput = Static<typeof LinkInputSchema>;
export type LinkIdPage = Static<typeof LinkIdPageSchema>;
export type SlugAvailability = Static<typeof SlugAvailabilitySchema>;
export type LinkPage = Static<typeof LinkPageSchema>;
export type BulkResult = Static<typeof BulkResultSchema>;
export type Arrival = Static<typeof ArrivalSchema>;
export type LinkBefore = Static<typeof LinkBeforeSchema>;
export type ManyResult = Static<typeof ManyResultSchema>;
export type Tag = Static<typeof TagSchema>;
export type QrInput = Static<typeof QrInputSchema>;
export type QrSheetInput = Static<typeof QrSheetInputSchema>;
export type ContactsConnection = Static<typeof ContactsConnectionSchema>;
export type Member = Static<typeof MemberSchema>;
export type Invited = Static<typeof InvitedSchema>;
export type WorkspaceDeletion = Static<typeof WorkspaceDeletionSchema>;
export type AccountDeletion = Static<typeof AccountDeletionSchema>;
export type Share = Static<typeof ShareSchema>;
export type SharedStats = Static<typeof SharedStatsSchema>;
export type SharedLink = Static<typeof SharedLinkSchema>;
export type SharedTag = Static<typeof SharedTagSchema>;
export type Stats = Static<typeof StatsSchema>;
/** The fields that analytics of a workspace, a link and a shared page have in common. */
export type StatsBody = Omit<Stats, 'topLinks'>;
export type Dimension = Exclude<keyof Stats['breakdown'], 'variants'> | 'variant';
export type TopLink = Static<typeof TopLinkSchema>;
export type UnknownPath = Static<typeof UnknownPathSchema>;
export type RecentClicks = Static<typeof RecentClicksSchema>;
export type LinksStats = Static<typeof LinksStatsSchema>;
export type UtmTemplateList = Static<typeof UtmTemplateListSchema>;
export type Webhook = Static<typeof WebhookSchema>;
export type NewWebhook = Static<typeof NewWebhookSchema>;
export type Delivery = Static<typeof DeliverySchema>;
export type Workspace = Static<typeof WorkspaceSchema>;
type WorkspaceMembership = Static<typeof WorkspaceMembershipSchema>;
export type Role = WorkspaceMembership['role'];
export type Plan = Workspace['plan'];
export type LinkBan = Static<typeof LinkBanSchema>;
export type SafetyReview = Static<typeof SafetyReviewSchema>;
export type SafetyLink = Static<typeof SafetyLinkSchema>;
export type SafetyLinkDetails = Static<typeof SafetyLinkDetailsSchema>;
export type SafetyWorkspace = Static<typeof SafetyWorkspaceSchema>;
export type OperatorAction = Static<typeof OperatorActionSchema>;
