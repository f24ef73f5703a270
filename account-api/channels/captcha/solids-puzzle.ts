import type { PuzzleOf, Wanted } from '../../domain/captcha/challenge'
import { anyHue, chance } from './chance'
import { paint, sceneSize } from './picture'

const hues = { red: 2, yellow: 46, green: 125, blue: 218, purple: 285 }
const radius = { small: 9, large: 15 }
const columns = 4
const rows = 3
const solids = 11

/** Solids in a unit box round the middle, lit from the upper left; `light`, `mid` and `dark` are shades of one colour. */
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

/** Solids of several sizes, colours and shapes; the answer is a click on the one that is asked for. */
export const solidsPuzzle = async (): Promise<PuzzleOf<'3d'>> => {
  const wanted = anySolid()
  const places = chance.shuffled(Array.from({ length: columns * rows }, (_, index) => index)).slice(0, solids)
  const standing = places.map(
    (place, index): Solid => ({ ...(index === 0 ? wanted : otherThan(wanted)), ...spot(place) }),
  )
  const target = standing[0] as Solid
  // Further down is nearer, so it is drawn later.
  const drawing = standing.sort((a, b) => a.y - b.y).map(draw)
  const ground = `<rect width="100%" height="100%" fill="${anyHue(25, 90)}"/><rect y="55%" width="100%" height="45%" fill="${anyHue(25, 82)}"/>`
  return {
    subtype: '3d',
    scene: await paint(ground + drawing.join('')),
    solution: { x: target.x, y: target.y, radius: radius[target.size], wanted },
  }
}

const anySolid = (): Wanted => ({
  size: chance.one(['small', 'large'] as const),
  colour: chance.one(Object.keys(hues) as (keyof typeof hues)[]),
  shape: chance.one(Object.keys(shapes) as (keyof typeof shapes)[]),
})

const otherThan = (wanted: Wanted): Wanted => {
  const other = anySolid()
  const same = other.size === wanted.size && other.colour === wanted.colour && other.shape === wanted.shape
  return same ? otherThan(wanted) : other
}

const spot = (place: number) => ({
  x: Math.round(((place % columns) + 0.5) * (sceneSize.width / columns)) + chance.between(-7, 7),
  y: Math.round((Math.floor(place / columns) + 0.5) * (sceneSize.height / rows)) + chance.between(-6, 6),
})

const draw = ({ x, y, size, colour, shape }: Solid): string => {
  const hue = hues[colour] + chance.between(-5, 5)
  const shade = (lightness: number) => `hsl(${hue},70%,${lightness}%)`
  const shades = { light: shade(72), mid: shade(52), dark: shade(36) }
  const turned = shape === 'ball' ? 0 : chance.between(-9, 9)
  return `<ellipse cx="${x}" cy="${y + radius[size]}" rx="${radius[size]}" ry="${radius[size] / 4}" fill-opacity=".18"/><g transform="translate(${x} ${y}) scale(${radius[size]}) rotate(${turned})">${shapes[shape](shades)}</g>`
}
