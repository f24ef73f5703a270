import type { PuzzleOf } from '../../domain/captcha/puzzle'
import { anyHue, chance } from './chance'
import { paint, sceneSize } from './picture'

const pieceSize = { width: 38, height: 38 }
/** From the middle of the piece to the picture's edge, so that the whole piece is inside. */
const margin = pieceSize.width / 2 + 3

/** A square with a knob on two sides, in its own box. */
const outline = 'M6 12h9a5 5 0 1 1 8 0h9v8a5 5 0 1 1 0 8v8H6z'

/** A scene with a gap, and the piece that fits. The answer is the middle of the gap in the scene's pixels. */
export const slidePuzzle = async (): Promise<PuzzleOf<'slide'>> => {
  const solution = anyGap()
  const [left, top] = [solution.x - pieceSize.width / 2, solution.y - pieceSize.height / 2]
  const whole = landscape()
  const gap = `<path transform="translate(${left} ${top})" d="${outline}" fill="#000" fill-opacity=".55" stroke="#fff" stroke-opacity=".7"/>`
  // The piece is the same landscape, seen through the outline.
  const window = `<clipPath id="window"><path d="${outline}"/></clipPath>`
  const seen = `<g clip-path="url(#window)"><g transform="translate(${-left} ${-top})">${whole}</g></g>`
  const edge = `<path d="${outline}" fill="none" stroke="#fff" stroke-width="1.5"/>`
  return {
    subtype: 'slide',
    scene: await paint(whole + decoys(solution) + gap),
    piece: await paint(window + seen + edge, pieceSize),
    solution,
  }
}

/** The middle of a gap that lies inside the scene. */
export const anyGap = () => ({
  x: chance.between(margin, sceneSize.width - margin),
  y: chance.between(margin, sceneSize.height - margin),
})

/** Hills under a sky with things in it: busy enough that the gap is found by its shape and not by its darkness. */
const landscape = (): string => {
  const { width, height } = sceneSize
  const hills = [0, 1, 2].map((row) => {
    const base = 60 + row * 30 + chance.between(-8, 8)
    const points = Array.from({ length: 9 }, (_, step) => `L${step * 26} ${base + chance.between(-14, 14)}`)
    return `<path d="M0 ${height}${points.join('')}L${width} ${height}z" fill="${anyHue(45, 62 - row * 14)}"/>`
  })
  const things = Array.from({ length: 14 }, () => {
    const [cx, cy] = [chance.between(0, width), chance.between(0, height)]
    return `<circle cx="${cx}" cy="${cy}" r="${chance.between(3, 13)}" fill="${anyHue(60, 55)}" fill-opacity=".8"/>`
  })
  return `<rect width="${width}" height="${height}" fill="${anyHue(50, 80)}"/>${hills.join('')}${things.join('')}`
}

/** Dark spots of another shape, away from the gap. */
const decoys = (gap: { x: number; y: number }): string =>
  Array.from({ length: 12 }, () => ({
    x: chance.between(20, sceneSize.width - 20),
    y: chance.between(20, sceneSize.height - 20),
  }))
    .filter(({ x, y }) => Math.hypot(x - gap.x, y - gap.y) > pieceSize.width)
    .slice(0, 3)
    .map(
      ({ x, y }) =>
        `<ellipse cx="${x}" cy="${y}" rx="${chance.between(10, 16)}" ry="${chance.between(9, 15)}" fill="#000" fill-opacity=".5"/>`,
    )
    .join('')
