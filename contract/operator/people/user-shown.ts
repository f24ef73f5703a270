import { z } from 'zod'
import { moment, undelivered } from '#contract/operator/fields'

/** The data of a person for an operator. It contains no password, secret, code, token or link. */
export const userShown = z.object({
  user_id: z.string(),
  username: z.string(),
  /** The name that the person uses. Null: the username. */
  name: z.string().nullable(),
  mobile: z.string().nullable(),
  email: z.string().nullable(),
  /** An email that nobody has confirmed. */
  unverified_email: z.string().nullable(),
  recovery_email: z.string().nullable(),
  created_at: moment,
  last_used_at: moment,
  frozen_at: moment.nullable(),
  frozen_reason: z.string().nullable(),
  erased_on: moment.nullable(),
  /** `set_at` is null for a password from the registration. */
  password: z.object({ set_at: moment.nullable(), is_breached: z.boolean() }).nullable(),
  authenticator: z
    .object({
      since: moment,
      /** True when every sign-in requires it. */
      is_asked: z.boolean(),
      recovery_codes: z.number(),
    })
    .nullable(),
  passkeys: z.array(z.object({ name: z.string(), made_at: moment, used_at: moment.nullable() })),
  platforms: z.array(z.object({ platform: z.string(), name: z.string(), bound_at: moment })),
  /** Pending changes. The replacement of the method is masked. */
  pending: z.array(z.object({ method: z.string(), takes_effect_at: moment, becomes: z.string().nullable() })),
  sessions: z.array(
    z.object({
      browser: z.string(),
      system: z.string(),
      network: z.string(),
      way: z.string(),
      created_at: moment,
      last_seen_at: moment,
    }),
  ),
  /** The newest acts. */
  activity: z.array(z.object({ at: moment, kind: z.string(), detail: z.string() })),
  /** Waiting messages, and those that were given up. */
  messages: z.array(undelivered),
  organisations: z.array(
    z.object({
      sec_subject_uid: z.string(),
      name: z.string(),
      is_manager: z.boolean(),
      roles: z.array(z.string()),
      is_frozen: z.boolean(),
    }),
  ),
})

export type UserShown = z.output<typeof userShown>
