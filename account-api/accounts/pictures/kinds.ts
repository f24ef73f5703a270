import type { pictureRefusals } from '#contract/accounts/account-errors'
import { pictureMaxBytes } from '#contract/terms/fields'

export type PictureKind = 'avatar' | 'background'

/** Width and height in pixels. */
export interface Size {
  width: number
  height: number
}

/** The limits of an upload, and the size of each picture. `defaults`: how many default pictures exist. */
export const pictureRule = {
  maxBytes: pictureMaxBytes,
  maxPixels: 25_000_000,
  /** For a baseline JPEG, as cameras write: it is decoded line by line, so it needs less memory. */
  maxPhotoPixels: 64_500_000,
  avatar: { width: 256, height: 256, defaults: 8 },
  background: { width: 960, height: 320, defaults: 4 },
}

export const identityPictureSize: Size = { width: 96, height: 96 }

/**
 * Fetches a picture from an address given by an outsider: any file of at most {@link pictureRule.maxBytes}. Undefined:
 * it may not be fetched, or took too long.
 */
export type FetchPicture = (url: string) => Promise<Uint8Array | undefined>

export type Refusal = (typeof pictureRefusals)[number]

/**
 * Makes a JPEG of this size from an upload: upright, cropped to cover, and without metadata. 'busy': too many uploads
 * wait already. 'out_of_time': the decoding began, and the machine had too little time for it.
 */
export type MakePicture = (
  upload: Uint8Array,
  size: Size,
) => Promise<{ ok: true; bytes: Buffer } | { ok: false; reason: Refusal | 'busy' | 'out_of_time' }>

/** The bytes of a default picture. Numbers start at 1. */
export type DefaultPicture = (kind: PictureKind, number: number) => Buffer
