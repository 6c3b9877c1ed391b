/** The plugin's tables, without their prefix. Their columns are in `shared/tables.ts`, their making in `sql/`. */
import type { Tables } from '../../../shared/tables.ts';

export const tables = [
  'automations_api_keys',
  'automations_terms',
  'automations_contacts',
  'automations_contact_terms',
  'automations_contact_counts',
  'automations_field_groups',
  'automations_fields',
  'automations_field_values',
  'automations_webhooks',
  'automations_webhook_deliveries',
] as const satisfies (keyof Tables)[];
