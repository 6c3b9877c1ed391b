/** Answers of the REST API. The types are inferred from its schemas. */
import type {
  Rule as ShownRule,
  RuleRun as ShownRun,
  RuleStep as ShownStep,
  RuleTrigger as ShownTrigger,
  StepKind,
} from '../../plugins/automations/rules/answers.ts';

export type { Role } from '../../host/core/route.ts';
export type {
  Admin as SiteUser,
  AdminScreen,
  CardAction,
  CardRow,
  CardTable,
  Invitation,
  ListedPlugin as SitePlugin,
  Session,
  SettingsCard,
  SiteHealth,
  SiteMail,
  WordPressPerson,
} from '../../plugins/admin/core/answers.ts';
export type { ApiKey, MadeApiKey as NewApiKey } from '../../plugins/automations/api-keys/answers.ts';
export type { AuditEntry } from '../../plugins/automations/audit/answers.ts';
export type { ConsentPreview, ConsentSettings } from '../../plugins/automations/consent/answers.ts';
export type { PageName as ConsentPage } from '../../plugins/automations/consent/settings.ts';
export type { ContactDetail, ListedContact as ContactRecord } from '../../plugins/automations/contacts/answers.ts';
export type { StatusName } from '../../plugins/automations/contacts/core/statuses.ts';
export type { ContactColumn } from '../../plugins/automations/core/contact-columns.ts';
export type { Field as CustomField, FieldGroup } from '../../plugins/automations/fields/answers.ts';
export type { ContactPage } from '../../plugins/automations/finder/answers.ts';
export type { ContactImport } from '../../plugins/automations/imports/answers.ts';
export type { Job } from '../../plugins/automations/jobs/answers.ts';
export type { LinkConnection } from '../../plugins/automations/link-clicks/answers.ts';
export type { Outbox } from '../../plugins/automations/mail/answers.ts';
export type {
  DryRun,
  EventKind,
  Kinds,
  Reach as RuleReach,
  RunStatus,
  RunStep,
  StepKind,
} from '../../plugins/automations/rules/answers.ts';
export type { RuleCounts } from '../../plugins/automations/rules/counts-routes.ts';
export type { WaitUntil } from '../../plugins/automations/rules/steps/wait-until.ts';
export type { Segment } from '../../plugins/automations/segments/answers.ts';
export type { SiteStats, StatusCounts, TroubledWebhook } from '../../plugins/automations/stats/answers.ts';
export type { ShownTerm as Term } from '../../plugins/automations/terms/answers.ts';
export type { CountedTerm } from '../../plugins/automations/terms/page-answers.ts';
export type { References, Uses } from '../../plugins/automations/terms/reference-answers.ts';
export type { SiteEvent, TimelineEntry } from '../../plugins/automations/timeline/answers.ts';
export type { Delivery, MadeWebhook as NewWebhook, Webhook } from '../../plugins/automations/webhooks/answers.ts';
export type { Form as SignupForm, Submission } from '../../plugins/forms/schema.ts';
export type { Mapping as HookMapping } from '../../plugins/hooks/core/mapping.ts';
export type { Hook, HookMessage, HookTry } from '../../plugins/hooks/schema.ts';
export type { Template, TemplatePreview } from '../../plugins/letters/templates/answers.ts';

/** A field of a step, a trigger or a plugin's form. */
export type FormMember = FormSchema['properties'][string];
export type FormSchema = StepKind['members'];

export type Rule = Omit<ShownRule, 'steps'> & { steps: RuleStep[] };
export type RuleRun = Omit<ShownRun, 'next_step'> & { next_step: RuleStep | null };

/** A step of a rule, including the fields of its kind. */
export type RuleStep = Omit<ShownStep, 'then' | 'else'> & Members & { then?: RuleStep[]; else?: RuleStep[] };
export type RuleTrigger = ShownTrigger & Members;
type Members = { [member: string]: unknown };
