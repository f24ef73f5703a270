import type { Size } from '../../domain/picture/kinds'

/** What a decoder's process is told: what to make, and what it may take for it, all of its memory counted. */
export interface Order extends Size {
  maxPixels: number
  maxMs: number
  maxMemoryBytes: number
}

/** The exit codes of a decoder that made nothing. */
export const exitCodes = { damaged: 10, too_many_pixels: 11, too_costly: 12 }
