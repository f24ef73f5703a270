import { z } from 'zod'
import { isAtMost } from './characters'
import { sensitive } from './sensitive'

/** The longest name of a device, in characters. */
export const deviceNameMaxLength = 60

/**
 * The name that a person gives to a device, in one line. They alone see it, so it is no name to be reviewed. The empty
 * text takes it away.
 */
export const givenDeviceName = sensitive(
  z
    .string()
    .trim()
    .refine(isAtMost(deviceNameMaxLength))
    .regex(/^[^\p{Cc}\u202a-\u202e\u2066-\u2069]*$/u),
)

/** The name of a device in a list. Null where it has none. */
export const deviceName = z.string().nullable().default(null)
