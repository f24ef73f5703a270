import { chance } from './chance'
import english from './digits/en.json'
import chinese from './digits/zh-Hans.json'

const sampleRate = 8000
const silence = 128

/** Ten spoken digits in each language, recorded once with a free synthesiser: 8 kHz, 8 bits, mono, as base64. */
const recordings: Record<string, Buffer[]> = {
  en: english.digits.map((samples) => Buffer.from(samples, 'base64')),
  'zh-Hans': chinese.digits.map((samples) => Buffer.from(samples, 'base64')),
}

/**
 * Speaks digits, each at its own pitch, after a random pause and over a hiss, so that no two recordings have the same
 * bytes.
 * @returns a WAV file (RIFF, PCM)
 */
export const speak = (digits: string, language: string): Buffer => {
  const spoken = recordings[language] ?? (recordings['zh-Hans'] as Buffer[])
  const parts = [...digits].flatMap((digit) => [pause(), atAnotherPitch(spoken[Number(digit)] ?? Buffer.alloc(0))])
  return wav(hissing(Buffer.concat([...parts, pause()])))
}

const pause = (): Buffer => Buffer.alloc(Math.round(sampleRate * chance.within(0.3, 0.6)), silence)

const atAnotherPitch = (samples: Buffer): Buffer => {
  const speed = chance.within(0.88, 1.1)
  return Buffer.from(
    Array.from({ length: Math.floor(samples.length / speed) }, (_, at) => samples[Math.floor(at * speed)] ?? silence),
  )
}

const hissing = (samples: Buffer): Buffer => {
  const loudness = chance.between(4, 9)
  return Buffer.from(
    samples.map((sample) => Math.max(0, Math.min(255, sample + Math.round((Math.random() - 0.5) * loudness)))),
  )
}

const wav = (samples: Buffer): Buffer => {
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
