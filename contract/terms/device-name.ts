import { z } from 'zod'
import { line } from './characters'
import { sensitive } from './sensitive'

/** The longest name of a device, in characters. */
export const deviceNameMaxLength = 60

/**
 * The name that a person gives to a device, in one line. They alone see it, so it is no name to be reviewed. The empty
 * text takes it away.
 */
export const givenDeviceName = sensitive(line(deviceNameMaxLength))

/** The name of a device in a list. Null where it has none. */
export const deviceName = z.string().nullable().default(null)
