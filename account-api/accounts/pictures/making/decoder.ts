// Decodes one upload in its own process, so that a file that exhausts or breaks the decoder harms nothing else. It
// reads the upload from standard input and writes the JPEG to standard output. If there is no picture, the exit code
// says why.
// The process watches its memory and ends when it takes too much. Once it is ready it cannot open files, so nothing
// here may load a file late.
import { closeSync, openSync, readSync } from 'node:fs'
import { buffer } from 'node:stream/consumers'
import type { Metadata } from 'sharp'
import { exitCodes, memoryFile, type Order, readyPipe } from './order'

const [, , library = '', given = ''] = process.argv
const order = JSON.parse(given) as Order
const { default: sharp } = (await import(library)) as typeof import('sharp')

const formats = ['Jpeg', 'Png', 'Webp', 'Nsgif']
// The library tries only these formats, whatever a file claims to be.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: formats.map((name) => `VipsForeignLoad${name}`) })
sharp.cache(false)
sharp.concurrency(1)

/** The whole of an interlaced PNG is unpacked first. */
const mostUnpackedBytes = 128e6
const sampleBytes: Record<string, number> = { uchar: 1, ushort: 2 }

type Reason = keyof typeof exitCodes

const refusalOf = ({ format, width, height, channels, depth, isProgressive }: Metadata): Reason | undefined => {
  const isPhoto = format === 'jpeg' && !isProgressive
  if (width * height > (isPhoto ? order.maxPhotoPixels : order.maxPixels)) return 'too_many_pixels'
  const unpacked = width * height * channels * (sampleBytes[depth] ?? 8)
  return format === 'png' && isProgressive && unpacked > mostUnpackedBytes ? 'too_costly' : undefined
}

/** Kills this process. A normal exit would wait for the decoder's threads. */
const giveUp = () => process.kill(process.pid, 'SIGKILL')

/** Opened early, because the process cannot open files later. */
const memory = process.platform === 'linux' ? openSync(memoryFile, 'r') : undefined
const status = Buffer.alloc(4096)

const usedBytes = (): number => {
  if (memory === undefined) return process.memoryUsage.rss()
  const text = status.toString('latin1', 0, readSync(memory, status, 0, status.length, 0))
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(text)?.[1]) * 1024
}

const watch = (): void => {
  const before = process.cpuUsage()
  const usedMs = (): number => {
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1000
  }
  setInterval(() => (usedMs() > order.maxCpuMs || usedBytes() > order.maxMemoryBytes) && giveUp(), 5)
}

/** Makes a small picture, so that the library loads everything that it needs. */
const warmUp = () =>
  sharp({ create: { width: 8, height: 8, channels: 3, background: '#fff' } })
    .jpeg()
    .toBuffer()

const { stdin, stdout } = process
await warmUp()
closeSync(readyPipe)
const upload = await buffer(stdin)
const { width, height } = order

const make = async (): Promise<Buffer | Reason> => {
  // Judges by the header everything that the header shows.
  const metadata = await sharp(upload, { limitInputPixels: false }).metadata()
  const refusal = refusalOf(metadata)
  if (refusal) return refusal
  const { orientation = 1 } = metadata
  // Turned after the resize, because turning needs the whole picture in memory. A picture stored on its side is cropped
  // on its side.
  const lies = orientation >= 5
  const small = await sharp(upload, { limitInputPixels: order.maxPhotoPixels, failOn: 'error', pages: 1 })
    .resize(lies ? height : width, lies ? width : height, { fit: 'cover' })
    .flatten({ background: '#fff' })
    .withMetadata({ orientation })
    .png({ compressionLevel: 1 })
    .toBuffer()
  return sharp(small).autoOrient().jpeg({ quality: 82, mozjpeg: true }).toBuffer()
}

watch()
const made = await make().catch((): Reason => 'damaged')
if (typeof made === 'string') process.exit(exitCodes[made])
stdout.write(made, () => process.exit(0))
