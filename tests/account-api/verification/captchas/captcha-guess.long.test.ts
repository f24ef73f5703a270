import { expect, it } from 'vitest'
import { freshChance } from '#account-api/verification/captchas/pictures/chance'
import { anyGap } from '#account-api/verification/captchas/pictures/slide-puzzle'
import { anySolid, hit } from '#account-api/verification/captchas/pictures/solids-puzzle'
import { anyText } from '#account-api/verification/captchas/pictures/text-puzzle'
import { anyUprights } from '#account-api/verification/captchas/pictures/whirl-puzzle'
import { type Answer, fits, type Solved } from '#account-api/verification/captchas/puzzle'

// How often an answer passes that ignores the picture. The best constant answer is chosen from some puzzles and tried
// on others, so that it is not the best by luck. The rates are at least four standard deviations below the limit, so a
// failure means that a puzzle became easier.
const known = 3000
const unseen = 60_000
const limit = 1 / 50

type Draw = () => Solved

const chance = freshChance()

const text: Draw = () => ({ subtype: 'text', solution: anyText(chance) })
const slide: Draw = () => ({ subtype: 'slide', solution: anyGap(chance) })
const whirl: Draw = () => ({ subtype: 'whirl', solution: anyUprights(chance) })
const solid: Draw = () => {
  const { x, y, ...wanted } = anySolid(chance)
  return { subtype: '3d', solution: { x, y, radius: hit, wanted } }
}
/** A puzzle about a large solid, which a guesser can read in its question. */
const largeSolid: Draw = () => {
  const puzzle = solid()
  return puzzle.subtype === '3d' && puzzle.solution.wanted.size === 'large' ? puzzle : largeSolid()
}

const rateOf = (draw: Draw, answer: () => Answer): number =>
  Array.from({ length: unseen }, () => fits(draw(), answer())).filter(Boolean).length / unseen

/** The answers that a guesser would try and that fit the puzzle. */
const answersTo = (puzzle: Solved): Answer[] => {
  if (puzzle.subtype === 'text') return [{ text: puzzle.solution }]
  if (puzzle.subtype === 'whirl') return [{ numbers: puzzle.solution }]
  const { x, y } = puzzle.solution
  const answers: Answer[] = []
  for (let dx = -20; dx <= 20; dx++)
    for (let dy = -20; dy <= 20; dy++) {
      const answer = { point: { x: x + dx, y: y + dy } }
      if (fits(puzzle, answer)) answers.push(answer)
    }
  return answers
}

/** A key of an answer, as a number for points because there are millions. No picture is 1,000 pixels high. */
const keyOf = ({ text, point, numbers }: Answer) => (point ? 1000 * point.x + point.y : (text ?? String(numbers)))

/** The answer that fits the most puzzles. */
const bestConstant = (draw: Draw): Answer => {
  const counts = new Map<number | string, { answer: Answer; times: number }>()
  for (let count = 0; count < known; count++)
    for (const answer of answersTo(draw())) {
      const counted = counts.get(keyOf(answer))
      if (counted) counted.times += 1
      else counts.set(keyOf(answer), { answer, times: 1 })
    }
  return [...counts.values()].reduce((best, next) => (next.times > best.times ? next : best)).answer
}

const below = (most: number): number => Math.floor(Math.random() * most)
const letters = 'ACEFHJKLMNPRTXY347'
const anyLetters = (): Answer => ({ text: Array.from({ length: 5 }, () => letters[below(letters.length)]).join('') })
const anyClick = (height: number) => (): Answer => ({ point: { x: below(208), y: below(height) } })
const anyPair = (): Answer => {
  const first = below(12)
  return { numbers: [first + 1, ((first + 1 + below(11)) % 12) + 1] }
}

it.each<[string, Draw, () => Answer]>([
  ['text', text, anyLetters],
  ['slide', slide, anyClick(296)],
  ['whirl', whirl, anyPair],
  ['3d', solid, anyClick(296)],
  ['3d that asks for a large one', largeSolid, anyClick(296)],
])('security: fewer than one blind guess in fifty passes %s, and no empty or zero answer', (_name, draw, random) => {
  const best = bestConstant(draw)
  expect(rateOf(draw, random)).toBeLessThan(limit)
  expect(rateOf(draw, () => best)).toBeLessThan(limit)
  for (let count = 0; count < 500; count++)
    for (const answer of [{}, { text: '' }, { numbers: [] }, { point: { x: 0, y: 0 } }])
      expect(fits(draw(), answer)).toBe(false)
})

it('security: a text has five of 18 possible letters and digits', () => {
  const texts = Array.from({ length: 2000 }, () => anyText(chance))
  expect([...new Set(texts.join(''))].sort().join('')).toBe([...letters].sort().join(''))
  for (const each of texts) expect(each).toHaveLength(5)
})
