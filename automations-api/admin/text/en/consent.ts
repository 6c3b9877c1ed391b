/** English strings for consent. */
export const consent = {
  title: 'Consent',
  about: 'Double opt-in and the pages for contacts.',
  saved: 'Saved',
  optIn: {
    title: 'Double opt-in',
    enabled: 'Ask new contacts to confirm their email',
    enabledHint: 'Each new unverified contact gets this email and is subscribed after confirming.',
    subject: 'Subject',
    text: 'Text',
    textHint: (tags: string) =>
      `Placeholders: ${tags}. {{f_name|there}} shows “there” if there is no name. Unchanged, the email is sent in the contact's language.`,
    preview: 'Preview of the email',
    asHtml: 'Open as HTML',
    from: 'From',
    subjectOf: 'Subject',
  },
  pages: {
    title: 'Pages',
    note: 'The text of each page, with {{sender}} if you like. Leave empty for the default text, which visitors see in their language.',
    preview: 'Preview',
    previewOf: (page: string) => `Preview of ${page}, in a new tab`,
    names: {
      unsubscribe: 'Unsubscribe',
      unsubscribed: 'You are unsubscribed',
      preferences: 'Email preferences',
      confirm: 'Please confirm',
      confirmed: 'Thank you',
    },
  },
};
