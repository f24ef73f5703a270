/**
 * The possible ages, in minutes, of the last verification after which an act of administration requires another one.
 */
export const proofMinutes = [10, 30, 60, 480] as const

/**
 * The possible ages, in hours, of the last verification after which every act in the organisation requires another one.
 */
export const actingHours = [8, 24, 168, 720] as const

/** The maximum number of days of grace of a rule about second factors. */
export const mostGraceDays = 90
