let allOk = true

/**
 * Prints a figure as one JSON line: {figure, value, unit, budget, ok}.
 * @param budget the largest value that is ok; without one the figure only informs
 */
export const print = (figure: string, value: number, unit: string, budget?: number): void => {
  const rounded = Number(value.toPrecision(4))
  const ok = budget === undefined || rounded <= budget
  allOk &&= ok
  process.stdout.write(
    `${JSON.stringify({ figure, value: rounded, unit, ...(budget !== undefined && { budget, ok }) })}\n`,
  )
}

/** The exit code: 0 when all figures so far kept their budgets. */
export const exitCode = (): number => (allOk ? 0 : 1)
