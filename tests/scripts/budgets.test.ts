import { describe, expect, it } from 'vitest'
import { mostOf } from '#bench/measuring/budgets'

describe('the budget of a figure', () => {
  it.each(['exact', 'ratio', 'wall'] as const)('happy: on a quiet machine, %s is judged unchanged', (kind) => {
    expect(mostOf({ most: 2, kind }, undefined)).toBe(2)
  })

  it.each([
    ['exact', 2],
    ['ratio', 3],
    ['wall', undefined],
  ] as const)('happy: with a margin of 1.5, %s may be %s', (kind, most) => {
    expect(mostOf({ most: 2, kind }, 1.5)).toBe(most)
  })

  it('happy: a ratio that depends on the processor has the same extra margin on another one', () => {
    expect(mostOf({ most: 2, kind: 'ratio', processors: 1.5 }, 1.5)).toBe(4.5)
    expect(mostOf({ most: 2, kind: 'ratio', processors: 1.5 }, undefined)).toBe(2)
  })
})
