/** A map from contact ids to positions. Ids are dense, so they are looked up in pages. Pure. */
const pageSize = 4_096;

export class PositionMap {
  /** Each position plus 1, so that 0 means none. */
  readonly #pages = new Map<number, Uint32Array>();

  get bytes(): number {
    return this.#pages.size * pageSize * Uint32Array.BYTES_PER_ELEMENT;
  }

  get(id: number): number | undefined {
    const stored = this.#pages.get(Math.floor(id / pageSize))?.[id % pageSize];
    return stored ? stored - 1 : undefined;
  }

  set(id: number, position: number): void {
    const number = Math.floor(id / pageSize);
    const page = this.#pages.get(number) ?? new Uint32Array(pageSize);
    page[id % pageSize] = position + 1;
    this.#pages.set(number, page);
  }

  delete(id: number): void {
    const page = this.#pages.get(Math.floor(id / pageSize));
    if (page) page[id % pageSize] = 0;
  }
}
