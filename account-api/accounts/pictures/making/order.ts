import type { Size } from '#account-api/accounts/pictures/kinds'

/** The arguments of a decoder's process: what to make, and the limits, including all of its memory. */
export interface Order extends Size {
  maxPixels: number
  maxPhotoPixels: number
  maxCpuMs: number
  maxMemoryBytes: number
}

/** The exit codes of a decoder that made nothing. */
export const exitCodes = { damaged: 10, too_many_pixels: 11, too_costly: 12 }

/** The file descriptor that a decoder closes when it has loaded all it needs. Only then does it get the upload. */
export const readyPipe = 3

/** The file in which Linux tells a process its own memory. */
export const memoryFile = '/proc/self/status'
