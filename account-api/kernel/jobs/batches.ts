/** `rows`: those of one statement. The dearest ones take 0.2 ms each on SQLite, for which they hold the thread. */
export const batchRule = { rows: 250 }

/**
 * Does work on many rows, a batch in each transaction, so that others come between.
 * @param work on at most so many rows. It returns how many there were
 * @param most ends the work after so many rows
 * @returns how many rows there were, and whether more may be left
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
