import { z } from 'zod'
import { keptOfClient } from './kept-of-client'

/** A way to a client that a browser takes only after a page of ours, which names the host. */
const leaving = z.object({
  clientId: z.string(),
  /** The address of the client, with its error. */
  url: z.string(),
  /** What is posted there. Null: the browser just goes there. */
  posts: z.record(z.string(), z.string()).nullable(),
})

export const { keep: keepLeaving, find: findLeaving } = keptOfClient('Leaving', leaving)
