import { setImmediate } from 'node:timers/promises'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { pictureRule } from '#account-api/accounts/pictures/kinds'
import { decoding, decodingRule } from '#account-api/accounts/pictures/making/decoding'
import { defaultPicture } from '#account-api/accounts/pictures/making/defaults'
import { drawings, drawn } from '#account-api/accounts/pictures/making/drawings'
import { isPicture } from '#account-api/accounts/pictures/signature'
import { openWorld } from '#tests/account-api/worlds/world'
import { databases } from '#tests/fixtures/databases/databases'
import { pictureDecoder } from '#tests/fixtures/pictures/picture-decoder'
import {
  asDrawn,
  blankPng,
  coloursOf,
  frames,
  noPictures,
  photo,
  polyglots,
  turnedPhoto,
} from '#tests/fixtures/pictures/picture-files'

const size = { width: 64, height: 64 }
/** The product's limits of CPU and memory, with time limits for a machine that runs all tests at once. */
const rule = { ...decodingRule, maxMs: 60_000, patienceMs: 60_000 }
const decoder = pictureDecoder()

/** A decoder that runs a line of script. */
const scripted = (script: string): [string, ...string[]] => [process.execPath, '-e', script]

/** A picture that takes time and a hundred megabytes to decode. */
const heavy = () => blankPng({ width: 5000, height: 5000, interlaced: true, unpackedBytes: 5000 * 5000 * 4 + 12_000 })

const bytesOf = async (upload: Buffer, order = size): Promise<Buffer> => {
  const made = await decoding(decoder, rule)(upload, order)
  if (!made.ok) throw new Error(made.reason)
  return made.bytes
}

describe('decoding a picture', () => {
  it.each(Object.entries(photo))('happy: a picture in the format %s is accepted', async (_format, draw) => {
    const bytes = await bytesOf(await draw())
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'jpeg', ...size })
    expect(await coloursOf(bytes)).toEqual(asDrawn)
  })

  it('happy: a photo of 64 megapixels is accepted', async () => {
    const large = sharp(await photo.png()).resize(9248, 6936, { fit: 'fill', kernel: 'nearest' })
    const upload = await large.jpeg().toBuffer()
    expect(await coloursOf(await bytesOf(upload))).toEqual(asDrawn)
  })

  it.each(['gif', 'webp'] as const)('happy: the first of 3,000 frames in a %s is used', async (format) => {
    expect(await coloursOf(await bytesOf(await frames(format, 3000)))).toEqual(['red', 'red', 'red', 'red'])
  })

  it.each([1, 2, 3, 4, 5, 6, 7, 8])(
    'security: a photo of orientation %i is turned upright and loses its metadata',
    async (orientation) => {
      const photographed = await turnedPhoto(orientation)
      expect(photographed.includes('Secret camera')).toBe(true)
      const bytes = await bytesOf(photographed, { width: 96, height: 32 })
      const upright = await sharp(photographed).autoOrient().resize(96, 32, { fit: 'cover' }).toBuffer()
      expect(await coloursOf(bytes)).toEqual(await coloursOf(upright))
      const { width, height, exif, icc, iptc, xmp, orientation: left } = await sharp(bytes).metadata()
      expect([width, height]).toEqual([96, 32])
      expect([exif, icc, iptc, xmp, left]).toEqual([undefined, undefined, undefined, undefined, undefined])
    },
  )

  it('security: only the picture in a polyglot file is kept', async () => {
    for (const [what, upload] of Object.entries(await polyglots())) {
      const bytes = await bytesOf(upload)
      expect(await coloursOf(bytes), what).toEqual(asDrawn)
      expect(bytes.includes('alert'), what).toBe(false)
    }
  })

  it.each(Object.entries(noPictures))(
    'security: %s is refused by its first bytes, and is not decoded',
    async (_what, upload) => {
      expect(isPicture(upload)).toBe(false)
      expect(await decoding(decoder, rule)(upload, size)).toEqual({ ok: false, reason: 'damaged' })
    },
  )

  const half = (file: Buffer): Buffer => file.subarray(0, file.length / 2)
  const deep = { width: 5000, height: 5000, depth: 16, interlaced: true } as const
  const bomb = { width: 30_000, height: 30_000, depth: 1, colour: 0, unpackedBytes: 3751 * 30_000 } as const

  const large = { width: 8192, height: 6144, channels: 3, background: '#35c' } as const
  const noise = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.alloc(999, 'noise')])
  const startOfPng = blankPng({ width: 1, height: 1 }).subarray(0, 8)

  it.each([
    ['a header of 30,000 × 30,000', 'too_many_pixels', () => blankPng({ width: 30_000, height: 30_000 })],
    ['a decompression bomb of 30,000 × 30,000', 'too_many_pixels', () => blankPng(bomb)],
    [
      'a progressive 50 megapixels',
      'too_many_pixels',
      () => sharp({ create: large }).jpeg({ progressive: true }).toBuffer(),
    ],
    ['one pixel over 25 megapixels', 'too_many_pixels', () => blankPng({ width: 25_000_001, height: 1 })],
    ['25 megapixels of 64 bits, interlaced', 'too_costly', () => blankPng(deep)],
    ['noise that begins as a JPEG', 'damaged', () => noise],
    ['a JPEG that is cut off', 'damaged', async () => half(await photo.jpeg())],
    ['a PNG that is cut off', 'damaged', async () => half(await photo.png())],
    ['a WebP that is cut off', 'damaged', async () => half(await photo.webp())],
    ['a GIF that is cut off', 'damaged', async () => half(await photo.gif())],
    [
      'an SVG behind the start of a PNG',
      'damaged',
      () => Buffer.concat([startOfPng, noPictures['an SVG with a script']]),
    ],
  ])('error: the picture %s is refused as %s', async (_what, reason, make) => {
    expect(await decoding(decoder, rule)(await make(), size)).toEqual({ ok: false, reason })
  })
})

it.each(['avatar', 'background'] as const)('happy: every default %s matches its drawing', async (kind) => {
  const raw = (picture: Buffer) => sharp(picture).raw().toBuffer()
  for (const [index, drawing] of drawings[kind].entries()) {
    const [kept, fresh] = [await raw(defaultPicture(kind, index + 1)), await raw(await drawn(kind, drawing))]
    const apart = fresh.reduce((sum, part, at) => sum + Math.abs(part - (kept[at] ?? 255)), 0) / fresh.length
    expect(apart, `${kind} ${index + 1}`).toBeLessThan(1)
  }
  expect(drawings[kind]).toHaveLength(pictureRule[kind].defaults)
})

it.each([
  ['CPU', { maxCpuMs: 1 }],
  ['memory', { maxMemoryBytes: 100e6 }],
])('security: decoding beyond the limit of %s is refused as too costly', async (_what, limit) => {
  expect(await decoding(decoder, { ...rule, ...limit })(heavy(), size)).toEqual({ ok: false, reason: 'too_costly' })
})

it('security: a decoder that hangs is killed with the reason out of time', async () => {
  const make = decoding(scripted('setInterval(() => {}, 1000)'), { ...rule, maxMs: 100 })
  expect(await make(await photo.gif(), size)).toEqual({ ok: false, reason: 'out_of_time' })
})

it('security: a decoder that loops is killed by the kernel with the reason too costly', async () => {
  const looping = scripted("require('node:fs').closeSync(3); for (;;) {}")
  const make = decoding(looping, { ...rule, maxCpuMs: 400 })
  expect(await make(await photo.gif(), size)).toEqual({ ok: false, reason: 'too_costly' })
})

it.each([
  ['throws', 'throw new Error()'],
  ['prints nothing', ''],
])('error: a picture whose decoder %s is refused as damaged', async (_what, script) => {
  expect(await decoding(scripted(script), rule)(await photo.gif(), size)).toEqual({ ok: false, reason: 'damaged' })
})

it('security: pictures are decoded one at a time', async () => {
  const now = 'process.hrtime.bigint()'
  const script = `const at = ${now}; setTimeout(() => process.stdout.write(at + " " + ${now}), 50)`
  const make = decoding(scripted(script), rule)
  const pic = await photo.gif()
  const made = await Promise.all([1, 2, 3].map(() => make(pic, size)))
  const spans = made.map((each) => (each.ok ? each.bytes.toString().split(' ').map(BigInt) : []))
  const [first = [], second = [], third = []] = spans
  expect([(second[0] ?? 0n) > (first[1] ?? 0n), (third[0] ?? 0n) > (second[1] ?? 0n)]).toEqual([true, true])
})

it('error: a picture that does not fit into the queue is refused as busy', async () => {
  const make = decoding(scripted('setTimeout(() => process.stdout.write("made"), 50)'), rule)
  const pic = await photo.gif()
  const outcomes = await Promise.all(Array.from({ length: 20 }, () => make(pic, size)))
  expect(outcomes.slice(8)).toEqual(Array.from({ length: 12 }, () => ({ ok: false, reason: 'busy' })))
  expect(outcomes[0]).toMatchObject({ ok: true })
  // The queue is empty again.
  expect(await make(pic, size)).toMatchObject({ ok: true })
})

it('security: other calls are answered while a picture is decoded', async () => {
  const world = await openWorld(databases[0] as (typeof databases)[number])
  const { client } = await world.registerMobile()
  let isDecoding = true
  const made = decoding(decoder, rule)(heavy(), size).finally(() => {
    isDecoding = false
  })
  let answered = 0
  while (isDecoding) {
    expect(await client.accountInfo({})).toMatchObject({ ok: true })
    answered += 1
    // A call during decoding leaves no free turn before the decoder ends.
    await setImmediate()
  }
  expect(await made).toMatchObject({ ok: true })
  expect(answered).toBeGreaterThan(10)
  await world.close()
})
