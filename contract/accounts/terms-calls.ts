import { z } from 'zod'
import { call } from '#contract/call'
import { termsVersionName } from '#contract/terms/fields'

export const acceptTerms = call({
  name: 'acceptTerms',
  power: { proof: 'session', tells: [], undoneBy: 'stays', limit: 'none' },
  summary:
    'Accepts a version of the operator’s terms, which is stored with the time. Repeating it changes nothing. Only the present version can be accepted: terms_due of accountInfo.',
  path: 'terms/accept',
  input: z.object({ terms_version: termsVersionName }),
  output: z.object({ done: z.boolean() }),
  errors: ['other_terms'],
  auth: 'user',
  whenTermsDue: true,
})
