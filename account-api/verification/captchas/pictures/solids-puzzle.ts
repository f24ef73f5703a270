import type { PuzzleOf, Wanted } from '#account-api/verification/captchas/puzzle'
import { type Chance, freshChance } from './chance'
import { paint, clickedSize as size } from './picture'

const hues = [2, 35, 150, 218, 285]
const radius = { small: 9, large: 14 }
const solids = 12
/**
 * How far a click may be from the middle of a solid, in pixels. The same for a small solid, which is harder to hit. A
 * phone shows the picture larger, which makes a target of 44 pixels.
 */
export const hit = 15.5
/** Far enough apart that a click on one solid is never taken for its neighbour. */
const leastDistance = 32

/**
 * Solids in a unit box around the middle, lit from the upper left. `light`, `mid` and `dark` are shades of one colour.
 */
const shapes = {
  cone: ({ light, mid, dark }: Shades) =>
    `<path d="M0-1.1L.85.6A.85.28 0 0 1-.85.6z" fill="${mid}"/><path d="M0-1.1L.85.6A.85.28 0 0 1 .2.87z" fill="${dark}"/><path d="M0-1.1L-.85.6-.45.8z" fill="${light}"/>`,
  ball: ({ light, mid, dark }: Shades) =>
    `<circle r=".95" fill="${dark}"/><circle cx="-.12" cy="-.12" r=".8" fill="${mid}"/><circle cx="-.35" cy="-.38" r=".28" fill="${light}"/>`,
  cube: ({ light, mid, dark }: Shades) =>
    `<path d="M0-1L.9-.5 0 0-.9-.5z" fill="${light}"/><path d="M-.9-.5L0 0V1L-.9.5z" fill="${mid}"/><path d="M.9-.5L0 0V1L.9.5z" fill="${dark}"/>`,
  cylinder: ({ light, mid, dark }: Shades) =>
    `<path d="M-.7-.7V.7a.7.25 0 0 0 1.4 0V-.7z" fill="${mid}"/><path d="M.2-.7V.93a.7.25 0 0 0 .5-.23V-.7z" fill="${dark}"/><ellipse cy="-.7" rx=".7" ry=".25" fill="${light}"/>`,
  ring: ({ light, mid, dark }: Shades) =>
    `<path d="M-1 0a1 .8 0 1 0 2 0a1 .8 0 1 0-2 0zM-.42 0a.42.3 0 1 0 .84 0a.42.3 0 1 0-.84 0z" fill-rule="evenodd" fill="${mid}"/><path d="M-.9.3a1 .75 0 0 0 1.8 0a1.1.6 0 0 1-1.8 0z" fill="${dark}"/><path d="M-.75-.35a1 .8 0 0 1 1-.3a1.2 1 0 0 0-1 .3z" fill="${light}"/>`,
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

/**
 * Solids of several sizes and shapes. The answer is a click on the requested one. There is always another one of its
 * shape in the other size. Colours mean nothing, because not everybody can distinguish them.
 */
export const solidsPuzzle = async (chance: Chance = freshChance()): Promise<PuzzleOf<'3d'>> => {
  const target = anySolid(chance)
  const { x, y, ...wanted } = target
  const sibling: Wanted = { ...wanted, size: wanted.size === 'small' ? 'large' : 'small' }
  const standing = [target]
  // A solid without room is left out, so the number varies. The sibling comes first, if it has room.
  for (let tries = 0; tries < 90 && standing.length < solids; tries++) {
    const other = { ...anySolid(chance), ...(standing.length === 1 && sibling) }
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
  shape: chance.one(Object.keys(shapes) as (keyof typeof shapes)[]),
  x: chance.between(15, size.width - 15),
  y: chance.between(16, size.height - 18),
})

const isAlike = (one: Wanted, other: Wanted): boolean => one.size === other.size && one.shape === other.shape

/** A dark outline shows the shape to people who do not see the colour. */
const draw = ({ x, y, size, shape }: Solid, chance: Chance): string => {
  const hue = chance.one(hues) + chance.between(-8, 8)
  const shade = (lightness: number) => `hsl(${hue},60%,${lightness}%)`
  const shades = { light: shade(74), mid: shade(50), dark: shade(34) }
  const turned = shape === 'ball' ? 0 : chance.between(-28, 28)
  return `<ellipse cx="${x}" cy="${y + radius[size]}" rx="${radius[size]}" ry="${radius[size] / 4}" fill-opacity=".18"/><g transform="translate(${x} ${y}) scale(${radius[size]}) rotate(${turned})" stroke="#333" stroke-width=".09" stroke-linejoin="round">${shapes[shape](shades)}</g>`
}
