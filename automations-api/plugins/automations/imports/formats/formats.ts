/** The import formats for contacts. Each file is read in the format that matches it best. */
import type { Format } from '../../../../../shared/import/format.ts';
import type { ContactItem } from '../core/item.ts';
import type { FieldChoice, OpenFormat } from './core/contact-format.ts';
import { fluentcrm } from './fluentcrm.ts';
import { funnelkit } from './funnelkit.ts';
import { generic } from './generic.ts';
import { hubspot } from './hubspot.ts';
import { listmonk } from './listmonk.ts';
import { mailchimp } from './mailchimp.ts';
import { openWaypost } from './waypost.ts';

export const formatNames = ['waypost', 'mailchimp', 'hubspot', 'fluentcrm', 'funnelkit', 'listmonk', 'csv'] as const;

const open: Record<(typeof formatNames)[number], OpenFormat> = {
  waypost: openWaypost,
  mailchimp,
  hubspot,
  fluentcrm,
  funnelkit,
  listmonk,
  csv: generic,
};

export const contactFormats = (fields: FieldChoice): Format<ContactItem>[] =>
  formatNames.map((name) => open[name](fields));
