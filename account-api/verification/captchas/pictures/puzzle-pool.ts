import type { DrawPuzzle, Puzzle, Subtype } from '#account-api/verification/captchas/puzzle'
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

/** How many puzzles of a subtype are kept ready after the first request for one. Each has a few kB. */
const ahead = 4

/**
 * A pool of ready puzzles, drawn one at a time: a burst of requests waits in line instead of using every core. Each
 * puzzle is used once.
 * @param failed called with the reason why no puzzles could be drawn in advance
 */
export const puzzlePool = (failed: (error: unknown) => void = () => undefined): { draw: DrawPuzzle } => {
  const ready = new Map<Subtype, Puzzle[]>()
  let drawing: Promise<unknown> = Promise.resolve()

  const drawNext = (subtype: Subtype): Promise<Puzzle> => {
    const drawn = drawing.then(() => drawers[subtype]())
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
          .catch(failed)
          .finally(() => refilling.delete(subtype))
      }
      return puzzle
    },
  }
}
