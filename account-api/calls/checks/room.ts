import { hashQueue } from '#account-api/verification/hashing/hash-queue'
import { refuse } from '#contract/server'
import type { Check } from './check'

/** When to retry a call that found the queue of hashes full. */
export const busy = () => refuse('busy', { retry_after: 5 })

/** Checks that a password can be hashed now. */
export const room: Check = ({ row }) => (row.hashes && hashQueue.isFull() ? busy() : {})
