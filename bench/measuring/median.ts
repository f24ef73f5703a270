/** The middle value; of an even count, the upper of the two. 0 without values. */
export const median = (values: number[]): number =>
  values.toSorted((one, other) => one - other)[values.length >> 1] ?? 0
