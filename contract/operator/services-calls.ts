import { z } from 'zod'
import { call } from '#contract/call'
import { changes, shows } from '#contract/operator/operator-power'
import { idInPath, mayHaveReason, nothing, typed, typedList } from './fields'

const ofService = { id: idInPath }

export const listServices = call({
  name: 'listServices',
  summary: 'Lists the services that sign people in by CAS.',
  method: 'GET',
  path: 'services',
  input: z.object({}),
  output: z.object({
    services: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        url: z.string(),
        attributes: z.array(z.string()),
        logout_url: z.string().nullable(),
        may_gateway: z.boolean(),
      }),
    ),
  }),
  ...shows('clients'),
})

export const addService = call({
  name: 'addService',
  summary: 'Registers a service by its exact address. It gets only the user id until changeService gives it more.',
  path: 'services',
  input: z.object({ id: typed, url: typed, name: typed, ...mayHaveReason }),
  output: nothing,
  errors: ['taken'],
  ...changes('clients', { undoneBy: 'removeService' }),
})

export const changeService = call({
  name: 'changeService',
  summary: 'Changes the given fields of a service.',
  path: 'services/{id}',
  input: z.object({
    ...ofService,
    attributes: typedList.optional(),
    /** Null: the service is not notified of the end of a session. */
    logout_url: typed.nullable().optional(),
    may_gateway: z.boolean().optional(),
    ...mayHaveReason,
  }),
  output: nothing,
  errors: ['no_such_service'],
  ...changes('clients', { undoneBy: 'changeService' }),
})

export const removeService = call({
  name: 'removeService',
  summary: 'Removes a service. Its id is never used again.',
  path: 'services/{id}/remove',
  input: z.object({ ...ofService, ...mayHaveReason }),
  output: nothing,
  errors: ['no_such_service'],
  ...changes('clients', { undoneBy: 'stays' }),
})
