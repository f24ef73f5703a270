/** A picture of a screen: 4 bytes a pixel, in the order blue, green, red, nothing. */
export interface Screen {
  width: number
  height: number
  pixels: Buffer
}

interface Place {
  x: number
  y: number
}

/** Reads Xvfb's file of a screen: XWD, with a header of 4-byte numbers (XWDFile.h). */
export const readScreen = (file: Buffer): Screen => {
  const word = (index: number) => file.readUInt32BE(4 * index)
  const [headerBytes, width, height, colours] = [word(0), word(4), word(5), word(19)]
  const start = headerBytes + 12 * colours
  return { width, height, pixels: Buffer.from(file.subarray(start, start + 4 * width * height)) }
}

/** How high the tool bar of NetSurf is, and its status bar. */
const [toolBar, statusBar] = [32, 18]
/** The scroll bar begins there. */
const pageWidth = 110
const leftEdge = 16

/**
 * Finds the middles of fields, buttons and lines of links, from top to bottom, by their colours, as NetSurf draws them without a style sheet: a field is white in a
 * frame, a button grey, a link blue.
 */
export const areasOn = ({ width, height, pixels }: Screen) => {
  const colourAt = (x: number, y: number) => pixels.readUInt32LE(4 * (y * width + x)) & 0xffffff
  const rows = Array.from({ length: height - toolBar - statusBar }, (_, index) => toolBar + index)
  const isIn = (y: number, fits: (colour: number) => boolean, share: number) => {
    const found = Array.from({ length: pageWidth - leftEdge }, (_, index) => fits(colourAt(leftEdge + index, y)))
    return found.filter(Boolean).length >= share
  }
  const firstIn = (y: number, fits: (colour: number) => boolean) =>
    Array.from({ length: pageWidth }, (_, x) => x).find((x) => x >= leftEdge && fits(colourAt(x, y))) ?? leftEdge
  const frames = runsOf(rows.filter((y) => isIn(y, isDark, 80)))
  const grey = runsOf(rows.filter((y) => isIn(y, isGrey, 20)))
  const blue = runsOf(rows.filter((y) => isIn(y, isBlue, 3)))
  return {
    fields: between(frames),
    buttons: grey.filter(({ height }) => height >= 10).map(({ y }) => ({ x: leftEdge + 10, y })),
    links: blue.filter(({ height }) => height >= 4).map(({ y }) => ({ x: firstIn(y, isBlue) + 2, y })),
  }
}

const parts = (colour: number) => [colour >> 16, (colour >> 8) & 0xff, colour & 0xff] as const

const isDark = (colour: number): boolean => parts(colour).every((part) => part < 100)

const isGrey = (colour: number): boolean => {
  const [red, green, blue] = parts(colour)
  return red === green && green === blue && red > 180 && red < 240
}

const isBlue = (colour: number): boolean => {
  const [red, green, blue] = parts(colour)
  return blue > 150 && red < 120 && green < 120
}

/** Neighbouring rows, as one: its middle and its height. */
const runsOf = (rows: number[]): { y: number; height: number }[] => {
  const runs: number[][] = []
  for (const row of rows) {
    const last = runs.at(-1)
    if (last?.at(-1) === row - 1) last.push(row)
    else runs.push([row])
  }
  return runs.map((run) => ({ y: run[Math.floor(run.length / 2)] ?? 0, height: run.length }))
}

/** The places between the upper and the lower edge of each frame. */
const between = (edges: { y: number }[]): Place[] =>
  edges.flatMap(({ y }, index) => {
    const lower = index % 2 === 0 ? edges[index + 1] : undefined
    return lower ? [{ x: 40, y: Math.floor((y + lower.y) / 2) }] : []
  })
