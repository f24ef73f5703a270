import { readAccount } from '#rules/typed/identifier'

export interface Searched {
  search: string
  /** The region of a number without a country code. */
  region: string | undefined
}

/** The mobiles or emails that a text may mean. */
export const readingsOf = ({ defaultRegion }: { defaultRegion: string }, { search, region }: Searched): string[] => {
  const { kind, value, otherwise } = readAccount(search, defaultRegion, region)
  return kind === 'username' ? [] : [value, ...(otherwise === undefined ? [] : [otherwise])]
}
