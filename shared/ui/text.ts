/** The words of the shared components. An application gives its own language once, before it draws. */
export type UiText = {
  close: string;
  cancel: string;
  copy: string;
  copied: string;
  loading: string;
  tryAgain: string;
  failed: string;
  selectAll: string;
  select: (name: string) => string;
  actions: (name: string) => string;
  remove: (name: string) => string;
  noOptions: string;
  create: (name: string) => string;
  sortBy: (column: string) => string;
  typeToConfirm: (word: string) => string;
  optional: string;
  required: string;
  never: string;
  justNow: string;
};

export const uiText = {} as UiText;

export const useUiText = (text: UiText): void => {
  Object.assign(uiText, text);
};
