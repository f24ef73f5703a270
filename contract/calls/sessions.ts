import { z } from 'zod'
import { signInWays } from '../activity'
import { call } from '../call'
import { client } from '../fields'

export const listSessions = call({
  name: 'listSessions',
  summary: 'Where the person is signed in: this session first, then the one that was seen last; at most 100.',
  method: 'GET',
  path: 'session/list',
  input: z.object({}),
  output: z.object({
    sessions: z.array(
      z.object({
        session_id: z.string(),
        is_current: z.boolean(),
        client,
        /** The network address that it began from; empty where it is not known. */
        address: z.string(),
        way: z.enum(signInWays).nullable(),
        signed_in_at: z.iso.datetime(),
        /** Noted hourly at most. */
        last_seen_at: z.iso.datetime(),
      }),
    ),
  }),
  auth: 'user',
})

export const endSession = call({
  name: 'endSession',
  summary: 'Ends one session of this person, from its next call on. Their own present one: that is signing out.',
  path: 'session/end',
  input: z.object({ session_id: z.string().min(1).max(64) }),
  output: z.object({ done: z.boolean() }),
  errors: ['no_such_session'],
  auth: 'user',
})

export const endOtherSessions = call({
  name: 'endOtherSessions',
  summary: 'Ends every session of this person but the present one.',
  path: 'session/end_others',
  input: z.object({}),
  output: z.object({ ended: z.number().int() }),
  auth: 'user',
})
