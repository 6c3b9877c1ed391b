/** Apps that open a domain's links themselves. */
import { Button } from '../../../../shared/ui/button.tsx';
import { TextArea, TextField } from '../../../../shared/ui/field.tsx';
import type { Form } from '../../../../shared/ui/form.ts';
import { Problem } from '../../../../shared/ui/form-dialog.tsx';
import { api } from '../../core/api.ts';
import { may } from '../../core/session.ts';
import type { Domain } from '../../core/types.ts';
import { text } from '../../text/later.ts';
import { useDomainForm } from './domain-form.ts';

const words = text.domains;

type Android = { package: string; fingerprints: string };
type Values = { ios: string; android: Android[] };

const linesOf = (typed: string) => typed.split(/[\s,]+/).filter(Boolean);

const valuesOf = ({ apps: { ios, android } }: Domain): Values => ({
  ios: ios.join('\n'),
  android: android.map((app) => ({ package: app.package, fingerprints: app.fingerprints.join('\n') })),
});

const toApps = ({ ios, android }: Values) => ({
  ios: linesOf(ios),
  android: android
    .filter((app) => app.package.trim() !== '' || app.fingerprints.trim() !== '')
    .map((app) => ({ package: app.package.trim(), fingerprints: linesOf(app.fingerprints) })),
});

const linesOfApps = (apps: Android[]) => apps.flatMap((app) => [app.package, app.fingerprints]).join('\n');

type AppsProps = { domain: Domain; onChange: (domain: Domain) => void };

export function Apps({ domain, onChange }: AppsProps) {
  const form = useDomainForm({
    domain,
    onChange,
    valuesOf,
    write: (path, values, headers) => api.put<Domain>(`${path}/apps`, toApps(values), headers),
    words: {
      label: (name) => (name === 'ios' ? words.iosApps : words.androidApps),
      show: (_, value) => (typeof value === 'string' ? value : linesOfApps(value as Android[])),
    },
  });
  const { ios, android } = domain.apps;
  return (
    <details class="card fold" open={ios.length + android.length > 0}>
      <summary>
        <h2>{words.apps}</h2>
        <span class="soft small">{words.appsNote}</span>
      </summary>
      <form onSubmit={form.submit}>
        <div class="body form">
          <Problem of={form} />
          <TextArea
            label={words.iosApps}
            hint={words.iosAppsHint}
            readOnly={!may('admin')}
            spellcheck={false}
            {...form.field('ios')}
            error={problemIn(form.problems, 'ios')}
          />
          {form.values.android.map((app, n) => (
            <AndroidApp key={n} n={n} app={app} form={form} />
          ))}
        </div>
        {may('admin') && (
          <footer>
            <Button
              icon="plus"
              onClick={() => form.set('android', [...form.values.android, { package: '', fingerprints: '' }])}
            >
              {words.addAndroid}
            </Button>
            <Button type="submit" isBusy={form.isBusy} disabled={!form.isChanged}>
              {text.actions.save}
            </Button>
          </footer>
        )}
      </form>
    </details>
  );
}

/** Returns the first problem of a field or a part of it. */
const problemIn = (problems: Record<string, string>, field: string): string | undefined =>
  Object.entries(problems).find(([name]) => name === field || name.startsWith(`${field}.`))?.[1];

function AndroidApp({ n, app, form }: { n: number; app: Android; form: Form<Values> }) {
  const change = (changes: Partial<Android>) =>
    form.set(
      'android',
      form.values.android.map((other, at) => (at === n ? { ...other, ...changes } : other)),
    );
  const readOnly = !may('admin');
  return (
    <fieldset class="group">
      <legend>{words.androidApp(n + 1)}</legend>
      <TextField
        label={words.androidPackage}
        placeholder="com.example.app"
        spellcheck={false}
        readOnly={readOnly}
        value={app.package}
        onValue={(value) => change({ package: value })}
        error={form.problems[`android.${n}.package`]}
      />
      <TextArea
        label={words.androidFingerprints}
        hint={words.androidFingerprintsHint}
        spellcheck={false}
        readOnly={readOnly}
        value={app.fingerprints}
        onValue={(value) => change({ fingerprints: value })}
        error={problemIn(form.problems, `android.${n}.fingerprints`)}
      />
      {!readOnly && (
        <Button
          kind="bare"
          icon="trash"
          aria-label={words.removeAndroid(n + 1)}
          onClick={() =>
            form.set(
              'android',
              form.values.android.filter((_, at) => at !== n),
            )
          }
        >
          {words.remove}
        </Button>
      )}
    </fieldset>
  );
}
