import { type Chance, chanceOf } from './chance'
import english from './digits/en.json'
import chinese from './digits/zh-Hans.json'
import { echoing, equalized, mixInto, resampled, type Sound, stretched } from './voice'

const sampleRate = 8000
const seconds = (count: number): number => Math.round(sampleRate * count)

const decoded = (samples: string): Sound =>
  Float32Array.from(Buffer.from(samples, 'base64'), (sample) => (sample - 128) / 128)

/** Ten spoken digits in each language, recorded once with a free synthesiser: 8 kHz, 8 bits, mono, as base64. */
const recordings: Record<string, Sound[]> = {
  en: english.digits.map(decoded),
  'zh-Hans': chinese.digits.map(decoded),
}

/** The loudness of words, and how far below them babble and hiss are, in decibels. */
const loud = 0.14
const babbleBelow = { least: 3, most: 5 }
const hissBelow = 20

export interface Mixture {
  words: { from: number; sound: Sound; wanted: number }[]
  /** The background without the words. */
  background: Sound
}

/**
 * Speaks digits, each by its own voice (size, pace, gliding pitch, colour, room), after pauses of random length, over a
 * babble of backward words. The recordings are public, so no part of the sound is left as recorded.
 * @param language any but English and Chinese is spoken in Chinese
 * @param key 32 bytes from which the random choices follow
 * @returns a WAV file (RIFF, PCM)
 */
export const speak = (digits: string, language: string, key: Uint8Array): Buffer => {
  const { words, background: track } = mixture(digits, language, chanceOf(key))
  for (const { sound, ...how } of words) mixInto(track, sound, how)
  return wav(track)
}

export const mixture = (digits: string, language: string, chance: Chance): Mixture => {
  const spoken = recordings[language] ?? (recordings['zh-Hans'] as Sound[])
  let end = seconds(chance.within(0.3, 1.1))
  const words = [...digits].map((digit) => {
    const sound = uttered(spoken[Number(digit)] ?? new Float32Array(0), chance)
    const from = end
    end += sound.length + seconds(chance.within(0.15, 0.6))
    return { from, sound, wanted: quieter(loud, chance.within(-1.5, 1.5)) }
  })
  const background = new Float32Array(end + seconds(chance.within(0.2, 0.6)))
  const below = chance.within(babbleBelow.least, babbleBelow.most)
  mixInto(background, babble(spoken, background.length, chance), { wanted: quieter(loud, below) })
  mixInto(background, hiss(background.length, chance), { wanted: quieter(loud, hissBelow) })
  return { words, background }
}

const quieter = (than: number, decibels: number): number => than / 10 ** (decibels / 20)

/** A word as spoken by another voice. */
const uttered = (recording: Sound, chance: Chance): Sound => {
  const [size, glide] = [chance.within(0.82, 1.2), chance.within(-0.08, 0.08)]
  const [speed, drawl] = [chance.within(0.85, 1.15) / size, chance.within(-0.3, 0.3)]
  const sized = resampled(recording, size - glide, size + glide)
  const voiced = stretched(sized, speed * (1 - drawl), speed * (1 + drawl))
  const coloured = [0.07, 0.16, 0.3].reduce(
    (sound, middle) => equalized(sound, middle * chance.within(0.8, 1.25), chance.within(-9, 9)),
    voiced,
  )
  return echoing(coloured, seconds(chance.within(0.015, 0.06)), chance.within(0.2, 0.5))
}

/** Backward words, two at once and without a pause: speech without meaning. */
const babble = (words: Sound[], length: number, chance: Chance): Sound => {
  const track = new Float32Array(length)
  for (let layer = 0; layer < 2; layer++)
    for (let from = -seconds(chance.within(0, 0.5)); from < length; ) {
      const rate = chance.within(0.75, 1.3)
      const sound = resampled(chance.one(words), rate, rate * chance.within(0.9, 1.1)).reverse()
      mixInto(track, sound, { from, wanted: 1 })
      from += sound.length
    }
  return track
}

/** Noise that gets weaker towards high frequencies, as in a room. */
const hiss = (length: number, chance: Chance): Sound => {
  const made = new Float32Array(length)
  for (let at = 0; at < length; at++) made[at] = 0.7 * (made[at - 1] ?? 0) + chance.within(-1, 1)
  return made
}

const wav = (track: Sound): Buffer => {
  let peak = 0
  for (const sample of track) peak = Math.max(peak, Math.abs(sample))
  const samples = Buffer.alloc(track.length)
  for (let at = 0; at < track.length; at++) samples[at] = 128 + Math.round((124 * (track[at] ?? 0)) / peak)
  const header = Buffer.alloc(44)
  header.write('RIFF', 0)
  header.writeUInt32LE(36 + samples.length, 4)
  header.write('WAVEfmt ', 8)
  header.writeUInt32LE(16, 16)
  header.writeUInt16LE(1, 20)
  header.writeUInt16LE(1, 22)
  header.writeUInt32LE(sampleRate, 24)
  header.writeUInt32LE(sampleRate, 28)
  header.writeUInt16LE(1, 32)
  header.writeUInt16LE(8, 34)
  header.write('data', 36)
  header.writeUInt32LE(samples.length, 40)
  return Buffer.concat([header, samples])
}
