import { z } from 'zod'
import { call } from '#contract/call'
import { changes, shows } from '#contract/operator/operator-power'
import { mayHaveReason, moment, ofOrganisation, ofUser, typed, withReason } from './fields'

export const showOrganisation = call({
  name: 'showOrganisation',
  summary: 'Shows an organisation. Its id is in the URLs of its pages.',
  method: 'GET',
  path: 'organisations/{sec_subject_uid}',
  input: z.object(ofOrganisation),
  output: z.object({
    name: z.string(),
    created_at: moment,
    /** Null: the organisation is being erased. */
    manager: z.object({ name: z.string(), user_id: z.string() }).nullable(),
    frozen_by: z.string().nullable(),
    erased_on: moment.nullable(),
    /** The invitations by SMS in 24 hours that the operator allows it. Null: what it has earned. */
    allowance: z.object({ most: z.number(), until: moment }).nullable(),
  }),
  errors: ['no_such_organisation'],
  ...shows('organisations'),
})

export const findOrganisations = call({
  name: 'findOrganisations',
  summary:
    'Finds organisations by id, or by the beginning of a name, ignoring case, accents, apostrophes and dashes. Returns the first 50 by name.',
  // The name of an organisation in a URL would be logged.
  path: 'organisations/find',
  input: z.object({ search: typed.trim().min(1) }),
  output: z.object({
    organisations: z.array(
      z.object({
        sec_subject_uid: z.string(),
        name: z.string(),
        created_at: moment,
        frozen_by: z.string().nullable(),
        erased_on: moment.nullable(),
      }),
    ),
    /** True when more exist. */
    has_more: z.boolean(),
  }),
  ...shows('organisations'),
})

const reasoned = z.object({ ...ofOrganisation, ...withReason })

export const nameOrganisation = call({
  name: 'nameOrganisation',
  summary: 'Gives an organisation a name that the operator has verified.',
  path: 'organisations/{sec_subject_uid}/name',
  input: z.object({ ...ofOrganisation, name: typed, ...mayHaveReason }),
  output: z.object({ name: z.string() }),
  errors: ['no_such_organisation'],
  ...changes('organisations', { undoneBy: 'nameOrganisation' }),
})

export const freezeOrganisation = call({
  name: 'freezeOrganisation',
  summary:
    'Suspends an organisation: its members have no access until an operator undoes it. The manager is notified of the reason.',
  path: 'organisations/{sec_subject_uid}/freeze',
  input: reasoned,
  output: z.object({ name: z.string(), was_closing: z.boolean() }),
  errors: ['no_such_organisation', 'already', 'being_erased'],
  ...changes('organisations', { undoneBy: 'unfreezeOrganisation', tells: ['organisation'] }),
})

export const unfreezeOrganisation = call({
  name: 'unfreezeOrganisation',
  summary: 'Ends the suspension of an organisation.',
  path: 'organisations/{sec_subject_uid}/unfreeze',
  input: reasoned,
  output: z.object({ name: z.string() }),
  errors: ['no_such_organisation', 'not_frozen', 'being_erased'],
  ...changes('organisations', { undoneBy: 'freezeOrganisation', tells: ['organisation'] }),
})

export const setManager = call({
  name: 'setManager',
  summary: 'Makes a user the manager of an organisation, after the operator has seen proof.',
  path: 'organisations/{sec_subject_uid}/manager',
  input: reasoned.extend(ofUser),
  output: z.object({ name: z.string(), was: z.string(), is: z.string() }),
  errors: ['no_such_organisation', 'no_such_user', 'not_open', 'no_address', 'already', 'too_many'],
  ...changes('organisations', { undoneBy: 'setManager', tells: ['organisation'], proof: 'factor' }),
})

export const allowInvitations = call({
  name: 'allowInvitations',
  summary: 'Raises the SMS invitations that an organisation may send per 24 hours, for some days.',
  path: 'organisations/{sec_subject_uid}/allow',
  input: reasoned.extend({ most: z.number(), days: z.number() }),
  output: z.object({ name: z.string(), until: moment }),
  errors: ['no_such_organisation'],
  ...changes('organisations', { undoneBy: 'allowInvitations', tells: ['organisation'], proof: 'factor' }),
})
