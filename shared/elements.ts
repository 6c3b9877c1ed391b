/**
 * Access to elements that are known to exist. Each typed array has its own function, which engines can inline in hot
 * loops.
 */
export const u8At = (array: Uint8Array, at: number): number => array[at] as number;
export const u16At = (array: Uint16Array, at: number): number => array[at] as number;
export const u32At = (array: Uint32Array, at: number): number => array[at] as number;
export const i32At = (array: Int32Array, at: number): number => array[at] as number;
export const f64At = (array: Float64Array, at: number): number => array[at] as number;
export const elementOf = <T>(list: readonly T[], at: number): T => list[at] as T;
export const lastOf = <T>(list: readonly T[]): T => list.at(-1) as T;
export const valueIn = <Key, Value>(map: ReadonlyMap<Key, Value>, key: Key): Value => map.get(key) as Value;
