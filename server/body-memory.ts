export interface MemoryShare {
  /** Takes memory. False when too little is left. */
  take(bytes: number): boolean
  giveBack(bytes: number): void
}

/** A memory limit shared by the bodies of all clients. Each client may use a part of it. */
export class BodyMemory {
  readonly #most: { each: number; all: number }
  readonly #taken = new Map<string, number>()
  #takenByAll = 0

  constructor(mostBytes: { each: number; all: number }) {
    this.#most = mostBytes
  }

  of(client: string): MemoryShare {
    return {
      take: (bytes) => {
        const own = (this.#taken.get(client) ?? 0) + bytes
        if (own > this.#most.each || this.#takenByAll + bytes > this.#most.all) return false
        this.#taken.set(client, own)
        this.#takenByAll += bytes
        return true
      },
      giveBack: (bytes) => {
        const own = (this.#taken.get(client) ?? 0) - bytes
        if (own > 0) this.#taken.set(client, own)
        else this.#taken.delete(client)
        this.#takenByAll -= bytes
      },
    }
  }
}
