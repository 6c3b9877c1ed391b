/** Common names of contact columns in bare form: lower case, without blanks and marks. */
import type { ContactTarget } from './fields.ts';

const bySpelling: Partial<Record<ContactTarget, string>> = {
  email: 'email emailaddress mail emailadresse subscriberemail contactemail workemail',
  f_name: 'fname firstname first givenname forename vorname',
  l_name: 'lname lastname last surname familyname nachname',
  name: 'name fullname contactname displayname',
  contact_no: 'contactno phone phonenumber telephone mobile mobilephone mobilephonenumber tel telefon',
  country: 'country countryregion countrycode land cc',
  state: 'state stateregion province region bundesland',
  timezone: 'timezone zeitzone tz',
  source: 'source leadsource originalsource',
  type: 'type contacttype lifecyclestage',
  points: 'points totalpoints score',
  status:
    'status statusname contactstatus subscriptionstatus subscriptionstate emailstatus subscriberstatus globalstatus emailmarketingstatus marketingstatus emailsubscriptionstatus newsletterstatus mailstatus memberstatus',
  created_at:
    'createdat created datecreated creationdate createdate createdon dateadded subscribedat optintime confirmtime signupdate registered registrationdate',
  tags: 'tags tag tagnames labels',
  lists: 'lists list listnames groups segments',
};

export const spellings: ReadonlyMap<string, ContactTarget> = new Map(
  Object.entries(bySpelling).flatMap(([target, names]) =>
    names.split(' ').map((name): [string, ContactTarget] => [name, target as ContactTarget]),
  ),
);
