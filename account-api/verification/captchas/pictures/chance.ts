import { createCipheriv, randomBytes } from 'node:crypto'

export interface Chance {
  /** A whole number from `least` to `most`, both included. */
  between(least: number, most: number): number
  /** A number from `least` to `most`, both included. */
  within(least: number, most: number): number
  one<Thing>(things: readonly Thing[]): Thing
  /** A copy in random order (Fisher and Yates). */
  shuffled<Thing>(things: readonly Thing[]): Thing[]
  /** A CSS colour of a random hue. */
  hue(saturation: number, lightness: number): string
}

/** How many bytes of the key stream are made at a time. */
const pageBytes = 4096
const values = 2 ** 32

/**
 * Random choices derived from a key, which nobody can guess without it: the key stream of AES-256 in counter mode.
 * @param key 32 bytes
 */
export const chanceOf = (key: Uint8Array): Chance => {
  const cipher = createCipheriv('aes-256-ctr', key, Buffer.alloc(16))
  let page = Buffer.alloc(0)
  let at = 0

  const next = (): number => {
    if (at >= page.length) {
      page = cipher.update(Buffer.alloc(pageBytes))
      at = 0
    }
    at += 4
    return page.readUInt32LE(at - 4)
  }

  const below = (count: number): number => {
    // Values above the last whole multiple would make small numbers likelier.
    const most = values - (values % count)
    for (;;) {
      const value = next()
      if (value < most) return value % count
    }
  }

  const chance: Chance = {
    between: (least, most) => least + below(most - least + 1),
    within: (least, most) => least + ((most - least) * next()) / (values - 1),
    one: <Thing>(things: readonly Thing[]): Thing => things[below(things.length)] as Thing,
    shuffled: (things) => {
      const order = [...things]
      for (let last = order.length - 1; last > 0; last--) {
        const other = below(last + 1)
        const moved = order[last] as (typeof order)[number]
        order[last] = order[other] as (typeof order)[number]
        order[other] = moved
      }
      return order
    },
    hue: (saturation, lightness) => `hsl(${chance.between(0, 359)},${saturation}%,${lightness}%)`,
  }
  return chance
}

/** Choices with a new random key: a captcha must not be guessable. */
export const freshChance = (): Chance => chanceOf(randomBytes(32))
