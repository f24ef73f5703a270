import { z } from 'zod'
import { keptOfClient } from './kept-of-client'

/** A redirect to a client that a browser follows only after our page, which shows the host. */
const leaving = z.object({
  clientId: z.string(),
  /** The address of the client, with its error. */
  url: z.string(),
  /** The fields that are posted there. Null: a plain redirect. */
  posts: z.record(z.string(), z.string()).nullable(),
})

export const { keep: keepLeaving, find: findLeaving } = keptOfClient('Leaving', leaving)
