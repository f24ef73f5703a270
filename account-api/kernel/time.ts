// Durations in milliseconds.

export const seconds = (count: number): number => count * 1000
export const minutes = (count: number): number => seconds(60 * count)
export const hours = (count: number): number => minutes(60 * count)
export const days = (count: number): number => hours(24 * count)

/** The seconds from now until a time: whole, and at least 1. */
export const secondsUntil = (clock: { now(): number }, at: number): number =>
  Math.max(1, Math.ceil((at - clock.now()) / 1000))
