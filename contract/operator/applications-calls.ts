import { z } from 'zod'
import { call } from '#contract/call'
import { changes, type OperatorPower, revealsInFull, shows } from '#contract/operator/operator-power'
import { idInPath, mayHaveReason, nothing, typed } from './fields'

const input = z.object({ aid: idInPath, ...mayHaveReason })

/** The ACCOUNT_API_KEY of the application's web app. */
const withKey = z.object({ key: z.string() })

export const listApplications = call({
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
  ...shows('clients'),
})

export const addApplication = call({
  name: 'addApplication',
  summary: 'Registers a web app by its PUBLIC_URL, and shows its key.',
  path: 'applications',
  input: input.extend({ url: typed, name: typed }),
  output: withKey,
  errors: ['taken', 'too_many'],
  ...changes('all', { undoneBy: 'disableApplication', tells: ['operators'] }),
})

export const changeApplication = call({
  name: 'changeApplication',
  summary: 'Changes the name or the address of an application.',
  path: 'applications/{aid}',
  input: input.extend({ name: typed.optional(), url: typed.optional() }),
  output: nothing,
  errors: ['no_such_application', 'taken'],
  ...changes('all', { undoneBy: 'changeApplication' }),
})

const errors = ['no_such_application'] as const
const summaries = {
  key: 'Shows the newest key of an application.',
  'new-key': 'Makes another key of an application. The previous key works until the next call.',
  disable: 'Refuses the calls of an application, and shows no links to it.',
  enable: 'Accepts the calls of an application again.',
}

const act = <const Name extends string, Output extends z.ZodObject>(
  name: Name,
  does: keyof typeof summaries,
  more: { output: Output; auth: 'operator'; power: OperatorPower; once?: boolean },
) => call({ name, summary: summaries[does], path: `applications/{aid}/${does}`, input, errors, ...more })

export const showApplicationKey = act('showApplicationKey', 'key', {
  output: withKey,
  ...revealsInFull(['all'], ['operators']),
})

export const renewApplicationKey = act('renewApplicationKey', 'new-key', {
  output: withKey,
  ...changes('all', { undoneBy: 'stays', tells: ['operators'] }),
  once: true,
})

export const disableApplication = act('disableApplication', 'disable', {
  output: nothing,
  ...changes('clients', { undoneBy: 'enableApplication' }),
})

export const enableApplication = act('enableApplication', 'enable', {
  output: nothing,
  ...changes('all', { undoneBy: 'disableApplication' }),
})
