import { z } from 'zod'
import { keptOfClient } from './kept-of-client'

/** An application's request to sign a person out here. The protocol has checked it. */
const signOutRequest = z.object({
  clientId: z.string(),
  /** Null: the application names no person. */
  accountId: z.string().nullable(),
  /** Null: the application names no address. */
  returnsTo: z.string().nullable(),
})

export const { keep: keepSignOut, find: findSignOut } = keptOfClient('SignOut', signOutRequest)
