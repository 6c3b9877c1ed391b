/** English strings for forms: the list, the builder, the preview and the submissions. */
import { counted } from '../../../../shared/ui/text-en.ts';

export const forms = {
  title: 'Forms',
  note: 'Pages where people subscribe. Link to a form, or embed it in your own site.',
  parts: {
    name: 'Name',
    slug: 'Slug',
    fields: 'Fields',
    title: 'Title',
    intro: 'Introduction',
    button: 'Button',
    thanks: 'Text after submitting',
    redirect_url: 'URL after submitting',
    consent_text: 'Consent text',
    lists: 'Add to lists',
    offered_lists: 'Lists to choose from',
    tags: 'Add tags',
    double_opt_in: 'Confirm by email',
    embeddable: 'Other sites can embed it',
  },
  newForm: 'New form',
  one: 'Form',
  none: 'No forms yet',
  noneNote:
    'A form asks for an email address and anything else you want to know. New contacts confirm by email before they join your lists.',
  search: 'Search forms',
  noneFound: 'No form matches',
  columns: { posts: 'Posts', confirmed: 'Confirmed' },
  accept: (name: string) => `Accept answers to ${name}`,
  turnedOn: (name: string) => `${name} accepts answers`,
  turnedOff: (name: string) => `${name} no longer accepts answers`,
  show: 'Open the page',
  submissions: 'Submissions',
  submissionsCounted: (n: string) => `Submissions (${n})`,
  tabs: 'Parts of the form',
  saved: (name: string) => `Saved form ${name}`,
  deleteTitle: (name: string) => `Delete the form ${name}?`,
  deleteNote: (posts: number) =>
    `Its page stops working, even where it is embedded.${
      posts > 0
        ? ` It has ${counted(posts, 'submission')}: unconfirmed ones are deleted, confirmed ones stay with their contacts.`
        : ''
    } This cannot be undone.`,
  deleted: (name: string) => `Deleted form ${name}`,

  basics: 'Name and URL',
  nameHint: 'Only you see it.',
  slugHint: 'The end of its URL. If it is empty, it comes from the name.',
  slugChanged: 'Links to the previous URL and embedded forms stop working.',
  fieldsNote: 'In the order of the page.',
  addField: 'Add a field',
  required: 'Required',
  requiredOf: (name: string) => `${name} is required`,
  moveUp: (name: string) => `Move ${name} up`,
  moveDown: (name: string) => `Move ${name} down`,
  movedTo: (at: number, count: number) => `Now field ${at} of ${count}`,
  texts: 'Texts',
  textsNote: 'Empty texts appear in the visitor’s language.',
  redirectHint: 'Opens instead of the text.',
  consentHint: 'Shown with a required checkbox. Each submission records the version that was accepted.',
  afterwards: 'After submitting',
  offeredHint: 'Visitors see these lists with checkboxes.',
  doubleOptInHint: 'New contacts join the lists after they open the link in an email.',

  previewed: 'the form',

  publish: 'Publish',
  embed: 'Embed code',
  embedHint: 'Paste it into the HTML of your page.',
  copyEmbed: 'Copy the embed code',
  isOff: 'The form is off: its page says that it is closed.',

  noSubmissions: 'No submissions yet',
  notForViewers: 'Viewers cannot see submissions',
  noSubmissionsNote: 'Share the form’s URL or embed it. Answers appear here.',
  email: 'Email',
  outcome: 'Outcome',
  at: 'Submitted',
  outcomes: {
    new: 'Received',
    waiting: 'Waiting for confirmation',
    confirmed: 'Confirmed',
    added: 'Added',
    limited: 'Too many',
    refused: 'Refused',
  },
};
