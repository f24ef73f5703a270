import type { Point } from '#account-api/verification/captchas/puzzle'
import type { Chance } from './chance'

/** The shape of a side of a piece: a knob inwards, none, or a knob outwards. */
type Knob = -1 | 0 | 1

/** The sides of a piece: top, right, bottom, left. */
export type Sides = readonly [Knob, Knob, Knob, Knob]

const half = 12
const knobs = [-1, 0, 1] as const

export const anySides = (chance: Chance): Sides => {
  const sides: Sides = [chance.one(knobs), chance.one(knobs), chance.one(knobs), chance.one(knobs)]
  // A piece without knobs, or with mirror symmetry, would fit the gap of another.
  return sides.filter((side) => side !== 0).length >= 2 && sides[1] !== sides[3] ? sides : anySides(chance)
}

/** The pieces that are easily mistaken for this one: turned by a quarter or a half, and mirrored. */
export const alikes = ([top, right, bottom, left]: Sides): Sides[] => [
  [left, top, right, bottom],
  [bottom, left, top, right],
  [right, bottom, left, top],
  [top, left, bottom, right],
  [bottom, right, top, left],
]

/** The number of sides at which two pieces differ. */
export const difference = (one: Sides, other: Sides): number =>
  one.filter((side, index) => side !== other[index]).length

/** A piece's outline around its middle. Every knob has its own place and size. */
export const outlineOf = (sides: Sides, chance: Chance): Point[] =>
  sides.flatMap((knob, index) => {
    const points = sideOf(knob, chance)
    // Sides follow each other clockwise; each is drawn along the top and turned.
    return points.map(({ x, y }) => turned({ x, y }, (index * Math.PI) / 2))
  })

const sideOf = (knob: Knob, chance: Chance): Point[] => {
  const corner = { x: -half, y: -half }
  if (knob === 0) return [corner]
  const [middle, radius] = [chance.within(-3.5, 3.5), chance.within(4, 5)]
  const neck = Math.asin(0.65)
  const steps = Array.from({ length: 9 }, (_, step) => Math.PI + neck - ((Math.PI + 2 * neck) * step) / 8)
  const knobbed = steps.map((angle) => ({
    x: middle + radius * Math.cos(angle),
    y: -half - knob * radius * (Math.sin(angle) + 0.65),
  }))
  return [corner, ...knobbed]
}

/** Turned clockwise around the middle, by an angle in radians. */
const turned = ({ x, y }: Point, angle: number): Point => ({
  x: x * Math.cos(angle) - y * Math.sin(angle),
  y: x * Math.sin(angle) + y * Math.cos(angle),
})

export const pathOf = (points: readonly Point[]): string =>
  `${points.map(({ x, y }, index) => `${index === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`).join('')}z`
