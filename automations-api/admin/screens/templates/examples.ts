/** Example templates, which fill the editor of a new one. */
import { emptyDraft, type TemplateDraft } from './template-form.ts';

const examples = {
  welcome: {
    name: 'Welcome',
    subject: 'Welcome, {{ f_name | "friend" }}',
    preheader: 'Three things to try first.',
    body: `# Good to have you here

Hello {{ f_name | "there" }},

thank you for joining us. These three things are worth a minute:

- Complete your profile.
- Say which topics interest you.
- Reply to this email if you have a question.

[Get started](https://example.com/start "button")

Until soon!
`,
  },
  reminder: {
    name: 'Reminder',
    subject: 'Still interested?',
    preheader: '',
    body: `Hello {{ f_name | "there" }},

a few days ago you asked us for information. Is anything still unclear? Reply to this email, and we will help.

[Continue where you left off](https://example.com/continue "button")
`,
  },
  html: {
    name: 'Newsletter',
    subject: 'News of this month',
    preheader: '',
    format: 'html',
    body: `<h1>News of this month</h1>
<p>Hello {{ f_name | "there" }},</p>
<p>replace this text with your own HTML.</p>
<p><a title="button" href="https://example.com/">Read more</a></p>
`,
  },
} satisfies Record<string, Partial<TemplateDraft>>;

/** Returns the named example, or an empty draft. */
export const exampleDraft = (name = ''): TemplateDraft => ({
  ...emptyDraft,
  ...(Object.hasOwn(examples, name) && examples[name as keyof typeof examples]),
});
