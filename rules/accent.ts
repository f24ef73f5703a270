/** The colours of a scheme behind the accent and on it, equal to those in colors.css. */
const schemes = {
  light: { paper: '#ffffff', ground: '#f4f6fa', towards: '#000000', on: '#ffffff' },
  dark: { paper: '#191e29', ground: '#0f131a', towards: '#ffffff', on: '#10162b' },
}
export type Scheme = keyof typeof schemes

interface Accent {
  accent: string
  /** The colour of text on the accent. */
  onAccent: string
  /** A lighter tint of the accent, on paper. */
  tint: string
}

/** WCAG 2.2, success criterion 1.4.3. */
const leastContrast = 4.5
/** The share of the accent in `--tint`, on paper. */
const tintPart = 0.08
const step = 0.02

/**
 * The nearest shade of a colour that is readable as a link, and under the text of a button: in the light scheme a
 * darker one, in the dark scheme a lighter one, if necessary.
 * @param color such as #2c4cc2
 */
export const readableAccent = (color: string, scheme: Scheme): Accent => {
  const { towards } = schemes[scheme]
  for (let part = 0; part < 1; part += step) {
    const accent = mixed(color, towards, part)
    if (isRead(accent, scheme)) return withTint(accent, scheme)
  }
  return withTint(towards, scheme)
}

const withTint = (accent: string, scheme: Scheme): Accent => {
  const { paper, on } = schemes[scheme]
  return { accent, onAccent: on, tint: mixed(paper, accent, tintPart) }
}

const isRead = (accent: string, scheme: Scheme): boolean => {
  const { paper, ground, on } = schemes[scheme]
  const grounds = [paper, ground, withTint(accent, scheme).tint, on]
  return grounds.every((each) => contrast(accent, each) >= leastContrast)
}

const channelsOf = (color: string): number[] => [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16))

/** `part` of the second colour in the first, like `color-mix(in srgb)`. */
const mixed = (first: string, second: string, part: number): string => {
  const others = channelsOf(second)
  const channels = channelsOf(first).map((value, index) => Math.round(value * (1 - part) + (others[index] ?? 0) * part))
  return `#${channels.map((value) => value.toString(16).padStart(2, '0')).join('')}`
}

/** Relative luminance (WCAG 2.2). */
const luminance = (color: string): number => {
  const [red = 0, green = 0, blue = 0] = channelsOf(color).map((value) => {
    const part = value / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** The contrast of two colours (WCAG 2.2): from 1 to 21. */
export const contrast = (one: string, other: string): number => {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((first, second) => first - second)
  return (light + 0.05) / (dark + 0.05)
}
