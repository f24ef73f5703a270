import { z } from 'zod'
import { personNameMaxLength, personNameOrNone } from './person-name'

/** The longest name of a device, in characters. */
export const deviceNameMaxLength = personNameMaxLength

/** The name that a person gives to a device, by the rules for names of people. The empty text takes it away. */
export const givenDeviceName = personNameOrNone

/** The name of a device in a list. Null where it has none. */
export const deviceName = z.string().nullable().default(null)
