// Makes one picture out of one upload, in a process of its own: a file that is made to exhaust or to break a decoder
// exhausts or breaks nothing else. The upload comes by standard input, the JPEG leaves by standard output; the exit code
// says why there is none. It watches itself, and dies at once when it takes too much.
import { buffer } from 'node:stream/consumers'
import sharp, { type Metadata } from 'sharp'
import { exitCodes, type Order } from './order'

const order = JSON.parse(process.argv[2] ?? '') as Order

const formats = ['Jpeg', 'Png', 'Webp', 'Nsgif']
// Of all that the library can open, only these are ever tried, whatever a file says that it is.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: formats.map((name) => `VipsForeignLoad${name}`) })
sharp.cache(false)
sharp.concurrency(1)

/** An interlaced PNG is unpacked whole before anything is made of it. */
const mostUnpackedBytes = 128e6
const sampleBytes: Record<string, number> = { uchar: 1, ushort: 2 }

type Reason = keyof typeof exitCodes

const refusalOf = ({ format, width, height, channels, depth, isProgressive }: Metadata): Reason | undefined => {
  if (width * height > order.maxPixels) return 'too_many_pixels'
  const unpacked = width * height * channels * (sampleBytes[depth] ?? 8)
  return format === 'png' && isProgressive && unpacked > mostUnpackedBytes ? 'too_costly' : undefined
}

/** Ends this process. Not by an exit, which would wait for the decoder's threads. */
const giveUp = () => process.kill(process.pid, 'SIGKILL')

const watch = (): void => {
  setTimeout(giveUp, order.maxMs)
  setInterval(() => process.memoryUsage.rss() > order.maxMemoryBytes && giveUp(), 5)
}

const upload = await buffer(process.stdin)
const { width, height } = order

const make = async (): Promise<Buffer | Reason> => {
  // What can be told by the header is told by it.
  const metadata = await sharp(upload, { limitInputPixels: false }).metadata()
  const refusal = refusalOf(metadata)
  if (refusal) return refusal
  const { orientation = 1 } = metadata
  // Turned when it is small: turning needs all of a picture at once. So a picture that lies on its side is cropped so.
  const lies = orientation >= 5
  const small = await sharp(upload, { limitInputPixels: order.maxPixels, failOn: 'error', pages: 1 })
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
process.stdout.write(made, () => process.exit(0))
