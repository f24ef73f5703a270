import { setImmediate as turnOfOthers } from 'node:timers/promises'

const atOnce = 500

interface Sealed<Row> {
  /** Rows whose key has an id before, or after, the current key's. */
  besides(side: '<' | '>', limit: number): Promise<Row[]>
  /** Seals a row with the current key. False when it cannot be opened. */
  seal(row: Row): Promise<boolean>
  stopped?: AbortSignal | undefined
}

/** How many rows were re-sealed, and how many of the last batches could not be opened. */
export interface Resealed {
  resealed: number
  lost: number
}

/**
 * Re-seals, in batches, rows that another key of the ring has sealed, so the other key can be removed. A row whose key
 * is missing is left unchanged, and ends the work on its side.
 */
export const resealAll = async <Row>({ besides, seal, stopped }: Sealed<Row>): Promise<Resealed> => {
  let [resealed, lost] = [0, 0]
  for (const side of ['<', '>'] as const) {
    for (let isOver = false; !isOver && !stopped?.aborted; ) {
      const found = await besides(side, atOnce)
      let opened = 0
      for (const row of found) if (await seal(row)) opened += 1
      resealed += opened
      isOver = found.length < atOnce || opened === 0
      if (isOver) lost += found.length - opened
      await turnOfOthers()
    }
  }
  return { resealed, lost }
}
