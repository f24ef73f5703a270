/** The ages, in minutes, of the last verification after which an act of administration asks for another one. */
export const proofMinutes = [10, 30, 60, 480] as const

/** The ages, in hours, of the last verification after which every act for the organisation asks for another one. */
export const actingHours = [8, 24, 168, 720] as const

/** The most days that a rule about second factors leaves to the members. */
export const mostGraceDays = 90
