import type { captchaSubtypes } from '../../../contract/errors'

export type Subtype = (typeof captchaSubtypes)[number]

/** A picture as it is drawn: PNG bytes. */
export interface Drawn {
  bytes: Buffer
  width: number
  height: number
}

export interface Point {
  x: number
  y: number
}

/** What a person who sees the pictures would answer, by subtype. */
export type Puzzle =
  | { subtype: 'text'; scene: Drawn; solution: string }
  | { subtype: 'slide'; scene: Drawn; piece: Drawn; solution: Point }
  | { subtype: 'whirl'; scene: Drawn; solution: number[] }
  | { subtype: '3d'; scene: Drawn; solution: Point & { radius: number; wanted: Wanted } }

export type PuzzleOf<Kind extends Subtype> = Extract<Puzzle, { subtype: Kind }>

export interface Wanted {
  size: 'small' | 'large'
  colour: 'red' | 'yellow' | 'green' | 'blue' | 'purple'
  shape: 'cone' | 'ball' | 'cube' | 'cylinder'
}

/** Where fresh puzzles come from. */
export type DrawPuzzle = (subtype: Subtype) => Promise<Puzzle>

export interface Answer {
  text?: string | undefined
  point?: Point | undefined
  numbers?: number[] | undefined
}

/** How far, in pixels, a click may be from the middle of the gap. One more would let one in fifty blind clicks pass. */
const slideTolerance = 9

/** A puzzle without its pictures. */
export type Solved = { [Kind in Subtype]: Pick<PuzzleOf<Kind>, 'subtype' | 'solution'> }[Subtype]

/** Whether an answer is a puzzle's own, the spoken digits aside. Letters of `text` are upper case. */
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
