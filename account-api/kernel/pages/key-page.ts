/** A page of a list, newest first: the first page, the entries before a key, or those after a key. */
export interface AskedKeys<Key> {
  limit: number
  before?: Key | undefined
  after?: Key | undefined
}

/** A page of a list, newest first. */
export interface KeyPage<Entry> {
  entries: Entry[]
  /** The first entry, if there are newer ones. */
  newer: Entry | undefined
  /** The last entry, if there are older ones. */
  older: Entry | undefined
}

/**
 * Reads a page of a list. If fewer entries come after a key than a page has, returns the first page.
 * @param read finds entries, the newest first. After a key, it finds the oldest of them
 */
export const readKeyPage = async <Entry, Key>(
  read: (asked: AskedKeys<Key>) => Promise<Entry[]>,
  { limit, before, after }: AskedKeys<Key>,
): Promise<KeyPage<Entry>> => {
  // One extra entry shows whether more follow.
  const most = limit + 1
  if (after !== undefined) {
    const found = await read({ limit: most, after })
    if (found.length < most) return readKeyPage(read, { limit })
    const entries = found.slice(1)
    return { entries, newer: entries[0], older: entries.at(-1) }
  }
  const found = await read({ limit: most, before })
  const entries = found.slice(0, limit)
  return {
    entries,
    newer: before === undefined ? undefined : entries[0],
    older: found.length === most ? entries.at(-1) : undefined,
  }
}
