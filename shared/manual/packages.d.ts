/** The parts of Eleventy and Prism that the manual's build uses; neither package has types. */
declare module '@11ty/eleventy' {
  export type Token = {
    type: string;
    tag: string;
    info: string;
    content: string;
    children: Token[] | null;
    attrGet(name: string): string | null;
    attrSet(name: string, value: string): void;
  };
  type Render = (tokens: Token[], index: number) => string;
  export type Markdown = {
    core: { ruler: { push(name: string, rule: (state: { tokens: Token[] }) => void): void } };
    renderer: { rules: Record<string, Render> };
  };
  type Config = {
    setTemplateFormats(formats: string[]): void;
    addGlobalData(name: string, value: string): void;
    addPreprocessor(name: string, formats: string, work: (data: unknown, text: string) => string): void;
    amendLibrary(name: 'md', amend: (markdown: Markdown) => void): void;
  };
  type Options = { quietMode: boolean; configPath: null; config: (config: Config) => void };
  export class Eleventy {
    constructor(input: string, output: string, options: Options);
    toJSON(): Promise<{ inputPath: string; content: string }[]>;
  }
}
declare module 'prismjs' {
  type Grammar = object;
  const Prism: {
    languages: Record<string, Grammar | undefined>;
    highlight(code: string, grammar: Grammar, language: string): string;
  };
  export = Prism;
}
declare module 'prismjs/components/index.js' {
  const load: (languages: string[]) => void;
  export = load;
}
