/** The position of each contact's id. Ids lie close together, so pages of them are looked up directly. Pure. */

const pageSize = 4_096;

export class PositionMap {
  /** Each position is kept as one more, so that 0 is none. */
  readonly #pages = new Map<number, Uint32Array>();

  get bytes(): number {
    return this.#pages.size * pageSize * Uint32Array.BYTES_PER_ELEMENT;
  }

  get(id: number): number | undefined {
    const kept = this.#pages.get(Math.floor(id / pageSize))?.[id % pageSize];
    return kept ? kept - 1 : undefined;
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
