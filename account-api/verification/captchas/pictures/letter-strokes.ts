export type Point = readonly [number, number]

/**
 * Letters and digits as strokes in a square of 0 to 10, drawn here so no font has to be installed. No two of them look
 * alike, even when they are bent. A stroke is a list of points `x,y`; strokes are separated by `|`.
 */
const drawn = {
  A: '0,10 5,0 10,10 | 2,6.5 8,6.5',
  C: '9,2 6.5,0 3,0.5 0.5,4 0.5,6.5 3,9.5 6.5,10 9,8',
  E: '9,0 1,0 1,10 9,10 | 1,5 7,5',
  F: '9,0 1,0 1,10 | 1,5 7,5',
  H: '1,0 1,10 | 9,0 9,10 | 1,5 9,5',
  J: '8,0 8,7 6.5,9.7 3.5,9.7 1.5,7.5',
  K: '1,0 1,10 | 9,0 1,5.5 9,10',
  L: '1,0 1,10 9,10',
  M: '0,10 1,0 5,6 9,0 10,10',
  N: '1,10 1,0 9,10 9,0',
  P: '1,10 1,0 7,0 9,2 9,3.5 7,5.5 1,5.5',
  R: '1,10 1,0 7,0 9,2 9,3.5 7,5.2 1,5.2 | 5,5.2 9,10',
  T: '0.5,0 9.5,0 | 5,0 5,10',
  X: '0.5,0 9.5,10 | 9.5,0 0.5,10',
  Y: '0.5,0 5,5 9.5,0 | 5,5 5,10',
  3: '1,1 4,0 7.5,0.5 8.5,2.5 7,4.5 4,5 7.5,5.6 9,7.5 7.5,9.6 4,10 1,9',
  4: '7,10 7,0 0.5,7 9.5,7',
  7: '0.5,0 9.5,0 4,10',
}

const strokesOf = (text: string): Point[][] =>
  text.split(' | ').map((stroke) => stroke.split(' ').map((point) => point.split(',').map(Number) as [number, number]))

export const letterStrokes: Record<string, Point[][]> = Object.fromEntries(
  Object.entries(drawn).map(([letter, text]) => [letter, strokesOf(text)]),
)
