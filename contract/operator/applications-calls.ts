import { z } from 'zod'
import { idInPath, mayHaveReason, nothing, typed } from './fields'
import { changes, operatorCall, reveals, shows } from './operator-call'

const input = z.object({ aid: idInPath, ...mayHaveReason })

/** What the web app of an application has as its ACCOUNT_API_KEY. */
const withKey = z.object({ key: z.string() })

export const listApplications = operatorCall({
  name: 'listApplications',
  summary: 'Lists the other web apps on this account API, without their keys.',
  method: 'GET',
  path: 'applications',
  input: z.object({}),
  output: z.object({
    applications: z.array(
      z.object({
        aid: z.string(),
        name: z.string(),
        url: z.string(),
        key_version: z.number().int(),
        is_enabled: z.boolean(),
      }),
    ),
  }),
  power: shows('clients'),
})

export const addApplication = operatorCall({
  name: 'addApplication',
  summary: 'Registers a web app by its PUBLIC_URL, and shows its key.',
  path: 'applications',
  input: input.extend({ url: typed, name: typed }),
  output: withKey,
  errors: ['taken', 'too_many'],
  power: changes('clients', { undoneBy: 'disableApplication' }),
})

export const changeApplication = operatorCall({
  name: 'changeApplication',
  summary: 'Changes the name or the address of an application.',
  path: 'applications/{aid}',
  input: input.extend({ name: typed.optional(), url: typed.optional() }),
  output: nothing,
  errors: ['no_such_application', 'taken'],
  power: changes('clients', { undoneBy: 'changeApplication' }),
})

export const showApplicationKey = operatorCall({
  name: 'showApplicationKey',
  summary: 'Shows the newest key of an application.',
  path: 'applications/{aid}/key',
  input,
  output: withKey,
  errors: ['no_such_application'],
  power: reveals('clients'),
})

export const renewApplicationKey = operatorCall({
  name: 'renewApplicationKey',
  summary: 'Makes another key of an application. The one before works until the next time.',
  path: 'applications/{aid}/new-key',
  input,
  output: withKey,
  errors: ['no_such_application'],
  power: changes('clients', { undoneBy: 'stays' }),
})

export const disableApplication = operatorCall({
  name: 'disableApplication',
  summary: 'Refuses the calls of an application, and leads nobody there.',
  path: 'applications/{aid}/disable',
  input,
  output: nothing,
  errors: ['no_such_application'],
  power: changes('clients', { undoneBy: 'enableApplication' }),
})

export const enableApplication = operatorCall({
  name: 'enableApplication',
  summary: 'Accepts the calls of an application again.',
  path: 'applications/{aid}/enable',
  input,
  output: nothing,
  errors: ['no_such_application'],
  power: changes('clients', { undoneBy: 'disableApplication' }),
})
