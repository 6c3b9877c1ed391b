/**
 * The text columns that identify something. A collation that ignores case or accents would merge two users or
 * objects. So every column either compares bytes or is only displayed. List new columns here.
 */
import { migrateAutomations } from '../../fixtures/automations.ts';
import { migrateLinks } from '../../fixtures/schema.ts';
import { createStores } from '../../fixtures/stack.ts';
import { rowsOf } from '../../fixtures/tables.ts';
import { t } from '../../runner/tap.ts';

type Tables = Record<string, string>;
/**
 * The columns by collation. `shown` columns can ignore case: they are displayed or sorted, or their statements
 * compare bytes.
 */
type Decided = { ascii_bin: Tables; utf8mb4_bin: Tables; shown: Tables };

/**
 * The columns of each table. Names that must be unique regardless of case have a key column (`name_key`,
 * `email_key`).
 */
const decided: Record<'links' | 'automations', Decided> = {
  links: {
    ascii_bin: {
      acme_accounts: 'directory key_id url',
      acme_challenges: 'key_authorization token',
      api_keys: 'prefix public_id role',
      audit_entries: 'action actor key_public_id',
      billing_accounts: 'billing_interval plan status stripe_customer_id stripe_subscription_id',
      billing_events: 'id',
      billing_page_links: 'billing_interval key_public_id plan',
      certificates: 'chain hostname key_id',
      click_batches: 'id',
      click_shards: 'owner',
      click_top_links: 'unit',
      click_workers: 'id',
      clicked_links: 'links',
      contact_clicks: 'link_id machine',
      contact_links: 'external_id',
      contact_sites: 'previous_secret secret',
      contact_roles: 'role',
      deleted_links: 'hostname public_id slug',
      domains: 'certificate_status dns_status held_hostname hostname public_id status',
      freed_slugs: 'slug',
      import_changes: 'object_id version',
      import_rows: 'fate',
      imports: 'actor file file_form format on_taken public_id requested_format status undo_actor undo_status',
      installation: 'id',
      invites: 'contacts_role public_id role',
      leases: 'name owner',
      link_bans: 'field reason source',
      link_changes: 'slug',
      link_scans: 'health',
      links: 'created_by password_hash public_id slug',
      machines: 'id',
      mails: 'kind status',
      members: 'public_id report_every report_timezone role',
      operator_actions: 'action object_id plan',
      own_networks: 'networks',
      safety_followers: 'reader',
      safety_list_parts: 'content list',
      safety_lists: 'name',
      safety_reviews: 'field reason source status',
      safety_rules: 'expression verdict',
      sessions: 'address begun_by',
      shares: 'token',
      sites: 'name offered_key',
      tokens: 'purpose',
      user_factors: 'credential_id public_id secret type',
      user_identities: 'issuer subject',
      unknown_paths: 'path',
      users: 'language password_hash public_id',
      waypost_migrations_lock: 'name owner',
      waypost_people_migrations_lock: 'name owner',
      warehouse_clicks: 'batch',
      warehouse_totals: 'outcome',
      webhook_deliveries: 'event event_id status',
      webhooks: 'events previous_secret public_id secret',
      workspace_link_states: 'period',
      workspaces: 'plan previous_plan public_id',
    },
    utf8mb4_bin: {
      sites: 'url',
      address_changes: 'email',
      address_erasures: 'email',
      audit_entries: 'object_id',
      click_words: 'word',
      invites: 'email',
      mails: 'recipient',
      users: 'email',
    },
    shown: {
      import_changes: 'previous',
      import_rows: 'cells why',
      imports: 'columns_found error file_name mapping options preview tallies',
      api_keys: 'name',
      audit_entries: 'details',
      certificates: 'error',
      contact_clicks: 'short_url tags',
      contact_links: 'fault title url',
      deleted_links: 'android_url expired_url geo ios_url not_started_url rules title url variants',
      domains: 'apps brand certificate_error dns_records logo_error not_found_url root_url',
      link_bans: 'detail words',
      link_changes: 'kind',
      link_tags: 'title',
      links: 'android_url expired_url geo ios_url not_started_url note preview rules title url utm variants',
      machines: 'name settings',
      mails: 'data last_error',
      operator_actions: 'reason',
      safety_lists: 'etag last_error source',
      safety_reviews: 'answer detail',
      sessions: 'user_agent',
      user_factors: 'name',
      users: 'name',
      utm_templates: 'utm',
      waypost_migrations: 'applied_by checksum created done_as name',
      waypost_people_migrations: 'applied_by checksum created done_as name',
      webhook_deliveries: 'answer_body last_error payload',
      webhooks: 'url',
      workspaces: 'name',
    },
  },
  automations: {
    ascii_bin: {
      automations_api_keys: 'permission',
      automations_audit: 'action by_type',
      automations_bounces: 'kind source',
      automations_contacts: 'country type uid',
      automations_job_parts: 'contact_ids',
      automations_events: 'name',
      automations_import_changes: 'object_id version',
      automations_import_rows: 'fate',
      automations_hook_messages: 'outcome',
      automations_hooks: 'autonami_id secret signing_secret',
      automations_imports: 'file file_form format on_taken public_id requested_format status undo_status',
      automations_jobs: 'by_type status',
      automations_leases: 'name owner',
      automations_link_clicks: 'doubt link_id',
      automations_mails: 'kind status',
      automations_merged_contacts: 'uid',
      automations_notes: 'by_type',
      automations_rule_run_steps: 'outcome state',
      automations_rule_runs: 'chain event path status',
      automations_rule_versions: 'waking_events',
      automations_short_links: 'link_id',
      automations_term_merges: 'by_type',
      automations_timeline: 'by_type event',
      automations_webhook_deliveries: 'event event_id status',
      automations_webhooks: 'events previous_secret secret',
      forms_forms: 'slug',
      forms_submissions: 'language outcome',
      letters_templates: 'format',
      waypost_migrations_lock: 'name owner',
      waypost_options: 'name',
    },
    utf8mb4_bin: {
      automations_contacts: 'email_key email_twin phone_digits',
      automations_fields: 'name_key slug',
      automations_segments: 'filter name_key',
      automations_short_links: 'url',
      automations_terms: 'name_key',
      forms_submissions: 'email_key',
    },
    shown: {
      automations_api_keys: 'description',
      automations_audit: 'by_name data subject',
      automations_contacts: 'contact_no email f_name l_name source state timezone',
      automations_events: 'data',
      automations_field_groups: 'name',
      automations_field_values: 'text_value',
      automations_fields: 'name options placeholder',
      automations_hook_messages: 'body detail',
      automations_hooks: 'mapping name refused_detail signature',
      automations_import_changes: 'previous',
      automations_import_rows: 'cells why',
      automations_imports: 'actor columns_found error file_name mapping options preview tallies undo_actor',
      automations_jobs: 'action by_name error filter',
      automations_mails: 'data last_error recipient',
      automations_notes: 'by_name note',
      automations_rule_run_steps: 'detail',
      automations_rule_runs: 'reason',
      automations_rule_versions: 'definition',
      automations_rules: 'name',
      automations_segments: 'name',
      automations_term_deletions: 'name',
      automations_term_merges: 'by_name name',
      automations_terms: 'name',
      automations_timeline: 'by_name data',
      automations_webhook_deliveries: 'last_error payload',
      automations_webhooks: 'url',
      forms_consents: 'text',
      forms_forms: 'definition name',
      forms_submissions: 'email form_name input',
      letters_templates: 'body from_email from_name name preheader reply_to subject text',
      waypost_migrations: 'applied_by checksum created done_as name',
      waypost_options: 'value',
    },
  },
};

const made = {
  links: { migrate: migrateLinks, prefix: '' },
  automations: { migrate: migrateAutomations, prefix: 'wp_' },
};

for (const service of ['links', 'automations'] as const) {
  t.test(`${service}: every text column that identifies something compares bytes`, async (t) => {
    const { migrate, prefix } = made[service];
    const { mysqlUrl } = await createStores(t);
    await migrate(mysqlUrl);
    const columns = await rowsOf(
      mysqlUrl,
      `SELECT table_name AS t, column_name AS c, collation_name AS collation FROM information_schema.columns
       WHERE table_schema = DATABASE() AND collation_name IS NOT NULL`,
    );
    const own = columns.filter(({ t }) => String(t).startsWith(prefix));
    const found = own.map(({ t, c, collation }) => {
      const isBytes = String(collation).endsWith('_bin');
      return `${String(t).slice(prefix.length)}.${c} ${isBytes ? collation : 'shown'}`;
    });
    const wanted = Object.entries(decided[service]).flatMap(([kind, tables]) =>
      Object.entries(tables as Tables).flatMap(([table, names]) =>
        names.split(' ').map((name) => `${table}.${name} ${kind}`),
      ),
    );
    t.same(found.sort(), wanted.sort());
  });
}
