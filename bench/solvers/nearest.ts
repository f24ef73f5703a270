/** A picture as numbers, with its known answer. */
export interface Example<Label> {
  label: Label
  values: Float32Array
}

/** Moves numbers to mean 0 and length 1, so neither light nor contrast counts. */
export const normalized = (values: Float32Array): Float32Array => {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  const moved = values.map((value) => value - mean)
  const length = Math.sqrt(moved.reduce((sum, value) => sum + value * value, 0)) || 1
  return moved.map((value) => value / length)
}

/**
 * How similar numbers are to as many others from a position on: from -1 to 1, if both are normalized. Their count is a
 * multiple of four, so four sums grow at once and no addition waits for the previous one.
 */
export const likeness = (one: Float32Array, others: Float32Array, from = 0): number => {
  let [first, second, third, fourth] = [0, 0, 0, 0]
  for (let at = 0; at < one.length; at += 4) {
    first += (one[at] as number) * (others[from + at] as number)
    second += (one[at + 1] as number) * (others[from + at + 1] as number)
    third += (one[at + 2] as number) * (others[from + at + 2] as number)
    fourth += (one[at + 3] as number) * (others[from + at + 3] as number)
  }
  return first + second + third + fourth
}

/** Asks the most similar examples. Each votes for its label with the weight of its similarity. */
export const votes = <Label>(
  examples: readonly Example<Label>[],
  values: Float32Array,
  voters = 8,
): Map<Label, number> => {
  const best: { label: Label; near: number }[] = []
  for (const example of examples) {
    const near = likeness(example.values, values)
    if (best.length === voters && near <= (best.at(-1)?.near ?? 0)) continue
    best.push({ label: example.label, near })
    best.sort((one, other) => other.near - one.near)
    best.length = Math.min(voters, best.length)
  }
  const counted = new Map<Label, number>()
  for (const { label, near } of best) counted.set(label, (counted.get(label) ?? 0) + Math.max(0, near) ** 4)
  return counted
}
