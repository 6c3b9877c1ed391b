/** A form's values, their problems, and submitting. */
import { useCallback, useEffect, useLayoutEffect, useState } from 'preact/hooks';
import { type FieldProblems, sentenceOf } from './field-problems.ts';
import { ApiError, isSignedOut } from './service.ts';
import { uiText } from './text.ts';

const hasFields = (error: unknown): error is FieldProblems =>
  error instanceof Error && typeof (error as Partial<FieldProblems>).fields === 'object';

export type Form<T> = {
  values: T;
  set: <K extends keyof T>(name: K, value: T[K]) => void;
  /** Props for a field component: its value, its setter and its problem. */
  field: <K extends keyof T & string>(name: K) => { value: T[K]; onValue: (value: T[K]) => void; error?: string };
  problems: Record<string, string>;
  /** The problem with the form as a whole. */
  problem: string | undefined;
  isBusy: boolean;
  isChanged: boolean;
  reset: (values?: T) => void;
  submit: (event?: Event) => void;
};

/**
 * Keeps a form's state. `send` throws the server's error. A problem with a visible field appears at that field. Any
 * other problem appears above the fields. The first field with a problem gets the focus.
 */
export function useForm<T extends Record<string, unknown>>(first: T, send: (values: T) => Promise<unknown>): Form<T> {
  const [values, setValues] = useState(first);
  const [original, setOriginal] = useState(first);
  const [problems, setProblems] = useState<Record<string, string>>({});
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const showProblem = useShowProblem();

  // After a new sign-in, the error about the old session is no longer useful.
  useEffect(() => isSignedOut.subscribe((isOut) => !isOut && setProblem(undefined)), []);

  const isChanged = JSON.stringify(values) !== JSON.stringify(original);

  const set = useCallback(<K extends keyof T>(name: K, value: T[K]) => {
    setValues((before) => ({ ...before, [name]: value }));
    setProblems((before) =>
      Object.fromEntries(Object.entries(before).filter(([field]) => !`${field}.`.startsWith(`${String(name)}.`))),
    );
  }, []);

  const fail = (error: unknown) => {
    const fields = hasFields(error) ? error.fields : {};
    const isShown = Object.keys(fields).some((name) => (name.split(/[.[]/)[0] ?? '') in values);
    setProblems(fields);
    const isKept = isChanged && error instanceof ApiError && error.code === 'unreachable';
    const message = isKept ? uiText.trouble.unreachableKept : sentenceOf((error as Error).message);
    setProblem(isShown ? undefined : message);
    showProblem();
  };

  const submit = (event?: Event) => {
    event?.preventDefault();
    if (isBusy) return;
    if (reportUnfinished()) return setProblem(uiText.unfinished);
    setBusy(true);
    setProblem(undefined);
    setProblems({});
    Promise.resolve()
      .then(() => send(values))
      .catch(fail)
      .finally(() => setBusy(false));
  };

  return {
    values,
    set,
    field: (name) => ({ value: values[name], onValue: (value) => set(name, value), error: problems[name] }),
    problems,
    problem,
    isBusy,
    isChanged,
    reset: (next = first) => {
      setValues(next);
      setOriginal(next);
      setProblem(undefined);
      setProblems({});
    },
    submit,
  };
}

/**
 * Returns a function that leads the user to the problems of the next render: it focuses the first field with a problem.
 * If no field has one, it scrolls the message into view.
 */
export function useShowProblem(): () => void {
  const [asked, ask] = useState<object>();
  useLayoutEffect(() => {
    if (!asked) return;
    const field = document.querySelector<HTMLElement>('[aria-invalid="true"]');
    if (field) field.focus();
    else document.querySelector('[role="alert"]')?.scrollIntoView({ block: 'center' });
  }, [asked]);
  return () => ask({});
}

/**
 * Focuses an incomplete date or number, and lets the browser explain it. Returns false if there is none. The browser
 * reports its value as empty, which would delete the stored value.
 */
export function reportUnfinished(): boolean {
  const top = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document;
  const unfinished = [...top.querySelectorAll('input')].find(({ validity }) => validity.badInput);
  unfinished?.focus();
  unfinished?.reportValidity();
  return unfinished !== undefined;
}
