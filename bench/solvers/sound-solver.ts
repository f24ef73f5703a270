import { resampled, type Sound, stretched } from '#account-api/verification/captchas/pictures/voice'
import english from '../../account-api/verification/captchas/pictures/digits/en.json'
import chinese from '../../account-api/verification/captchas/pictures/digits/zh-Hans.json'
import { likeness } from './nearest'

/** 10 ms and 25 ms at 8,000 samples a second. */
const [hop, frame] = [80, 200]
const points = 256
const bands = 20

/** The first point of the spectrum in each band, evenly in pitch from 120 to 3,700 Hz. */
const edges = Array.from({ length: bands + 1 }, (_, band) =>
  Math.round((120 * (3700 / 120) ** (band / bands)) / (8000 / points)),
)
const smooth = Float64Array.from({ length: frame }, (_, at) => 0.5 - 0.5 * Math.cos((2 * Math.PI * at) / (frame - 1)))

/** The turn of each step of a transform of this many points, and of the smaller transforms within it. */
const turns = Array.from({ length: points / 2 }, (_, step) => (-2 * Math.PI * step) / points)
const [cosines, sines] = [Float64Array.from(turns, Math.cos), Float64Array.from(turns, Math.sin)]

/** Fast Fourier transform in place (radix 2). It takes most of the time here, so its inner loop makes no arrays. */
const transform = (real: Float64Array, imaginary: Float64Array): void => {
  for (let at = 1, mirror = 0; at < points; at++) {
    let bit = points >> 1
    for (; mirror & bit; bit >>= 1) mirror ^= bit
    mirror ^= bit
    if (at >= mirror) continue
    const [re, im] = [real[at] ?? 0, imaginary[at] ?? 0]
    real[at] = real[mirror] ?? 0
    imaginary[at] = imaginary[mirror] ?? 0
    real[mirror] = re
    imaginary[mirror] = im
  }
  for (let size = 2; size <= points; size *= 2)
    for (let step = 0; step < size / 2; step++) {
      const cos = cosines[(step * points) / size] as number
      const sin = sines[(step * points) / size] as number
      for (let one = step; one < points; one += size) {
        const other = one + size / 2
        const re = real[other] as number
        const im = imaginary[other] as number
        const turnedRe = re * cos - im * sin
        const turnedIm = re * sin + im * cos
        const oneRe = real[one] as number
        const oneIm = imaginary[one] as number
        real[other] = oneRe - turnedRe
        imaginary[other] = oneIm - turnedIm
        real[one] = oneRe + turnedRe
        imaginary[one] = oneIm + turnedIm
      }
    }
}

/** The loudness of each band in each frame, frame after frame. Compressed, so quiet parts count too. */
const spectrogram = (sound: Sound): Float32Array => {
  const frames = Math.max(0, Math.floor((sound.length - frame) / hop) + 1)
  const made = new Float32Array(frames * bands)
  for (let index = 0; index < frames; index++) {
    const [real, imaginary] = [new Float64Array(points), new Float64Array(points)]
    for (let at = 0; at < frame; at++) real[at] = (sound[index * hop + at] ?? 0) * (smooth[at] ?? 0)
    transform(real, imaginary)
    for (let band = 0; band < bands; band++) {
      let energy = 0
      const [first, end] = [edges[band] ?? 0, Math.max((edges[band] ?? 0) + 1, edges[band + 1] ?? 0)]
      for (let point = first; point < end; point++) energy += (real[point] ?? 0) ** 2 + (imaginary[point] ?? 0) ** 2
      made[index * bands + band] = energy ** 0.2
    }
  }
  return made
}

interface Template {
  digit: number
  frames: number
  /** Mean 0, length 1. */
  shape: Float32Array
}

const centred = (shape: Float32Array): Float32Array => {
  const mean = shape.reduce((sum, value) => sum + value, 0) / shape.length
  const moved = shape.map((value) => value - mean)
  const length = Math.sqrt(moved.reduce((sum, value) => sum + value * value, 0))
  return moved.map((value) => value / length)
}

const decoded = (samples: string): Sound =>
  Float32Array.from(Buffer.from(samples, 'base64'), (sample) => (sample - 128) / 128)

const sizes = [0.86, 0.93, 1, 1.07, 1.15]
const speeds = [0.85, 1, 1.15]

const templatesOf = (digits: string[]): Template[] =>
  digits.map(decoded).flatMap((recording, digit) =>
    sizes.flatMap((size) =>
      speeds.map((speed) => {
        const shape = centred(spectrogram(stretched(resampled(recording, size, size), speed / size, speed / size)))
        return { digit, frames: shape.length / bands, shape }
      }),
    ),
  )

const made = new Map<string, Template[]>()
const templatesIn = (language: string): Template[] => {
  const known = made.get(language) ?? templatesOf((language === 'en' ? english : chinese).digits)
  made.set(language, known)
  return known
}

/**
 * Solves a spoken captcha with the public recordings: each is made in several sizes and paces and moved along the
 * sound's spectrogram. The six places that fit best together are the answer.
 * @returns the likeliest answers, the likeliest first
 */
export const solveSound = (wav: Buffer, language: string, answers = 3, length = 6): string[] => {
  const sound = Float32Array.from(wav.subarray(44), (sample) => (sample - 128) / 128)
  const heard = spectrogram(sound)
  const frames = heard.length / bands
  const [sums, squares] = [new Float64Array(frames + 1), new Float64Array(frames + 1)]
  for (let at = 0; at < frames; at++) {
    let [sum, square] = [0, 0]
    for (const value of heard.subarray(at * bands, (at + 1) * bands)) {
      sum += value
      square += value * value
    }
    sums[at + 1] = (sums[at] ?? 0) + sum
    squares[at + 1] = (squares[at] ?? 0) + square
  }
  const endings = fitsByEnd(heard, frames, templatesIn(language), sums, squares)
  // leaders[count][end]: the best answers of this many digits that end before a frame.
  const leaders: Guess[][][] = Array.from({ length: length + 1 }, () => Array.from({ length: frames + 1 }, () => []))
  for (const at of (leaders[0] as Guess[][]).keys()) (leaders[0] as Guess[][])[at] = [{ score: 0, digits: '' }]
  for (let end = 1; end <= frames; end++)
    for (let count = 1; count <= length; count++) {
      const guesses = [...(leaders[count]?.[end - 1] ?? [])]
      for (const fit of endings[end] ?? [])
        for (const before of leaders[count - 1]?.[fit.start] ?? []) insert(guesses, before, fit, answers)
      ;(leaders[count] as Guess[][])[end] = guesses
    }
  return (leaders[length]?.[frames] ?? []).map(({ digits }) => digits)
}

interface Guess {
  score: number
  digits: string
}

/** Adds a guess with one more digit. Keeps the best guesses, each answer once. */
const insert = (guesses: Guess[], before: Guess, { digit, score }: Fit, most: number): void => {
  // Most are no better, and there are millions.
  if (guesses.length === most && before.score + score <= (guesses[most - 1]?.score ?? 0)) return
  const guess = { score: before.score + score, digits: before.digits + digit }
  const same = guesses.findIndex(({ digits }) => digits === guess.digits)
  if (same >= 0) {
    if ((guesses[same]?.score ?? 0) >= guess.score) return
    guesses.splice(same, 1)
  }
  guesses.push(guess)
  guesses.sort((one, other) => other.score - one.score)
  guesses.length = Math.min(most, guesses.length)
}

interface Fit {
  digit: number
  start: number
  score: number
}

/** For each frame, how well each digit that ends there fits. */
const fitsByEnd = (
  heard: Float32Array,
  frames: number,
  templates: Template[],
  sums: Float64Array,
  squares: Float64Array,
): Fit[][] => {
  const endings: Fit[][] = Array.from({ length: frames + 1 }, () => [])
  for (const { digit, frames: length, shape } of templates)
    for (let start = 0; start + length <= frames; start += 3) {
      const product = likeness(shape, heard, start * bands)
      const end = start + length
      const sum = (sums[end] ?? 0) - (sums[start] ?? 0)
      const spread = (squares[end] ?? 0) - (squares[start] ?? 0) - (sum * sum) / shape.length
      endings[end]?.push({ digit, start, score: product / Math.sqrt(Math.max(1e-9, spread)) })
    }
  return endings
}
