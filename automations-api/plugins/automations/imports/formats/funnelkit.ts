/** FunnelKit Automations' contacts, from its CSV (`FKA-Contacts-Export-….csv`) or its tables. */
import { contactFormat } from './core/contact-format.ts';
import { newField } from './core/new-fields.ts';

const bought = 'Purchases are left out.';

export const funnelkit = contactFormat({
  name: 'funnelkit',
  signs: [{ columns: ['email', 'fname', 'lname', 'contactno', 'creationdate'], points: 70 }],
  fileName: /^(?:FKA-Contacts-Export|funnelkit)/i,
  columns: {
    id: null,
    keptid: 'kept_id',
    uid: null,
    wpid: null,
    lastmodified: null,
    unsubscribedlists: null,
    formfeedid: null,
    addressline1: newField('Address'),
    address1: newField('Address'),
    addressline2: newField('Address, second line'),
    address2: newField('Address, second line'),
    city: newField('City'),
    postcode: newField('Postal code'),
    company: newField('Company'),
    gender: newField('Gender'),
    dob: newField('Date of birth', 'date'),
    dateofbirth: newField('Date of birth', 'date'),
  },
  leftOut: {
    damaged: 'Tags or lists that are stored in a damaged form are left out.',
    totalordercount: bought,
    totalorders: bought,
    totalordervalue: bought,
    totalspent: bought,
    totalrevenue: bought,
    firstorderdate: bought,
    lastorderdate: bought,
    lastorder: bought,
    averageordervalue: bought,
    aov: bought,
    usedcoupons: bought,
    purchasedproducts: bought,
    purchasedproductscategories: bought,
    lastopen: 'Email opens and clicks are left out.',
    lastclick: 'Email opens and clicks are left out.',
    lastlogin: 'Email opens and clicks are left out.',
    lastsent: 'Email opens and clicks are left out.',
  },
});
