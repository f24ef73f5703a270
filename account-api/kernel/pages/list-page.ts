interface AskedPage {
  page: number
  page_size: number
  after?: string | undefined
}

/**
 * The range of a list that a call with a page number or a key reads: one entry more than the page, to detect further
 * entries.
 */
export const rangeOf = ({ page, page_size, after }: AskedPage) => ({
  after,
  offset: after === undefined ? (page - 1) * page_size : 0,
  limit: page_size + 1,
})

/**
 * The entries of a page, and the key where the next one begins. Null: this page is the last one.
 * @param found the entries of the range
 */
export const pageOf = <Entry>(
  found: readonly Entry[],
  { page_size }: Pick<AskedPage, 'page_size'>,
  keyOf: (entry: Entry) => string,
): { shown: Entry[]; next: string | null } => {
  const shown = found.slice(0, page_size)
  const last = shown.at(-1)
  return { shown, next: last && found.length > page_size ? keyOf(last) : null }
}
