/** Samples from -1 to 1. */
export type Sound = Float32Array

/** How loud a sound is: the root of the mean square of its samples. */
export const loudness = (sound: Sound): number => {
  let sum = 0
  for (const sample of sound) sum += sample * sample
  return Math.sqrt(sum / Math.max(1, sound.length))
}

/** Adds a sound to a track from a sample on, with the given loudness. What does not fit is cut off. */
export const mixInto = (track: Sound, sound: Sound, { from = 0, wanted }: { from?: number; wanted: number }): void => {
  const factor = wanted / Math.max(1e-6, loudness(sound))
  const end = Math.min(sound.length, track.length - from)
  for (let at = Math.max(0, -from); at < end; at++)
    track[from + at] = (track[from + at] ?? 0) + (sound[at] ?? 0) * factor
}

/**
 * Plays a sound faster or slower, which also changes its pitch and the apparent size of its speaker. The rate glides
 * from `first` to `last`.
 */
export const resampled = (sound: Sound, first: number, last: number): Sound => {
  const length = Math.floor((2 * sound.length) / (first + last))
  const made = new Float32Array(length)
  let position = 0
  for (let at = 0; at < length; at++) {
    const before = Math.floor(position)
    const [one, other] = [sound[before] ?? 0, sound[before + 1] ?? 0]
    made[at] = one + (other - one) * (position - before)
    position += first + ((last - first) * at) / length
  }
  return made
}

/** 15 ms at 8,000 samples a second: half of a frame. */
const hop = 120
/** How far a frame may be shifted, in samples, to fit the previous one. */
const reach = 60
const fade = Float32Array.from({ length: 2 * hop }, (_, at) => 0.5 - 0.5 * Math.cos((Math.PI * at) / hop))

/**
 * Changes the length of a sound and keeps its pitch: frames are taken at another pace and overlapped where their waves
 * match (waveform similarity, WSOLA). The pace glides from `first` to `last`; above 1 is faster.
 */
export const stretched = (sound: Sound, first: number, last: number): Sound => {
  const frames = Math.max(1, Math.floor((2 * sound.length) / hop / (first + last)))
  const made = new Float32Array((frames + 1) * hop)
  let [start, ideal] = [0, 0]
  for (let frame = 0; frame < frames; frame++) {
    start = frame === 0 ? 0 : bestFit(sound, Math.round(ideal), start + hop)
    ideal += hop * (first + ((last - first) * frame) / frames)
    for (let at = 0; at < 2 * hop; at++) {
      const to = frame * hop + at
      made[to] = (made[to] ?? 0) + (sound[start + at] ?? 0) * (fade[at] ?? 0)
    }
  }
  return made
}

/** The start near `ideal` from which the sound resembles most what follows at `next`. */
const bestFit = (sound: Sound, ideal: number, next: number): number => {
  let best = { start: ideal, likeness: Number.NEGATIVE_INFINITY }
  for (let start = Math.max(0, ideal - reach); start <= ideal + reach; start += 5) {
    let likeness = 0
    for (let at = 0; at < hop; at += 3) likeness += (sound[start + at] ?? 0) * (sound[next + at] ?? 0)
    if (likeness > best.likeness) best = { start, likeness }
  }
  return best.start
}

/**
 * Raises or lowers a band of frequencies by a second-order filter.
 * @param middle of the band, as a part of the sample rate
 * @param decibels above 0: louder
 */
export const equalized = (sound: Sound, middle: number, decibels: number): Sound => {
  const gain = 10 ** (decibels / 40)
  const angle = 2 * Math.PI * middle
  const [width, turn] = [Math.sin(angle) / 2, Math.cos(angle)]
  const scale = 1 + width / gain
  const [b0, b1, b2] = [(1 + width * gain) / scale, (-2 * turn) / scale, (1 - width * gain) / scale]
  const a2 = (1 - width / gain) / scale
  const made = new Float32Array(sound.length)
  const past = (of: Sound, at: number) => (at < 0 ? 0 : (of[at] ?? 0))
  for (let at = 0; at < sound.length; at++)
    made[at] =
      b0 * past(sound, at) +
      b1 * past(sound, at - 1) +
      b2 * past(sound, at - 2) -
      b1 * past(made, at - 1) -
      a2 * past(made, at - 2)
  return made
}

export const echoing = (sound: Sound, delay: number, strength: number): Sound => {
  const made = sound.slice()
  for (let at = delay; at < sound.length; at++) made[at] = (sound[at] ?? 0) + strength * (sound[at - delay] ?? 0)
  return made
}
