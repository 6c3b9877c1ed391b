/** The paths of screens by name. The table of screens adds their types here, so that no screen imports the table. */
import { type PathTo, pathTo as pathToScreen } from '../../../shared/ui/screens.ts';

export const base = '/dashboard';

/** The application's types, to which `screens.ts` adds its table. @public */
export interface Application {
  base: typeof base;
}

export type RouteName = Application extends { screens: infer Table } ? keyof Table & string : never;

export const pathTo: PathTo<RouteName> = pathToScreen;
