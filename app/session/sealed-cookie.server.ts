import type { z } from 'zod'
import { cookie, readCookie } from './cookie.server'
import { seal, unseal } from './seal.server'

interface Options<Schema> {
  name: string
  /** The use of its key: a value of another purpose does not open. */
  purpose: string
  /** How long the value can be opened. */
  minutes: number
  /** How much longer the browser keeps the cookie, so a page can tell an expired one from none. */
  afterwardsMinutes?: number
  /** Only requests below it carry the cookie. */
  path?: string
  /** Every request of a person carries the cookie. */
  isFrequent?: boolean
  schema: Schema
}

/** A cookie whose value only this app can read, and that no browser can change. */
export const sealedCookie = <Schema extends z.ZodObject>({
  name,
  purpose,
  minutes,
  afterwardsMinutes = 0,
  path = '/',
  isFrequent = false,
  schema,
}: Options<Schema>) => ({
  /**
   * The value in a request, or in a bare Cookie header. Undefined when it is missing, changed, expired, or of another
   * purpose or shape.
   */
  read: async (from: Request | string): Promise<z.output<Schema> | undefined> => {
    const sealed = readCookie(from, name, path)
    return sealed === undefined ? undefined : schema.safeParse(await unseal(sealed, { purpose, isFrequent })).data
  },

  /** True when a request, or a bare Cookie header, carries the cookie, even one that cannot be opened. */
  isIn: (from: Request | string): boolean => readCookie(from, name, path) !== undefined,

  /**
   * The Set-Cookie header that stores a value, replacing an earlier one.
   * @param isBrief the browser drops it when it is closed
   */
  write: async (value: z.output<Schema>, { isBrief = false } = {}): Promise<string> =>
    cookie(name, await seal(value, { purpose, minutes }), {
      ...(!isBrief && { maxAgeSeconds: (minutes + afterwardsMinutes) * 60 }),
      path,
    }),

  /** The Set-Cookie header that deletes the cookie. */
  clear: (): string => cookie(name, '', { maxAgeSeconds: 0, path }),
})
