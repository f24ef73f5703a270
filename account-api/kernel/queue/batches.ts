/**
 * `rows`: how many rows one statement handles. The most expensive ones take 0.2 ms each on SQLite, and block the thread
 * meanwhile.
 */
export const batchRule = { rows: 250 }

/**
 * Works on many rows in batches, so other work gets its turn.
 * @param work on at most this many rows. Returns how many it found
 * @param most ends the work after this many rows
 * @param rows the size of a batch
 * @param stopped ends the work after the current batch
 * @returns how many rows it found, and whether more may be left
 */
export const inBatches = async (
  work: (limit: number) => Promise<number>,
  {
    most = Number.POSITIVE_INFINITY,
    rows = batchRule.rows,
    stopped,
  }: { most?: number; rows?: number; stopped?: AbortSignal | undefined } = {},
): Promise<{ count: number; hasMore: boolean }> => {
  let count = 0
  for (;;) {
    const done = await work(rows)
    count += done
    if (done < rows || count >= most || stopped?.aborted) return { count, hasMore: done === rows }
  }
}
