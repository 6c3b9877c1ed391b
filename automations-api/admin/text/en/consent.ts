/** The words of consent. */
export const consent = {
  title: 'Consent',
  about: 'Double opt-in, and the pages on which contacts unsubscribe.',
  saved: 'Saved',
  optIn: {
    title: 'Double opt-in',
    enabled: 'Ask new contacts to confirm their address',
    enabledHint: 'Each new unverified contact gets this mail, and is subscribed once it confirms.',
    subject: 'Subject',
    text: 'Text',
    textHint: (tags: string) => `Stands for what differs: ${tags}. {{f_name|there}} says “there” without a name.`,
    preview: 'Preview of the mail',
    asHtml: 'Open as HTML',
    from: 'From',
    subjectOf: 'Subject',
  },
  pages: {
    title: 'Pages',
    note: 'What the pages say; {{sender}} may be in it. An empty one has the words that are shown in it.',
    preview: 'Preview',
    previewOf: (page: string) => `Preview of ${page}, in a new tab`,
    names: {
      unsubscribe: 'Unsubscribe',
      unsubscribed: 'You are unsubscribed',
      preferences: 'Your mails',
      confirm: 'Please confirm',
      confirmed: 'Thank you',
    },
  },
};
