import { z } from 'zod'
import { call } from '#contract/call'
import { organisationActs } from '#contract/organisations/organisation-acts'
import { loggedId, logKey, longestLogPage, secSubjectUid } from '#contract/organisations/organisation-fields'
import { client, timeZoneInForce } from '#contract/terms/fields'
import { reads } from '#contract/terms/power'

const day = z.iso.date()

/** The values that an act has changed, by their names. */
const values = z.record(z.string(), z.unknown()).nullable().default(null)

/** Somebody or something, by the name at that time. `id` is public; empty for the operator and the account API. */
const named = z.object({ id: z.string(), name: z.string() })

export const listSubjectLog = call({
  name: 'listSubjectLog',
  power: reads('session'),
  summary:
    'Returns the log of the organisation, newest first. Returns the first page, or the entries before or after a key. Days are in time_zone, and `until` is included. Entries are kept for kept_days. No client addresses are shown.',
  method: 'GET',
  path: '/passport/org/log/list',
  input: z.object({
    sec_subject_uid: secSubjectUid,
    page_size: z.coerce.number().int().min(1).max(longestLogPage).default(10),
    before: logKey.optional(),
    after: logKey.optional(),
    kind: z.enum(organisationActs).optional(),
    /** The identity that acted, and what was changed. */
    actor: loggedId.optional(),
    target: loggedId.optional(),
    since: day.optional(),
    until: day.optional(),
  }),
  output: z.object({
    entries: z.array(
      z.object({
        key: logKey,
        at: z.iso.datetime(),
        kind: z.enum(organisationActs),
        actor: named,
        target: named,
        before: values,
        after: values,
        client,
      }),
    ),
    /** The key of the first entry, if newer ones exist: `after` lists them. */
    newer: logKey.optional(),
    /** The key of the last entry, if older ones exist: `before` lists them. */
    older: logKey.optional(),
    kept_days: z.number().int(),
    time_zone: timeZoneInForce,
  }),
  auth: 'member',
  needs: 'log.read',
})
