import { createHash } from 'node:crypto'

const modulus = 2n ** 256n

/**
 * Counts rows, and adds up their hashes. The sum does not depend on the order of rows, which differs between databases.
 */
export class RowSum {
  #rows = 0
  #sum = 0n

  /** @param line the row as it is written in an archive */
  add(line: string): void {
    this.#rows += 1
    this.#sum = (this.#sum + BigInt(`0x${createHash('sha256').update(line).digest('hex')}`)) % modulus
  }

  get rows(): number {
    return this.#rows
  }

  get sum(): string {
    return this.#sum.toString(16).padStart(64, '0')
  }
}
