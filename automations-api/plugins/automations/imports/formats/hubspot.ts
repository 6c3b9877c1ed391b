/** HubSpot's contacts, from the CSV of a view or of all properties. */
import { contactFormat } from './core/contact-format.ts';

const people = 'Owners and teams are left out.';
const activity = 'Activity, visits and scores are left out.';

export const hubspot = contactFormat({
  name: 'hubspot',
  signs: [
    { columns: ['recordid', 'email'], points: 90 },
    { columns: ['recordidcontact', 'email'], points: 95 },
    { columns: ['contactid', 'email', 'lifecyclestage'], points: 90 },
    { columns: ['email', 'marketingcontactstatus'], points: 90 },
    { columns: ['email', 'contactowner'], points: 80 },
  ],
  columns: {
    recordid: null,
    recordidcontact: null,
    contactid: null,
    lastmodifieddate: null,
    emaildomain: null,
    email: 'email',
    mobilephonenumber: 'contact_no',
    emailhardbouncereason: 'bounced',
    hsemailhardbouncereason: 'bounced',
    hsemailhardbouncereasonenum: 'bounced',
    primaryassociatedcompanyid: null,
    associatedcompanyids: null,
  },
  leftOut: {
    contactowner: people,
    hubspotteam: people,
    createdbyuserid: people,
    lastactivitydate: activity,
    lastcontacted: activity,
    numberofsessions: activity,
    numberofpageviews: activity,
    hubspotscore: activity,
    marketingcontactstatus: 'Marketing contact status is left out: it is for billing, not consent.',
    associateddeals: 'Deals and tickets are left out.',
    associatedtickets: 'Deals and tickets are left out.',
  },
});
