/** FluentCRM's contacts, from its CSV or its tables. */
import { contactFormat } from './core/contact-format.ts';
import { newField } from './core/new-fields.ts';

export const fluentcrm = contactFormat({
  name: 'fluentcrm',
  signs: [
    { columns: ['email', 'contacttype', 'addressline1'], points: 100 },
    { columns: ['email', 'addressline1', 'postalcode', 'timezone'], points: 90 },
    { columns: ['email', 'prefix', 'firstname', 'timezone'], points: 80 },
    { columns: ['email', 'contactstatus'], points: 60 },
  ],
  fileName: /fluent-?crm/i,
  columns: {
    id: null,
    hash: null,
    userid: null,
    avatar: null,
    photo: null,
    fullname: null,
    updatedat: null,
    lastactivity: null,
    contactowner: null,
    companyid: null,
    prefix: newField('Title'),
    addressline1: newField('Address'),
    addressline2: newField('Address, second line'),
    city: newField('City'),
    postalcode: newField('Postal code'),
    dateofbirth: newField('Date of birth', 'date'),
  },
  leftOut: {
    ip: 'IP addresses and locations are left out.',
    latitude: 'IP addresses and locations are left out.',
    longitude: 'IP addresses and locations are left out.',
    lifetimevalue: 'Purchases are left out.',
    company: 'Companies are left out.',
  },
});
