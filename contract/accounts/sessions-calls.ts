import { z } from 'zod'
import { call } from '#contract/call'
import { signInWays } from '#contract/terms/activity'
import { deviceName, givenDeviceName } from '#contract/terms/device-name'
import { client, timeZoneInForce } from '#contract/terms/fields'
import { endsYoung, reads } from '#contract/terms/power'

export const listSessions = call({
  name: 'listSessions',
  power: reads('session'),
  summary: 'Returns the sessions of the account, at most 100: the current one first, then the most recently seen.',
  method: 'GET',
  path: 'session/list',
  input: z.object({}),
  output: z.object({
    sessions: z.array(
      z.object({
        session_id: z.string(),
        is_current: z.boolean(),
        client,
        name: deviceName,
        /** The client address at which it began; empty if unknown. */
        address: z.string(),
        way: z.enum(signInWays).nullable(),
        signed_in_at: z.iso.datetime(),
        /** Updated once an hour at most. */
        last_seen_at: z.iso.datetime(),
      }),
    ),
    time_zone: timeZoneInForce,
  }),
  auth: 'user',
})

export const nameSession = call({
  name: 'nameSession',
  power: { proof: 'session', tells: [], undoneBy: 'stays', limit: 'none' },
  summary:
    'Names the device of a session of the account, for its own lists and messages; an empty name removes the name. Later sign-ins in the same browser get the name, too.',
  path: 'session/name',
  input: z.object({ session_id: z.string().min(1).max(64), name: givenDeviceName }),
  output: z.object({ done: z.boolean() }),
  errors: ['no_such_session'],
  auth: 'user',
})

export const endSession = call({
  name: 'endSession',
  power: { proof: 'session', tells: [], undoneBy: 'nothing', limit: 'none' },
  summary: 'Ends one session of the account, from its next call on. Ending the current session signs out.',
  path: 'session/end',
  input: z.object({ session_id: z.string().min(1).max(64) }),
  output: z.object({ done: z.boolean() }),
  errors: ['no_such_session'],
  auth: 'user',
})

export const endOtherSessions = call({
  name: 'endOtherSessions',
  power: { proof: 'session', tells: ['organisation', ...endsYoung], undoneBy: 'nothing', limit: 'none' },
  summary: 'Ends every session of the account except the current one.',
  path: 'session/end_others',
  input: z.object({}),
  output: z.object({ ended: z.number().int() }),
  auth: 'user',
})
