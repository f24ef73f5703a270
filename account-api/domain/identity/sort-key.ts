/** A name as lists sort and search it: without the differences of case, width and accents. */
export const sortKeyOf = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/\p{Mn}/gu, '')
    .normalize('NFKC')
    .toLowerCase()
    .trim()
