import type { captchaSubtypes } from '#contract/verification/captchas'

export type Subtype = (typeof captchaSubtypes)[number]

export interface Drawn {
  bytes: Buffer
  width: number
  height: number
}

export interface Point {
  x: number
  y: number
}

/** A puzzle with its solution: the content of the pictures. */
export type Puzzle =
  | { subtype: 'text'; scene: Drawn; solution: string }
  | { subtype: 'slide'; scene: Drawn; piece: Drawn; solution: Point }
  | { subtype: 'whirl'; scene: Drawn; solution: number[] }
  | { subtype: '3d'; scene: Drawn; solution: Point & { radius: number; wanted: Wanted } }

export type PuzzleOf<Kind extends Subtype> = Extract<Puzzle, { subtype: Kind }>

export interface Wanted {
  size: 'small' | 'large'
  shape: 'cone' | 'ball' | 'cube' | 'cylinder' | 'ring'
}

export type DrawPuzzle = (subtype: Subtype) => Promise<Puzzle>

export interface Answer {
  text?: string | undefined
  point?: Point | undefined
  numbers?: number[] | undefined
}

/** How far a click may be from the middle of the gap, in pixels: as for a solid. */
const slideTolerance = 15.5

export type Solved = { [Kind in Subtype]: Pick<PuzzleOf<Kind>, 'subtype' | 'solution'> }[Subtype]

/** True when an answer is the solution of a puzzle. The letters of `text` have to be upper case. */
export const fits = (puzzle: Solved, { text, point, numbers }: Answer): boolean => {
  const isNear = (to: Point, pixels: number) =>
    point !== undefined && Math.hypot(point.x - to.x, point.y - to.y) <= pixels
  switch (puzzle.subtype) {
    case 'text':
      return text === puzzle.solution
    case 'slide':
      return isNear(puzzle.solution, slideTolerance)
    case '3d':
      return isNear(puzzle.solution, puzzle.solution.radius)
    case 'whirl':
      return [...new Set(numbers)].sort((a, b) => a - b).join() === puzzle.solution.join()
  }
}
