/** Parts of a screen about one object: loading it, saving it, and the screens shown in its place. */
import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';
import { type Form, useForm } from '../../../shared/ui/form.ts';
import { type Loaded, type Shown, useLoad } from '../../../shared/ui/load.ts';
import { type FieldWords, saveChanged } from '../../../shared/ui/save-changed.ts';
import { Screen } from '../../../shared/ui/screen.tsx';
import { Empty, Show } from '../../../shared/ui/states.tsx';
import { text } from '../text/text.ts';
import { api } from './api.ts';
import { atNamedFields } from './field-errors.ts';
import type { RouteName } from './routes.ts';

/** Loads an object. `kind` is its name in the API's paths and answers; `also` loads other data that its screen needs. */
export const useObject = <T,>(kind: string, id: string, also?: () => Promise<unknown>): Loaded<T> =>
  useLoad(
    async (signal) => {
      const [answer] = await Promise.all([api.get<Record<string, T>>(`/${kind}/${id}`, {}, signal), also?.()]);
      return answer[kind] as T;
    },
    [kind, id],
  );

type PlaceProps = { parent?: RouteName; title: string };

type LoadingProps<T> = PlaceProps & { of: Shown<T>; children: (data: T) => ComponentChildren };

/** Shows the screen once its data is loaded. */
export const Loading = <T,>({ of, children, ...place }: LoadingProps<T>) =>
  of.data === undefined ? (
    <Screen {...place}>
      <section class="card">
        <Show of={of}>{() => null}</Show>
      </section>
    </Screen>
  ) : (
    children(of.data)
  );

type RefusedProps = PlaceProps & { least: 'editor' | 'administrator' };

/** A screen that the user cannot open, because the screen requires a higher role. */
export const Refused = ({ least, ...place }: RefusedProps) => (
  <Screen {...place}>
    <section class="card">
      <Empty icon="lock" title={text.refused[least]}>
        {text.refused.note}
      </Empty>
    </section>
  </Screen>
);

type ObjectFormOptions<T, Draft, Values extends object> = {
  /** The object's kind in the API's paths and answers. */
  kind: string;
  /** The object to edit; undefined for a new one. */
  saved: T | undefined;
  first: Draft;
  draftOf: (saved: T) => Draft;
  /** Returns the values that two users can change at once. @throws if the draft is incomplete */
  valuesOf: (draft: Draft) => Values;
  /** Returns the request body. */
  bodyOf?: (values: Values, isNew: boolean) => object;
  words: FieldWords<Values>;
  /** Assigns an error to the form's fields; by default to those that its message names. */
  place?: (error: unknown) => unknown;
  onSaved: (saved: T) => void;
};

/**
 * Returns the form for creating or editing an object. Saving sends only the changed fields, and asks about fields that
 * another user has also changed.
 */
export function useObjectForm<T extends { ID: number }, Draft extends Record<string, unknown>, Values extends object>(
  options: ObjectFormOptions<T, Draft, Values>,
): Form<Draft> {
  const { kind, saved, first, draftOf, valuesOf, bodyOf = (values) => values, words, onSaved } = options;
  const { place = (error: unknown) => atNamedFields(error, words.label as (name: string) => string) } = options;
  type Answer = Record<string, T>;
  const draftIn = (answer: Answer) => draftOf(answer[kind] as T);
  /** The saved draft that edits are compared with. */
  const base = useRef(first);
  const form = useForm<Draft>(first, async (draft) => {
    const mine = valuesOf(draft);
    const save = saved
      ? saveChanged({
          base: valuesOf(base.current),
          mine,
          valuesOf: (answer: Answer) => valuesOf(draftIn(answer)),
          read: () => api.get<Answer>(`/${kind}/${saved.ID}`),
          write: (values, before, headers) =>
            api.post<Answer>(`/${kind}/update/${saved.ID}`, changesOf(bodyOf(before, false), bodyOf(values, false)), {
              headers,
            }),
          words,
        })
      : api.post<Answer>(`/${kind}/add`, bodyOf(mine, true));
    const answer = await save.catch((error: unknown) => {
      throw place(error);
    });
    reset(draftIn(answer));
    onSaved(answer[kind] as T);
  });
  const reset = (next = base.current) => {
    base.current = next;
    form.reset(next);
  };
  return { ...form, reset };
}

/** Returns the fields whose values differ. */
function changesOf<Body extends object>(before: Body, after: Body): Partial<Body> {
  const isChanged = ([name, value]: [string, unknown]) =>
    JSON.stringify(value) !== JSON.stringify(before[name as keyof Body]);
  return Object.fromEntries(Object.entries(after).filter(isChanged)) as Partial<Body>;
}
