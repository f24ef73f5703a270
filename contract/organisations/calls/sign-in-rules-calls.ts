import { z } from 'zod'
import { call } from '#contract/call'
import { inSubject } from '#contract/organisations/organisation-fields'
import { actingHours, mostGraceDays, proofMinutes } from '#contract/organisations/sign-in-rules'
import { reads } from '#contract/terms/power'

/** One of these numbers, or 0 for none. */
const oneOf = (numbers: readonly number[]) =>
  z.coerce.number().refine((number) => number === 0 || numbers.includes(number))

const rules = z.object({
  /** From when members need a second factor. Null: they need none. */
  second_factor_from: z.iso.datetime().nullable(),
  /** The maximum age of a verification for an act of administration. Null: each call decides. */
  proof_minutes: z.number().int().nullable(),
  /** The maximum age of a verification for any act in the organisation. Null: a session is enough. */
  acting_hours: z.number().int().nullable(),
})

export const signInRules = call({
  name: 'signInRules',
  power: reads('session'),
  summary:
    'Returns the sign-in rules of the organisation. has_second_factor is whether the caller has a second factor.',
  method: 'GET',
  path: '/passport/org/rules/info',
  input: z.object(inSubject),
  output: rules.extend({ has_second_factor: z.boolean() }),
  auth: 'member',
  needs: 'manager',
})

export const updateSignInRules = call({
  name: 'updateSignInRules',
  power: { proof: 'second', act: 'organisation', tells: ['organisation'], undoneBy: 'others', limit: 'rules' },
  summary:
    'Changes the sign-in rules of the organisation. Omitted fields stay. second_factor=1 needs a second factor of the caller. grace_days count from now; without grace_days, an existing rule keeps its day. Members without a second factor are notified. A rule of minutes or hours ends with 0.',
  path: '/passport/org/rules/update',
  input: z.object({
    ...inSubject,
    second_factor: z.coerce.number().int().min(0).max(1).optional(),
    grace_days: z.coerce.number().int().min(0).max(mostGraceDays).optional(),
    proof_minutes: oneOf(proofMinutes).optional(),
    acting_hours: oneOf(actingHours).optional(),
  }),
  output: rules,
  auth: 'member',
  needs: 'manager',
  event: 'if_changed',
})
