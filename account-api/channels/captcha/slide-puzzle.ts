import type { Point, PuzzleOf } from '../../domain/captcha/puzzle'
import { type Chance, freshChance } from './chance'
import { paint, sceneSize } from './picture'
import { alikes, anySides, difference, outlineOf, pathOf } from './slide-outline'

const pieceSize = { width: 44, height: 44 }
/** From the middle of the piece to the picture's edge, so that the whole piece is inside. */
const margin = 22
const decoys = 4
/** Between the middles of two gaps, so that they do not touch. */
const leastDistance = 42

/** From one gap to another of the same outline, downwards: so far that other colours surround it. */
const apartFromTwin = 36

/**
 * A scene with five gaps, and the piece that fits one of them. The answer is the middle of that gap in the scene's
 * pixels. One other gap has the same outline but other colours around it; the rest are the piece turned or mirrored. A
 * gap shows nothing of what the piece shows, and the piece is a little turned, of another size and light, and has an
 * unsteady edge.
 */
export const slidePuzzle = async (chance: Chance = freshChance()): Promise<PuzzleOf<'slide'>> => {
  const solution = anyGap(chance)
  const whole = landscape(chance)
  const sides = anySides(chance)
  const outline = outlineOf(sides, chance)
  const others = chance.shuffled(alikes(sides).filter((other) => difference(sides, other) >= 2))
  const places = placesBeside(solution, chance)
  const twin = places.findIndex(({ y }) => Math.abs(y - solution.y) >= apartFromTwin)
  const gaps = places.map((place, index) => {
    const alike = index === twin ? outline : outlineOf(others[index % others.length] ?? anySides(chance), chance)
    return gapAt(place, alike, chance)
  })
  gaps.splice(chance.between(0, gaps.length), 0, gapAt(solution, outline, chance))
  return {
    subtype: 'slide',
    scene: await paint(whole + gaps.join('')),
    piece: await paint(pieceOf(whole, solution, outline, chance), pieceSize),
    solution,
  }
}

/** The middle of a gap that lies inside the scene. */
export const anyGap = (chance: Chance): Point => ({
  x: chance.between(margin, sceneSize.width - margin),
  y: chance.between(margin, sceneSize.height - margin),
})

/** Places for the other gaps. Where there is no room for all, there are fewer. */
const placesBeside = (gap: Point, chance: Chance): Point[] => {
  const taken = [gap]
  for (let tries = 0; tries < 80 && taken.length <= decoys; tries++) {
    const place = anyGap(chance)
    if (taken.every(({ x, y }) => Math.hypot(x - place.x, y - place.y) >= leastDistance)) taken.push(place)
  }
  return taken.slice(1)
}

/** An outline as an unsteady hand draws it. */
const unsteady = (points: readonly Point[], pixels: number, chance: Chance): Point[] =>
  points.map(({ x, y }) => ({ x: x + chance.within(-pixels, pixels), y: y + chance.within(-pixels, pixels) }))

const gapAt = ({ x, y }: Point, outline: readonly Point[], chance: Chance): string => {
  const isDark = chance.one([true, true, false])
  const [fill, edge] = isDark ? [chance.hue(25, 22), '#fff'] : [chance.hue(25, 92), '#222']
  const gap = `<path d="${pathOf(unsteady(outline, 0.9, chance))}" fill="${fill}" fill-opacity=".88" stroke="${edge}" stroke-opacity=".6"/>`
  // A ball covers a bit of its edge here and there.
  const covers = [1, 2].map(() => {
    const { x: cx, y: cy } = chance.one(outline)
    return `<circle cx="${cx.toFixed(1)}" cy="${cy.toFixed(1)}" r="${chance.between(3, 5)}" fill="${chance.hue(60, 55)}"/>`
  })
  return `<g transform="translate(${x} ${y})">${gap}${covers.join('')}</g>`
}

/** The landscape, seen through the outline. */
const pieceOf = (whole: string, { x, y }: Point, outline: readonly Point[], chance: Chance): string => {
  const [angle, size] = [chance.between(-14, 14), chance.within(0.86, 1.12)]
  const edge = pathOf(unsteady(outline, 0.6, chance))
  const light = `<path d="${edge}" fill="${chance.one(['#fff', '#000'])}" fill-opacity="${chance.within(0, 0.15).toFixed(2)}"/>`
  return [
    `<clipPath id="window"><path d="${edge}"/></clipPath>`,
    `<g transform="translate(22 22) rotate(${angle}) scale(${size.toFixed(2)})"><g clip-path="url(#window)">`,
    `<g transform="translate(${-x} ${-y})">${whole}</g>${light}</g>`,
    `<path d="${edge}" fill="none" stroke="#fff" stroke-width="1.2"/></g>`,
  ].join('')
}

/** Hills under a sky with things in it: busy enough that no gap is found by its darkness. No layer has another's hue. */
const landscape = (chance: Chance): string => {
  const { width, height } = sceneSize
  const first = chance.between(0, 359)
  const hue = (layer: number) => (first + layer * 90 + chance.between(-20, 20)) % 360
  const hills = [0, 1, 2].map((row) => {
    const base = 60 + row * 30 + chance.between(-8, 8)
    const points = Array.from({ length: 9 }, (_, step) => `L${step * 26} ${base + chance.between(-14, 14)}`)
    return `<path d="M0 ${height}${points.join('')}L${width} ${height}z" fill="hsl(${hue(row + 1)},45%,${62 - row * 12}%)"/>`
  })
  const balls = Array.from({ length: 12 }, () => {
    const [cx, cy] = [chance.between(0, width), chance.between(0, height)]
    return `<circle cx="${cx}" cy="${cy}" r="${chance.between(3, 12)}" fill="${chance.hue(60, 55)}" fill-opacity=".8"/>`
  })
  return `<rect width="${width}" height="${height}" fill="hsl(${hue(0)},50%,80%)"/>${hills.join('')}${balls.join('')}`
}
