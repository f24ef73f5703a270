import { z } from 'zod'
import { call } from '#contract/call'
import { email, mobile, no } from '#contract/terms/fields'

const answer = z.object({ is_registered: no })

export const isMobileRegistered = call({
  name: 'isMobileRegistered',
  power: { proof: 'none', tells: [], undoneBy: 'nothing', limit: 'registeredChecks' },
  summary:
    'Returns whether a mobile is bound to an account. Limited per client address, and needs a captcha each time.',
  path: 'mobile/is_registered',
  input: z.object({ mobile }),
  output: answer,
  errors: ['captcha_required'],
})

export const isEmailRegistered = call({
  name: 'isEmailRegistered',
  power: { proof: 'none', tells: [], undoneBy: 'nothing', limit: 'registeredChecks' },
  summary:
    'Returns whether an email is bound to an account. Limited per client address, and needs a captcha each time.',
  path: 'email/is_registered',
  input: z.object({ email }),
  output: answer,
  errors: ['captcha_required'],
})
