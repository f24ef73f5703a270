import type { Chance } from './chance'

/** Shapes that fill with the colour of the tile's ink, and details on them in the colour of its paper. */
type Draw = (chance: Chance, paper: string) => string

const path = (d: string, more = ''): string => `<path d="${d}"${more}/>`
const circle = (x: number, y: number, r: number, more = ''): string => `<circle cx="${x}" cy="${y}" r="${r}"${more}/>`
const line = (d: string, width = 2): string => path(d, ` fill="none" stroke-width="${width}"`)

/** Things that are clearly upright, in a box of -16 to 16 around the middle. Up is up. No two are drawn alike. */
export const things: readonly Draw[] = [
  function house(chance, paper) {
    const [wall, eaves, roof] = [chance.between(8, 12), chance.between(0, 4), chance.between(-4, 0)]
    const door = chance.between(-5, 2)
    const chimney = chance.one(['', path(`M${wall - 5} ${roof}V-13h4V${roof}z`)])
    const walls =
      path(`M${-wall} 13V${roof}H${wall}V13z`) + path(`M${-wall - eaves} ${roof}L0-14 ${wall + eaves} ${roof}z`)
    return `${chimney}${walls}${path(`M${door} 13V${chance.between(3, 6)}h5V13z`, ` fill="${paper}"`)}`
  },
  function fir(chance) {
    const [wide, step] = [chance.between(8, 12), chance.between(6, 9)]
    const tier = (top: number, half: number) => path(`M0 ${top}L${half} ${top + step + 4}H${-half}z`)
    return path('M-2 14V5h4v9z') + tier(-14, wide - 5) + tier(-14 + step - 1, wide - 2) + tier(-13 + 2 * step - 3, wide)
  },
  function tree(chance) {
    const [lean, crown] = [chance.between(-3, 3), chance.between(5, 7)]
    const leaves = circle(-5, -4, crown) + circle(5, -3, crown) + circle(lean, -8, crown)
    return path(`M-2 14L-1 0h3l1 14z`) + leaves
  },
  function cup(chance) {
    const [half, foot] = [chance.between(7, 10), chance.between(4, 7)]
    const body = path(`M${-half}-3H${half}L${foot} 12H${-foot}z`) + path(`M${-half - 3} 12H${half + 3}v2H${-half - 3}z`)
    const steam = [-4, 1].map((x) => line(`M${x}-6q${chance.between(2, 4)}-3 0-${chance.between(5, 8)}`, 1.8)).join('')
    return body + line(`M${half} 0a5 5 0 0 1-2 9`, 2.5) + steam
  },
  function boat(chance) {
    const [mast, wide] = [chance.between(-3, 3), chance.between(10, 14)]
    const sails =
      path(`M${mast + 1} 3V-14L${wide - 2} 3z`) + path(`M${mast - 1} 3V${chance.between(-12, -6)}L${-wide + 3} 3z`)
    return sails + path(`M${-wide} 6H${wide}l-5 7H${-wide + 5}z`)
  },
  function mushroom(chance, paper) {
    const [wide, tall] = [chance.between(11, 14), chance.between(10, 14)]
    const dots = [-6, 0, 6].map((x) => circle(x, chance.between(-6, -2), 2, ` fill="${paper}" stroke="none"`)).join('')
    return (
      path(`M${-wide} 2a${wide} ${tall} 0 0 1 ${2 * wide} 0z`) + path(`M-4 2h8l${chance.between(0, 2)} 11h-11z`) + dots
    )
  },
  function umbrella(chance) {
    const [wide, tall] = [chance.between(12, 15), chance.between(10, 14)]
    return (
      path(`M${-wide} 0a${wide} ${tall} 0 0 1 ${2 * wide} 0z`) +
      line('M0 0V10a3 3 0 0 0 6 0', 2.4) +
      line(`M0-${tall}v-3`)
    )
  },
  function person(chance) {
    const [arms, legs] = [chance.between(-8, 6), chance.between(3, 6)]
    const body = path('M-4 5V-3a4 4 0 0 1 8 0V5z') + line(`M-3-3L-11 ${arms}M3-3L11 ${arms}`, 2.6)
    return circle(0, -10, chance.within(3.6, 5)) + body + line(`M-2 5L${-legs} 14M2 5L${legs} 14`, 2.8)
  },
  function flower(chance, paper) {
    const petals = chance.between(5, 7)
    const round = Array.from({ length: petals }, (_, index) => {
      const angle = (2 * Math.PI * index) / petals
      return circle(Math.round(4.5 * Math.sin(angle)), Math.round(-8 - 4.5 * Math.cos(angle)), 2.8)
    })
    const pot = path(`M${-chance.between(6, 9)} 5H${chance.between(6, 9)}L5 14H-5z`)
    return `${pot}${line('M0 5V-6', 2)}${round.join('')}${circle(0, -8, 2.2, ` fill="${paper}"`)}`
  },
  function glass(chance) {
    const [wide, deep] = [chance.between(7, 10), chance.between(11, 15)]
    const bowl = path(
      `M${-wide}-13H${wide}C${wide} ${deep - 11} 2 ${deep - 11} 0 ${deep - 11}C-2 ${deep - 11} ${-wide} ${deep - 11} ${-wide}-13z`,
    )
    return bowl + line(`M0 2V12`, 2.2) + path(`M-7 14q7-4 14 0z`)
  },
  function candle(chance) {
    const [half, top] = [chance.between(3, 5), chance.between(-5, -1)]
    const flame = path(`M0-15q5 6 0 9q-5-3 0-9z`)
    return `${path(`M${-half} 11V${top}H${half}V11z`)}${line(`M0 ${top}V-7`, 1.4)}${flame}${path('M-11 10H11l-4 4H-7z')}`
  },
  function car(chance, paper) {
    const [front, back, roof] = [chance.between(4, 7), chance.between(-9, -5), chance.between(-8, -5)]
    const body = path(`M-14 2H${back - 3}L${back} ${roof}H${front}L${front + 4} 2H14V8H-14z`)
    const wheels = [-8, 8].map((x) => circle(x, 8, 4) + circle(x, 8, 1.6, ` fill="${paper}"`)).join('')
    return body + path(`M${back + 1} 1l2${roof + 2}h4V1z`, ` fill="${paper}"`) + wheels
  },
  function face(chance, paper) {
    const eye = (x: number) => circle(x, -1, 1.8, ` fill="${paper}" stroke="none"`)
    const smile = path(`M-5 5q5 ${chance.between(4, 7)} 10 0`, ` fill="none" stroke="${paper}" stroke-width="2"`)
    const hat = path(`M-12-5H12L7-8V${chance.between(-16, -13)}H-7V-8z`)
    return circle(0, 2, 11) + hat + eye(-4) + eye(4) + smile
  },
  function cat(chance, paper) {
    const tall = chance.between(-15, -12)
    const ears = path(`M-11-2L-10 ${tall}L-2-8zM11-2L10 ${tall}L2-8z`)
    const eyes =
      circle(-4, 0, 1.8, ` fill="${paper}" stroke="none"`) + circle(4, 0, 1.8, ` fill="${paper}" stroke="none"`)
    return (
      ears +
      `<ellipse cy="2" rx="${chance.between(10, 12)}" ry="10"/>` +
      eyes +
      path('M-2 5h4l-2 3z', ` fill="${paper}" stroke="none"`)
    )
  },
  function snowman(chance, paper) {
    const [head, body] = [chance.within(4.5, 6), chance.within(7.5, 9)]
    const hat = path(`M-7-10H7v-1.500H4v-${chance.between(3, 5)}H-4v${chance.between(3, 5)}H-7z`)
    const dots = [3, 7].map((y) => circle(0, y, 1.3, ` fill="${paper}" stroke="none"`)).join('')
    return circle(0, 6, body) + circle(0, -6, head) + hat + dots
  },
  function bottle(chance, paper) {
    const [half, neck] = [chance.between(5, 7), chance.between(-8, -5)]
    const label = `<rect x="${-half}" y="${chance.between(2, 5)}" width="${2 * half}" height="5" fill="${paper}"/>`
    return path(`M-2-15h4V${neck}L${half} ${neck + 5}V14H${-half}V${neck + 5}L-2 ${neck}z`) + label
  },
  function balloon(chance) {
    const wide = chance.between(9, 11)
    const bag = path(`M0 6C${-wide - 4}-2 ${-wide}-15 0-15S${wide + 4}-2 0 6z`)
    return bag + line('M-3 2L-3 10M3 2L3 10', 1.3) + path(`M-4 9H4L3 14H-3z`)
  },
]
