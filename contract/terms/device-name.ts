import { z } from 'zod'
import { line } from './characters'
import { sensitive } from './sensitive'

/** The maximum length of a device's name, in characters. */
export const deviceNameMaxLength = 60

/**
 * The name that a person gives to a device, in one line. Only they see it, so it is not reviewed. The empty text
 * removes it.
 */
export const givenDeviceName = sensitive(line(deviceNameMaxLength))

/** The name of a device in a list. Null: none. */
export const deviceName = z.string().nullable().default(null)
