import { randomInt } from 'node:crypto'

/**
 * The random choices of a picture. All come from the system's generator: a picture that can be guessed is no captcha.
 */
export const chance = {
  /** A whole number from `least` to `most`, both included. */
  between: (least: number, most: number): number => least + randomInt(most - least + 1),
  /** A number from `least` to `most`, in thousandths of the range. */
  within: (least: number, most: number): number => least + ((most - least) * randomInt(1001)) / 1000,
  one: <Thing>(things: readonly Thing[]): Thing => things[randomInt(things.length)] as Thing,
  /** A copy in random order (Fisher and Yates). */
  shuffled: <Thing>(things: readonly Thing[]): Thing[] => {
    const order = [...things]
    for (let last = order.length - 1; last > 0; last--) {
      const other = randomInt(last + 1)
      ;[order[last], order[other]] = [order[other] as Thing, order[last] as Thing]
    }
    return order
  },
}

/** A CSS colour of a random hue. */
export const anyHue = (saturation: number, lightness: number): string =>
  `hsl(${chance.between(0, 359)},${saturation}%,${lightness}%)`
