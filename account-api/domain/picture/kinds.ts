import type { pictureRefusals } from '../../../contract/errors'
import { pictureMaxBytes } from '../../../contract/fields'

export type PictureKind = 'avatar' | 'background'

/** Width and height in pixels. */
export interface Size {
  width: number
  height: number
}

/** What goes in, and what comes out of it. `defaults`: how many there are to choose from. */
export const pictureRule = {
  maxBytes: pictureMaxBytes,
  maxPixels: 25_000_000,
  avatar: { width: 256, height: 256, defaults: 8 },
  background: { width: 960, height: 320, defaults: 4 },
}

export type Refusal = (typeof pictureRefusals)[number]

/**
 * Makes a JPEG of a size out of the bytes of an upload: turned upright, cropped to cover, and with nothing of the upload
 * left in it. 'busy': too many pictures wait already.
 */
export type MakePicture = (
  upload: Uint8Array,
  size: Size,
) => Promise<{ ok: true; bytes: Buffer } | { ok: false; reason: Refusal | 'busy' }>

/** The bytes of a default, by its number from 1. */
export type DefaultPicture = (kind: PictureKind, number: number) => Buffer
