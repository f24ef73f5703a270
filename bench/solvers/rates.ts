import { createHash } from 'node:crypto'
import { type Chance, chanceOf } from '#account-api/verification/captchas/pictures/chance'
import { slidePuzzle } from '#account-api/verification/captchas/pictures/slide-puzzle'
import { solidsPuzzle } from '#account-api/verification/captchas/pictures/solids-puzzle'
import { speak } from '#account-api/verification/captchas/pictures/speech'
import { textPuzzle } from '#account-api/verification/captchas/pictures/text-puzzle'
import { whirlPuzzle } from '#account-api/verification/captchas/pictures/whirl-puzzle'
import { type Answer, fits, type Puzzle } from '#account-api/verification/captchas/puzzle'
import { solveSlide } from './slide-solver'
import { solveSolids } from './solids-solver'
import { solveSound } from './sound-solver'
import { solveText, textExamples } from './text-solver'
import { solveWhirl, whirlExamples } from './whirl-solver'

/** The number of tried captchas, and of those that a solver solves. */
export interface Rate {
  of: number
  /** Solved with its first answer. */
  first: number
  /** Solved with one of three answers, which a challenge allows. */
  within: number
}

const tried = 30

/** 32 bytes derived from a name. They are the same in every run, so a count is exact. */
export const keyOf = (name: string): Buffer => createHash('sha256').update(name).digest()
export const chanceNamed = (name: string): Chance => chanceOf(keyOf(name))

/** Draws some puzzles for learning or solving. */
export const drawn = async <Kind>(
  draw: (chance: Chance) => Promise<Kind>,
  name: string,
  count: number,
): Promise<Kind[]> => {
  const made: Kind[] = []
  for (let index = 0; index < count; index++) made.push(await draw(chanceNamed(`${name} ${index}`)))
  return made
}

const rateOf = async <Kind>(captchas: Kind[], answersTo: (captcha: Kind) => Promise<boolean[]>): Promise<Rate> => {
  const rate: Rate = { of: captchas.length, first: 0, within: 0 }
  for (const captcha of captchas) {
    const right = await answersTo(captcha)
    if (right[0]) rate.first++
    if (right.includes(true)) rate.within++
  }
  return rate
}

const judged = (puzzle: Puzzle, answers: Answer[]): boolean[] => answers.map((answer) => fits(puzzle, answer))

const soundRate = (language: string): Promise<Rate> => {
  const spoken = Array.from({ length: tried }, (_, index) => {
    const chance = chanceNamed(`digits ${language} ${index}`)
    return Array.from({ length: 6 }, () => chance.between(0, 9)).join('')
  })
  return rateOf(spoken, async (digits) => {
    const answers = solveSound(speak(digits, language, keyOf(`sound ${language} ${digits}`)), language)
    return answers.map((answer) => answer === digits)
  })
}

/** Each captcha with its solver. */
export const rates = {
  'sound in English, by matching the recordings': () => soundRate('en'),
  'sound in Chinese, by matching the recordings': () => soundRate('zh-Hans'),
  'text, by the nearest of 1,500 letters': async () => {
    const examples = await textExamples(await drawn(textPuzzle, 'a text to learn', 300))
    return rateOf(await drawn(textPuzzle, 'text', tried), async (puzzle) =>
      judged(
        puzzle,
        (await solveText(examples, puzzle.scene)).map((text) => ({ text })),
      ),
    )
  },
  'slide, by the outline of the piece': async () =>
    rateOf(await drawn(slidePuzzle, 'slide', tried), async (puzzle) =>
      judged(
        puzzle,
        (await solveSlide(puzzle)).map((point) => ({ point })),
      ),
    ),
  'whirl, by the nearest of 3,000 tiles': async () => {
    const examples = await whirlExamples(await drawn(whirlPuzzle, 'a whirl to learn', 250))
    return rateOf(await drawn(whirlPuzzle, 'whirl', tried), async (puzzle) =>
      judged(
        puzzle,
        (await solveWhirl(examples, puzzle.scene)).map((numbers) => ({ numbers })),
      ),
    )
  },
  '3d, by size and fill': async () =>
    rateOf(await drawn(solidsPuzzle, '3d', tried), async (puzzle) =>
      judged(
        puzzle,
        (await solveSolids(puzzle)).map((point) => ({ point })),
      ),
    ),
} satisfies Record<string, () => Promise<Rate>>

/** The highest count of each solver so far. A higher count means that a captcha became easier for programs. */
export const known: Record<keyof typeof rates, Pick<Rate, 'first' | 'within'>> = {
  'sound in English, by matching the recordings': { first: 4, within: 5 },
  'sound in Chinese, by matching the recordings': { first: 1, within: 2 },
  'text, by the nearest of 1,500 letters': { first: 1, within: 2 },
  'slide, by the outline of the piece': { first: 10, within: 15 },
  'whirl, by the nearest of 3,000 tiles': { first: 7, within: 14 },
  '3d, by size and fill': { first: 15, within: 24 },
}
