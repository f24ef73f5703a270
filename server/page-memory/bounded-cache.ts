/** Keeps what was used last, up to a total size; what was not used for longest goes first. */
export class BoundedCache<Value> {
  readonly #entries = new Map<string, { value: Value; sizeBytes: number }>()
  readonly #maxBytes: number
  #totalBytes = 0

  constructor({ maxBytes }: { maxBytes: number }) {
    this.#maxBytes = maxBytes
  }

  get(key: string): Value | undefined {
    const entry = this.#entries.get(key)
    if (!entry) return undefined
    // A Map keeps the order of insertion, so the one used last is put last.
    this.#entries.delete(key)
    this.#entries.set(key, entry)
    return entry.value
  }

  set(key: string, value: Value, sizeBytes: number): void {
    this.#drop(key)
    if (sizeBytes > this.#maxBytes) return
    this.#entries.set(key, { value, sizeBytes })
    this.#totalBytes += sizeBytes
    for (const oldest of this.#entries.keys()) {
      if (this.#totalBytes <= this.#maxBytes) break
      this.#drop(oldest)
    }
  }

  get size(): number {
    return this.#entries.size
  }

  #drop(key: string): void {
    this.#totalBytes -= this.#entries.get(key)?.sizeBytes ?? 0
    this.#entries.delete(key)
  }
}
