/** The registration of the automations plugin's routes, hooks and workers in a serving process. */
import type { PageBrand } from '../../../shared/pages/html.ts';
import { openKeyCipher } from '../../../shared/secrets/key-cipher.ts';
import { createSecrets } from '../../../shared/webhooks/secrets.ts';
import type { RestRoute } from '../../host/core/route.ts';
import { inGroup } from '../../host/core/route.ts';
import type { PluginApi, RuleList } from '../../host/plugin.ts';
import { openPreviews, type Previews } from '../../host/previews.ts';
import { createAuthentication } from './api-keys/authenticate.ts';
import { keyRoutes } from './api-keys/routes.ts';
import { auditRoutes } from './audit/routes.ts';
import { type AuditEntry, writeAuditEntries } from './audit/write.ts';
import { bounceRoute } from './consent/bounce-route.ts';
import { bounceSection } from './consent/bounces/personal-section.ts';
import { consentCards } from './consent/cards.ts';
import { addConsentMails, createConfirmations, emailParts } from './consent/confirmations.ts';
import { openConsent } from './consent/consent.ts';
import { consentLinks, pagesNamespace } from './consent/links.ts';
import { consentPageRoutes } from './consent/page-routes.ts';
import { previewPageRoutes, previewRoute } from './consent/preview-routes.ts';
import { consentRoutes } from './consent/routes.ts';
import type { ConsentSettings } from './consent/settings.ts';
import { readConsentSettings, senderOf } from './consent/settings.ts';
import { provideContacts } from './contacts/actions/provide-contacts.ts';
import { createCustomerFinder } from './contacts/core/customers.ts';
import { createUserFinder } from './contacts/core/wordpress-users.ts';
import { contactRoutes } from './contacts/routes.ts';
import type { Context } from './context/context.ts';
import { openErasedAddresses } from './core/erased-addresses.ts';
import { renderError } from './core/errors.ts';
import type { AutomationsTables } from './core/tables.ts';
import { customEventRecorder } from './events/core/record.ts';
import { eventSection } from './events/personal-section.ts';
import { eventRoutes } from './events/routes.ts';
import { exportColumns } from './export/columns.ts';
import { addExport } from './export/routes.ts';
import { readIndexedValues } from './fields/core/indexed-value-queries.ts';
import { fieldGroupRoutes } from './fields/group-routes.ts';
import { fieldSection } from './fields/personal-section.ts';
import { fieldRoutes } from './fields/routes.ts';
import { createFinder } from './finder/core/finder.ts';
import { builtInCriteria } from './finder/criteria/criteria.ts';
import { startContactIndex } from './finder/index/start-index.ts';
import { contactsRoute } from './finder/routes.ts';
import { importSection } from './imports/personal-section.ts';
import { importRoutes } from './imports/routes.ts';
import { startImports } from './imports/worker.ts';
import { jobRoutes } from './jobs/routes.ts';
import { startJobs } from './jobs/worker.ts';
import { clickedLinksRoute } from './link-clicks/clicked-links-route.ts';
import { listSiteIds, openConnection } from './link-clicks/connection.ts';
import { connectionRoutes } from './link-clicks/connection-routes.ts';
import { waitingClicksRecorder } from './link-clicks/drop-waiting.ts';
import { clickSection } from './link-clicks/personal-section.ts';
import { clickRoutes } from './link-clicks/routes.ts';
import { openShortUrls } from './link-clicks/short-urls.ts';
import { startTakingClicks } from './link-clicks/worker.ts';
import { Mails } from './mail/core/mails.ts';
import { mailSection } from './mail/personal-section.ts';
import { mailRoutes } from './mail/routes.ts';
import { startMails } from './mail/worker.ts';
import { duplicateRoutes } from './merges/duplicate-routes.ts';
import { mergeRoutes } from './merges/routes.ts';
import { personalDataRoutes } from './personal-data/routes.ts';
import { sectionRecorder } from './personal-data/sections.ts';
import { publishedApi } from './published.ts';
import { startRetention } from './retention.ts';
import { KnownRules } from './rules/known-rules.ts';
import { runSection } from './rules/personal-section.ts';
import { listRuleParts, listRulesUsing } from './rules/queries.ts';
import { ruleRecorder } from './rules/recorder.ts';
import { ruleRoutes } from './rules/routes.ts';
import { runRoutes } from './rules/run-routes.ts';
import { startRules } from './rules/start-workers.ts';
import { actionSteps } from './rules/steps/actions.ts';
import { branchStep } from './rules/steps/branch.ts';
import { waitStep } from './rules/steps/wait.ts';
import { waitUntilStep } from './rules/steps/wait-until.ts';
import { webhookStep } from './rules/steps/webhook.ts';
import { eventKinds } from './rules/triggers.ts';
import { segmentRoutes } from './segments/routes.ts';
import { statsRoutes } from './stats/routes.ts';
import { assignmentRoutes } from './terms/assignment-routes.ts';
import { termKinds } from './terms/core/queries.ts';
import { deletionRoutes } from './terms/deletion-routes.ts';
import { startTermDeletions, startTermMerges } from './terms/finish-changes.ts';
import { mergeRoute } from './terms/merge-routes.ts';
import { termListRoute } from './terms/page-routes.ts';
import { membershipSections } from './terms/personal-sections.ts';
import { referenceRoutes } from './terms/reference-routes.ts';
import { termRoutes } from './terms/routes.ts';
import { noteSection } from './timeline/notes-section.ts';
import { timelineSection } from './timeline/personal-section.ts';
import { timelineRecorder } from './timeline/recorder.ts';
import { historyRoutes } from './timeline/routes.ts';
import { Outbox } from './webhooks/core/outbox.ts';
import { startDelivery } from './webhooks/delivery.ts';
import { deliverySection } from './webhooks/personal-section.ts';
import { webhookRoutes } from './webhooks/routes.ts';

type Api = PluginApi<AutomationsTables>;

export async function register(api: Api): Promise<void> {
  const { db, config, log } = api;
  const outbox = new Outbox(db);
  const mails = new Mails();
  const rules = new KnownRules(db);
  const secrets = createSecrets(await openKeyCipher(config, 'webhooks'));
  const contactIndex = startContactIndex(api, readIndexedValues);
  for (const column of exportColumns) api.registries.columns.add(column);
  for (const criterion of builtInCriteria) api.registries.criteria.add(criterion);
  for (const kind of eventKinds) api.registries.events.add(kind);
  for (const step of [...actionSteps, webhookStep({ config, secrets }), waitStep, waitUntilStep])
    api.registries.steps.add(step);
  const context = await openContext(api, { outbox, mails, rules, secrets, contactIndex });
  api.registries.steps.add(branchStep(context));
  const consent = await openConsent(context);
  for (const card of consentCards(consent)) api.registries.cards.add(card);
  const previews = openPreviews<ConsentSettings>(api.openRedis('commands'), config, 'consent');
  const linkConnection = await openConnection(api);
  provideContacts(context, {
    linksOf: (contact) => consentLinks(consent, contact),
    emailParts: (contact, mail) => emailParts(consent, contact, mail),
    shortUrls: openShortUrls(context, linkConnection),
  });
  const terms = { deletions: startTermDeletions(context), merges: startTermMerges(context) };
  const parts = { context, consent, previews, linkConnection, rules, ...terms };
  const namespace = {
    extendedAs: 'automations',
    permission: createAuthentication(db, log),
    renderError,
    published: publishedApi,
    forgiving: true,
    routes: routesOf(api, parts),
  };
  for (const name of config.apiNamespaces) api.addNamespace({ ...namespace, name });
  api.addNamespace({
    name: pagesNamespace,
    forgiving: true,
    routes: [...consentPageRoutes(consent), ...previewPageRoutes(consent, previews)],
  });
  addConsentMails(consent);
  // Other plugins' pages and emails use the site's name, logo and colour.
  api.hooks.addFilter('automations_brand', async (brand: PageBrand) => ({
    ...brand,
    name: senderOf(await readConsentSettings(api.options), config.siteUrl),
  }));
  // A demo sends no deliveries and no emails.
  if (!config.demo) {
    startDelivery(api, outbox, secrets);
    startMails(api, mails);
  }
  await startTakingClicks(context, linkConnection);
  api.hooks.addFilter('automations_mails', () => mails);
  api.hooks.addFilter('automations_rules', (): RuleList => ({ list: () => listRuleParts(db) }));
  startRetention(api);
  // For other plugins: `hooks.doAction('automations_audit', { by, action, subject, data })`.
  api.hooks.addAction('automations_audit', (entry: AuditEntry) => writeAuditEntries(db, [entry]));
  startJobs(context);
  startImports(context);
}

type OpenedParts = Pick<Context, 'outbox' | 'mails' | 'secrets' | 'contactIndex'> & { rules: KnownRules };

async function openContext(api: Api, { rules, ...parts }: OpenedParts): Promise<Context> {
  const { db, config, log } = api;
  const { outbox, mails, contactIndex } = parts;
  const personalSections = [
    ...membershipSections,
    fieldSection,
    timelineSection,
    noteSection,
    runSection,
    clickSection,
    eventSection,
    mailSection,
    bounceSection,
    deliverySection,
    importSection,
  ];
  const finder = createFinder({ db, contactIndex });
  return {
    ...api,
    ...parts,
    finder,
    recorders: [
      customEventRecorder,
      outbox,
      timelineRecorder,
      ruleRecorder(rules, { finder, log, registries: api.registries }),
      waitingClicksRecorder(config, () => listSiteIds(api)),
      sectionRecorder({ ...api, personalSections }),
    ],
    segmentReferences: [listRulesUsing],
    personalSections,
    erasedAddresses: await openErasedAddresses(db, config, log),
    confirmations: createConfirmations({ options: api.options, mails }),
    findWordPressUsers: createUserFinder(db, config.tablePrefix),
    findCustomer: createCustomerFinder(db, config.tablePrefix),
  };
}

type RouteParts = {
  context: Context;
  consent: Awaited<ReturnType<typeof openConsent>>;
  previews: Previews<ConsentSettings>;
  linkConnection: Awaited<ReturnType<typeof openConnection>>;
  rules: KnownRules;
  deletions: ReturnType<typeof startTermDeletions>;
  merges: ReturnType<typeof startTermMerges>;
};

function routesOf(
  api: Api,
  { context, consent, previews, linkConnection, rules, deletions, merges }: RouteParts,
): RestRoute[] {
  return [
    ...termKinds.flatMap((kind) =>
      inGroup('Tags and lists', [
        termListRoute(context, kind),
        ...termRoutes(context, kind),
        mergeRoute(context, merges, rules, kind),
        ...deletionRoutes(context, deletions, kind),
      ]),
    ),
    ...referenceRoutes(context, termKinds),
    ...inGroup('Fields', [...fieldRoutes(context), ...fieldGroupRoutes(context)]),
    ...inGroup('Contacts', [
      ...contactRoutes(context),
      ...assignmentRoutes(context),
      contactsRoute(context),
      ...addExport(api, context),
      ...personalDataRoutes(context),
      ...mergeRoutes(context),
      ...duplicateRoutes(context),
      ...historyRoutes(context),
      ...eventRoutes(context),
    ]),
    ...inGroup('Segments', segmentRoutes(context)),
    ...inGroup('Jobs', jobRoutes(context)),
    ...inGroup('Imports', importRoutes(context)),
    ...inGroup('Webhooks', webhookRoutes(context)),
    ...inGroup('Rules', [...ruleRoutes(context, rules, startRules(context, rules)), ...runRoutes(context)]),
    ...inGroup('Consent', [...consentRoutes(consent), previewRoute(consent, previews), bounceRoute(consent)]),
    ...inGroup('Links', [
      ...clickRoutes(context, linkConnection),
      clickedLinksRoute(context),
      ...connectionRoutes(context),
    ]),
    ...inGroup('Site', [
      ...statsRoutes(context),
      ...auditRoutes(context, api.openPeople()),
      ...keyRoutes(context),
      ...mailRoutes(context),
    ]),
  ];
}
