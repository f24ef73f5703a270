import { z } from 'zod'
import { call } from '#contract/call'
import { termsVersionName } from '#contract/terms/fields'

export const acceptTerms = call({
  name: 'acceptTerms',
  power: { proof: 'session', tells: [], undoneBy: 'stays', limit: 'none' },
  summary:
    'Records, with the time, that the account accepts a version of the operator’s terms. Repeating it changes nothing. Only the current version can be accepted. accountInfo returns it as terms_due.',
  path: 'terms/accept',
  input: z.object({ terms_version: termsVersionName }),
  output: z.object({ done: z.boolean() }),
  errors: ['other_terms'],
  auth: 'user',
  whenTermsDue: true,
  event: 'if_changed',
})
