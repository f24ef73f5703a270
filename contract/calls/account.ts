import { z } from 'zod'
import { call } from '../call'
import { masked } from '../fields'

export const accountInfo = call({
  name: 'accountInfo',
  summary: 'Who is signed in, with addresses masked.',
  wire: 'variant',
  method: 'GET',
  path: '/passport/{variant}/account/info',
  input: z.object({}),
  output: z.object({
    user_id: z.string(),
    username: z.string(),
    mobile: masked.nullable(),
    email: masked.nullable(),
    email_verified: z.boolean(),
    has_password: z.boolean(),
    created_at: z.iso.datetime(),
  }),
  errors: [],
  obscure: [],
  auth: 'user',
})
