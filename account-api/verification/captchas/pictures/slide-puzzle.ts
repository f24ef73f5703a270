import type { Point, PuzzleOf } from '#account-api/verification/captchas/puzzle'
import { type Chance, freshChance } from './chance'
import { paint, clickedSize as size } from './picture'
import { alikes, anySides, difference, outlineOf, pathOf } from './slide-outline'

const pieceSize = { width: 44, height: 44 }
/** The distance from the middle of the piece to the picture's edge, so the whole piece is inside. */
const margin = 20
const decoys = 5
const twins = 2
/** The minimum distance between the middles of two gaps, so they do not touch. */
const leastDistance = 42

/** The distance from the middle of a gap to the farthest point of a piece: a side, and the largest knob on it. */
const reach = 24
/** How far a hill may deviate from a straight line. */
const unevenness = 12

/** The vertical distance between gaps of the same outline, so that different patterns surround them. */
const apartFromTwin = 76

/**
 * A scene with six gaps, and the piece that fits one of them. The answer is the middle of that gap in the scene's
 * pixels. Two other gaps have the same outline but another pattern around them; the rest are the piece turned or
 * mirrored. A gap shows none of the piece's content, and the piece is slightly turned, of another size and brightness,
 * and has an unsteady edge.
 */
export const slidePuzzle = async (chance: Chance = freshChance()): Promise<PuzzleOf<'slide'>> => {
  const solution = anyGap(chance)
  const parts = landscape(chance)
  const sides = anySides(chance)
  const outline = outlineOf(sides, chance)
  const others = chance.shuffled(alikes(sides).filter((other) => difference(sides, other) >= 2))
  const places = placesBeside(solution, chance)
  const far = places.filter(({ y }) => Math.abs(y - solution.y) >= apartFromTwin).slice(0, twins)
  const gaps = places.map((place, index) => {
    const alike = far.includes(place) ? outline : outlineOf(others[index % others.length] ?? anySides(chance), chance)
    return gapAt(place, alike, chance)
  })
  gaps.splice(chance.between(0, gaps.length), 0, gapAt(solution, outline, chance))
  return {
    subtype: 'slide',
    scene: await paint([...parts.map(({ drawn }) => drawn), ...gaps].join(''), size),
    piece: await paint(pieceOf(seenAt(solution, parts), solution, outline, chance), pieceSize),
    solution,
  }
}

/** The middle of a gap that lies inside the scene. */
export const anyGap = (chance: Chance): Point => ({
  x: chance.between(margin, size.width - margin),
  y: chance.between(margin, size.height - margin),
})

/** Places for the other gaps: fewer if some have no room. */
const placesBeside = (gap: Point, chance: Chance): Point[] => {
  const taken = [gap]
  for (let tries = 0; tries < 80 && taken.length <= decoys; tries++) {
    const place = anyGap(chance)
    if (taken.every(({ x, y }) => Math.hypot(x - place.x, y - place.y) >= leastDistance)) taken.push(place)
  }
  return taken.slice(1)
}

/** An outline as drawn by an unsteady hand. */
const unsteady = (points: readonly Point[], pixels: number, chance: Chance): Point[] =>
  points.map(({ x, y }) => ({ x: x + chance.within(-pixels, pixels), y: y + chance.within(-pixels, pixels) }))

const gapAt = ({ x, y }: Point, outline: readonly Point[], chance: Chance): string => {
  const isDark = chance.one([true, true, false])
  const [fill, edge] = isDark ? [chance.hue(25, 22), '#fff'] : [chance.hue(25, 92), '#222']
  const gap = `<path d="${pathOf(unsteady(outline, 0.9, chance))}" fill="${fill}" fill-opacity=".88" stroke="${edge}" stroke-opacity=".6"/>`
  // A ball covers a bit of its edge in a few places.
  const covers = [1, 2].map(() => {
    const { x: cx, y: cy } = chance.one(outline)
    return `<circle cx="${cx.toFixed(1)}" cy="${cy.toFixed(1)}" r="${chance.between(3, 5)}" fill="${chance.hue(60, 55)}"/>`
  })
  return `<g transform="translate(${x} ${y})">${gap}${covers.join('')}</g>`
}

/** The landscape, seen through the outline. */
const pieceOf = (seen: string, { x, y }: Point, outline: readonly Point[], chance: Chance): string => {
  const [angle, size] = [chance.between(-14, 14), chance.within(0.86, 1.12)]
  const edge = pathOf(unsteady(outline, 0.6, chance))
  const light = `<path d="${edge}" fill="${chance.one(['#fff', '#000'])}" fill-opacity="${chance.within(0, 0.15).toFixed(2)}"/>`
  return [
    `<clipPath id="window"><path d="${edge}"/></clipPath>`,
    `<g transform="translate(22 22) rotate(${angle}) scale(${size.toFixed(2)})"><g clip-path="url(#window)">`,
    `<g transform="translate(${-x} ${-y})">${seen}</g>${light}</g>`,
    `<path d="${edge}" fill="none" stroke="#fff" stroke-width="1.2"/></g>`,
  ].join('')
}

/** The fill of a layer of the landscape. Each can be distinguished from the others without its colour. */
const patterns = {
  plain: '',
  dots: '<circle cx="4" cy="4" r="1.7"/><circle cx="11" cy="11" r="1.7"/>',
  stripes: '<path d="M-1 13L13-1M5 19L19 5M-7 7L7-7"/>',
  waves: '<path d="M-1 4q3.5-4 7 0t7 0M-1 11q3.5-4 7 0t7 0"/>',
}

interface Layer {
  pattern: keyof typeof patterns
  /** Per cent, of the ground and of the drawing on it. */
  lightness: [number, number]
}

/** The layers from the sky down, each with its own pattern and brightness, in random order. */
export const anyLayers = (chance: Chance): Layer[] => {
  const lights = chance.shuffled([84, 68, 54, 40])
  return chance.shuffled(Object.keys(patterns) as (keyof typeof patterns)[]).map((pattern, index) => {
    const light = lights[index] ?? 84
    return { pattern, lightness: [light, light > 60 ? light - 26 : light + 26] }
  })
}

interface Part {
  drawn: string
  top: number
  bottom: number
}

/** The parts that the piece may show. Leaving out the others makes it much cheaper to draw. */
const seenAt = ({ y }: Point, parts: readonly Part[]): string =>
  parts.flatMap(({ drawn, top, bottom }) => (top <= y + reach && bottom >= y - reach ? drawn : [])).join('')

/** Hills under a sky with objects in it: busy enough that no gap is found by its darkness. */
const landscape = (chance: Chance): Part[] => {
  const { width, height } = size
  const band = height / 4
  const layers = anyLayers(chance).map(({ pattern, lightness: [ground, ink] }, row) => {
    const hue = chance.between(0, 359)
    const [fill, drawn] = [`hsl(${hue},30%,${ground}%)`, `hsl(${hue},30%,${ink}%)`]
    const points = Array.from(
      { length: 9 },
      (_, step) => `L${step * 26} ${row * band + chance.between(-unevenness, unevenness)}`,
    )
    const hill = `M0 ${height}${row === 0 ? `V0H${width}V${height}` : `${points.join('')}L${width} ${height}`}z`
    const drawing = `<pattern id="p${row}" width="14" height="14" patternUnits="userSpaceOnUse"><rect width="14" height="14" fill="${fill}"/><g fill="${pattern === 'dots' ? drawn : 'none'}" stroke="${drawn}" stroke-width="1.6" shape-rendering="crispEdges">${patterns[pattern]}</g></pattern><path d="${hill}" fill="url(#p${row})"/>`
    return { drawn: drawing, top: row * band - unevenness, bottom: height }
  })
  const ballHues = [chance.hue(60, 55), chance.hue(60, 70)]
  const balls = Array.from({ length: 10 }, () => {
    const [cx, cy] = [chance.between(0, width), chance.between(0, height)]
    const r = chance.between(3, 10)
    const ball = `<circle cx="${cx}" cy="${cy}" r="${r}" fill="${chance.one(ballHues)}"/>`
    return { drawn: ball, top: cy - r, bottom: cy + r }
  })
  return [...layers, ...balls]
}
