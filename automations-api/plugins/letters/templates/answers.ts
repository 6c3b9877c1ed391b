/** Answer schemas of templates. */
import Type, { type Static } from 'typebox';
import { answerWith } from '../../../host/envelope.ts';
import { count, id, named, text, time, timeOrNull } from '../../../host/shapes.ts';

export const Template = named(
  'Template',
  {
    ID: id(),
    name: text('The name.', 'Welcome'),
    subject: text('The subject, with merge fields.', 'Hello {{ first_name | "there" }}'),
    preheader: text('The text beside the subject; can be empty.', 'Three things to try first'),
    format: Type.Enum(['markdown', 'html'], { description: 'The format of body.', examples: ['markdown'] }),
    body: text('The content, with merge fields.', 'Thank you for signing up.'),
    text: text('The text part; empty if it is derived from the body.', ''),
    from_name: text('Sender name; empty for the default.', ''),
    from_email: text('Sender email address; empty for the default.', ''),
    reply_to: text('Email address for replies; can be empty.', 'hello@example.com'),
    version: count('Number of times the content was saved.'),
    sent: count('Number of emails sent.', 120),
    bounced: count('Emails that bounced.', 2),
    clicked: count('Emails in which the contact clicked a link.', 31),
    unsubscribed: count('Emails whose unsubscribe link was used.', 1),
    used_by_rules: Type.Array(named('RuleRef', { ID: id(), name: text('The name of the rule.', 'Welcome') }), {
      description: 'The rules that send it.',
    }),
    created_at: time('Creation time.'),
    updated_at: timeOrNull('Time of the last change.'),
  },
  'An email that rules send.',
);
export type Template = Static<typeof Template>;

export const TemplateAnswer = answerWith({ template: Template });
export const TemplatesAnswer = answerWith({ templates: Type.Array(Template) });
export const DeletedAnswer = answerWith({
  template: named('TemplateRef', { ID: id(), name: text('The name.', 'Welcome') }),
});
export const TemplatePreview = named('TemplatePreview', {
  subject: text('The subject.', 'Hello Ada'),
  html: text('The HTML part.', '<!doctype html><html>…</html>'),
  text: text('The text part.', 'Thank you for signing up.'),
  url: text(
    'A page with the HTML part, for ten minutes.',
    'https://contacts.example.com/wp-json/automations-letters/v1/preview/q7J',
  ),
  has_postal_address: Type.Boolean({ description: 'Whether emails show a postal address.', examples: [true] }),
});
export type TemplatePreview = Static<typeof TemplatePreview>;
export const PreviewAnswer = answerWith({ preview: TemplatePreview });
export const TestAnswer = answerWith({ test: Type.Literal('queued') });
