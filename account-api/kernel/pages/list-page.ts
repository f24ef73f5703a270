interface AskedPage {
  page: number
  page_size: number
  after?: string | undefined
}

/**
 * The range that a call with a page number or a key reads of a list: one entry more than the page, to detect further
 * entries.
 */
export const rangeOf = ({ page, page_size, after }: AskedPage) => ({
  after,
  offset: after === undefined ? (page - 1) * page_size : 0,
  limit: page_size + 1,
})

/**
 * The entries of a page, and the key that begins the next one. Null: this page is the last one.
 * @param found what the range gave
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
