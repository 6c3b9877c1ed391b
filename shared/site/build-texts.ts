/** Builds a browser application's texts: for each language, a script for first visits and one for all screens. */
import path from 'node:path';
import { build, type OutputFile } from 'esbuild';
import type { Plugin } from 'rolldown';
import type { Language } from '../pages/language.ts';
import { projectRoot } from '../paths.ts';

/** The oldest supported browsers. */
export const browsers = ['chrome123', 'firefox128', 'safari17.5'] as const;

/** The modules of texts. The page's import map names the script of its language for each. */
export const firstTexts = 'texts';
export const laterTexts = 'later-texts';
const textModules = { [firstTexts]: 'text.ts', [laterTexts]: 'later.ts' };

/** Replaces the modules of texts, so that the same code runs in each language. */
export const textsOfPage = (source: string): Plugin => {
  const ids = new Map(
    Object.entries(textModules).map(([id, file]) => [path.resolve(projectRoot, source, 'text', file), id]),
  );
  return {
    name: 'texts-of-page',
    resolveId(id, importer = '') {
      const external = ids.get(path.resolve(path.dirname(importer), id));
      return external === undefined ? null : { id: external, external: true };
    },
  };
};

/** Imports code of an application. */
export const importCode = (code: string) => import(`data:text/javascript,${encodeURIComponent(code)}`);

/** A file that pages load. */
export type Asset = { name: string; content: Uint8Array };

/** The texts of a language as scripts, by their module in the import map. */
export type Texts = {
  scripts: Record<keyof typeof textModules, Asset>;
  page: { description: string; noScript: string };
};

export async function buildTexts(source: string, language: Language): Promise<Texts> {
  const bundle = async (name: string, contents: string): Promise<OutputFile> => {
    const { outputFiles } = await build({
      stdin: { contents, resolveDir: path.resolve(projectRoot, source, 'text', language), sourcefile: `${name}.js` },
      outdir: '.',
      entryNames: `${name}-${language}-[hash]`,
      bundle: true,
      external: [firstTexts],
      format: 'esm',
      minify: true,
      charset: 'utf8',
      target: [...browsers],
      write: false,
      legalComments: 'none',
      logLevel: 'silent',
    });
    const [file] = outputFiles as [OutputFile];
    return file;
  };
  const own = `import { ${language} as own } from './${language}.ts';`;
  const later = "import { later } from './later.ts';";
  const evaluated = await bundle(
    'evaluated',
    `${own} ${later} import { screenTexts } from '../screen-texts.ts';
    export const { page } = own; export const screens = screenTexts(later);`,
  );
  const { page, screens } = await importCode(evaluated.text);
  const first = `${own} export const text = { ...own, screens: ${JSON.stringify(screens)} };`;
  const all = `${later} import { text } from '${firstTexts}'; const all = { ...text, ...later }; export { all as text };`;
  const toAsset = ({ path: at, contents }: OutputFile): Asset => ({ name: path.basename(at), content: contents });
  return {
    scripts: {
      [firstTexts]: toAsset(await bundle('text', first)),
      [laterTexts]: toAsset(await bundle('later', all)),
    },
    page,
  };
}
