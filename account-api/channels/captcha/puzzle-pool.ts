import type { DrawPuzzle, Puzzle, Subtype } from '../../domain/captcha/puzzle'
import { slidePuzzle } from './slide-puzzle'
import { solidsPuzzle } from './solids-puzzle'
import { textPuzzle } from './text-puzzle'
import { whirlPuzzle } from './whirl-puzzle'

const drawers: Record<Subtype, () => Promise<Puzzle>> = {
  text: textPuzzle,
  slide: slidePuzzle,
  whirl: whirlPuzzle,
  '3d': solidsPuzzle,
}

/** How many puzzles of a subtype lie ready once one was asked for. A few kB each. */
const ahead = 4

/**
 * Puzzles made ahead, a few of each subtype that is asked for, one at a time: a burst of requests waits its turn rather
 * than taking every core. Each puzzle is handed out once.
 */
export const puzzlePool = (): { draw: DrawPuzzle } => {
  const ready = new Map<Subtype, Puzzle[]>()
  let drawing: Promise<unknown> = Promise.resolve()

  const drawNext = (subtype: Subtype): Promise<Puzzle> => {
    const drawn = drawing.then(drawers[subtype])
    drawing = drawn.catch(() => undefined)
    return drawn
  }

  const refill = async (subtype: Subtype, shelf: Puzzle[]) => {
    while (shelf.length < ahead) shelf.push(await drawNext(subtype))
  }

  const refilling = new Set<Subtype>()
  return {
    draw: async (subtype) => {
      const shelf = ready.get(subtype) ?? []
      ready.set(subtype, shelf)
      const puzzle = shelf.shift() ?? (await drawNext(subtype))
      if (!refilling.has(subtype)) {
        refilling.add(subtype)
        refill(subtype, shelf)
          .catch(() => undefined)
          .finally(() => refilling.delete(subtype))
      }
      return puzzle
    },
  }
}
