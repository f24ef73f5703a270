import type { PuzzleOf, Wanted } from '../../domain/captcha/puzzle'
import { type Chance, freshChance } from './chance'
import { paint, sceneSize } from './picture'

const hues = { red: 2, yellow: 46, green: 125, blue: 218, purple: 285 }
const radius = { small: 8, large: 13 }
const solids = 11
/** Taller than the others, so that a random click seldom finds the solid. */
const size = { width: sceneSize.width, height: 196 }
/**
 * The largest distance of a click from the middle of a solid, in pixels. The same for a small solid, which is harder to
 * hit.
 */
export const hit = 12
/** Far enough apart that a click on one solid is never taken for its neighbour. */
const leastDistance = 28

/**
 * Solids in a unit box around the middle, lit from the upper left. `light`, `mid` and `dark` are shades of one colour.
 */
const shapes = {
  cone: ({ light, mid, dark }: Shades) =>
    `<path d="M0-1.1L.85.6H-.85z" fill="${mid}"/><path d="M0-1.1L.85.6H.2z" fill="${dark}"/><path d="M0-1.1L-.85.6H-.45z" fill="${light}"/><ellipse cy=".6" rx=".85" ry=".28" fill="${mid}"/>`,
  ball: ({ light, mid, dark }: Shades) =>
    `<circle r=".95" fill="${dark}"/><circle cx="-.12" cy="-.12" r=".8" fill="${mid}"/><circle cx="-.35" cy="-.38" r=".28" fill="${light}"/>`,
  cube: ({ light, mid, dark }: Shades) =>
    `<path d="M0-1L.9-.5 0 0-.9-.5z" fill="${light}"/><path d="M-.9-.5L0 0V1L-.9.5z" fill="${mid}"/><path d="M.9-.5L0 0V1L.9.5z" fill="${dark}"/>`,
  cylinder: ({ light, mid, dark }: Shades) =>
    `<path d="M-.7-.7V.7a.7.25 0 0 0 1.4 0V-.7z" fill="${mid}"/><path d="M.2-.7V.93a.7.25 0 0 0 .5-.23V-.7z" fill="${dark}"/><ellipse cy="-.7" rx=".7" ry=".25" fill="${light}"/>`,
}

interface Shades {
  light: string
  mid: string
  dark: string
}

interface Solid extends Wanted {
  x: number
  y: number
}

/** Solids of several sizes, colours and shapes. The answer is a click on the one that is asked for. */
export const solidsPuzzle = async (chance: Chance = freshChance()): Promise<PuzzleOf<'3d'>> => {
  const target = anySolid(chance)
  const { x, y, ...wanted } = target
  const standing = [target]
  // A solid without room is left out, so the number varies.
  for (let tries = 0; tries < 60 && standing.length < solids; tries++) {
    // Two of three have the colour of the target, which then tells little.
    const other = { ...anySolid(chance), ...(tries % 3 !== 0 && { colour: target.colour }) }
    const hasRoom = standing.every((each) => Math.hypot(each.x - other.x, each.y - other.y) >= leastDistance)
    if (hasRoom && !isAlike(other, wanted)) standing.push(other)
  }
  // A solid further down is nearer, so it is drawn later.
  const drawing = standing.sort((a, b) => a.y - b.y).map((solid) => draw(solid, chance))
  const ground = `<rect width="100%" height="100%" fill="${chance.hue(25, 90)}"/><rect y="45%" width="100%" height="55%" fill="${chance.hue(25, 82)}"/>`
  return {
    subtype: '3d',
    scene: await paint(ground + drawing.join(''), size),
    solution: { x, y, radius: hit, wanted },
  }
}

/** Anywhere with room for a large solid and its shadow: every place is equally likely. */
export const anySolid = (chance: Chance): Solid => ({
  size: chance.one(['small', 'large'] as const),
  colour: chance.one(Object.keys(hues) as (keyof typeof hues)[]),
  shape: chance.one(Object.keys(shapes) as (keyof typeof shapes)[]),
  x: chance.between(14, size.width - 14),
  y: chance.between(15, size.height - 17),
})

const isAlike = (one: Wanted, other: Wanted): boolean =>
  one.size === other.size && one.colour === other.colour && one.shape === other.shape

const draw = ({ x, y, size, colour, shape }: Solid, chance: Chance): string => {
  const hue = hues[colour] + chance.between(-5, 5)
  const shade = (lightness: number) => `hsl(${hue},70%,${lightness}%)`
  const shades = { light: shade(72), mid: shade(52), dark: shade(36) }
  const turned = shape === 'ball' ? 0 : chance.between(-28, 28)
  return `<ellipse cx="${x}" cy="${y + radius[size]}" rx="${radius[size]}" ry="${radius[size] / 4}" fill-opacity=".18"/><g transform="translate(${x} ${y}) scale(${radius[size]}) rotate(${turned})">${shapes[shape](shades)}</g>`
}
