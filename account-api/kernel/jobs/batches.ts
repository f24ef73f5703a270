/**
 * `rows`: how many rows one statement handles. The most expensive ones take 0.2 ms each on SQLite, and block the thread
 * meanwhile.
 */
export const batchRule = { rows: 250 }

/**
 * Works on many rows in batches, one transaction each, so other work gets its turn.
 * @param work on at most this many rows. Returns how many it found
 * @param most ends the work after this many rows
 * @returns how many rows it found, and whether more may be left
 */
export const inBatches = async (
  work: (limit: number) => Promise<number>,
  { most = Number.POSITIVE_INFINITY }: { most?: number } = {},
): Promise<{ count: number; hasMore: boolean }> => {
  let count = 0
  for (;;) {
    const done = await work(batchRule.rows)
    count += done
    if (done < batchRule.rows || count >= most) return { count, hasMore: done === batchRule.rows }
  }
}
