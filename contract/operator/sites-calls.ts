import { z } from 'zod'
import { call } from '#contract/call'
import { changes, shows } from '#contract/operator/operator-power'
import { idInPath, mayHaveReason, nothing, typed, typedList } from './fields'

const ofSite = { id: idInPath }

export const listSites = call({
  name: 'listSites',
  summary: 'Lists the protected sites.',
  method: 'GET',
  path: 'sites',
  input: z.object({}),
  output: z.object({
    sites: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        origin: z.string(),
        /** The groups that are let in. Empty: everybody who is signed in. */
        people: z.array(z.string()),
        facts: z.array(z.string()),
      }),
    ),
  }),
  ...shows('clients'),
})

export const addSite = call({
  name: 'addSite',
  summary: 'Registers a site by its origin. It gets only the user id until changeSite gives it more.',
  path: 'sites',
  input: z.object({ id: typed, origin: typed, people: typedList, name: typed, ...mayHaveReason }),
  output: nothing,
  errors: ['taken'],
  ...changes('clients', { undoneBy: 'removeSite' }),
})

export const changeSite = call({
  name: 'changeSite',
  summary: 'Changes the given fields of a site, from its next request on.',
  path: 'sites/{id}',
  input: z.object({ ...ofSite, people: typedList.optional(), facts: typedList.optional(), ...mayHaveReason }),
  output: nothing,
  errors: ['no_such_site'],
  ...changes('clients', { undoneBy: 'changeSite' }),
})

export const removeSite = call({
  name: 'removeSite',
  summary: 'Removes a site, and ends its tickets and sessions. Its id is never used again.',
  path: 'sites/{id}/remove',
  input: z.object({ ...ofSite, ...mayHaveReason }),
  output: nothing,
  errors: ['no_such_site'],
  ...changes('clients', { undoneBy: 'stays' }),
})
