import { z } from 'zod'
import { type CallName, calls } from './calls'

/** A deployment's own paths for calls, by name; a path may keep `{variant}`. */
export const pathMap = z.partialRecord(
  z.enum(Object.keys(calls) as [CallName, ...CallName[]]),
  z.string().startsWith('/'),
)
export type PathMap = z.output<typeof pathMap>
