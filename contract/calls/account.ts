import { z } from 'zod'
import { call } from '../call'
import { flag, masked } from '../fields'

export const accountInfo = call({
  name: 'accountInfo',
  summary: 'Who is signed in, with addresses masked; with need_plaintext=1, after a fresh proof, unmasked.',
  wire: 'variant',
  method: 'GET',
  path: '/passport/{variant}/account/info',
  input: z.object({ need_plaintext: flag }),
  output: z.object({
    user_id: z.string(),
    username: z.string(),
    mobile: masked.nullable(),
    email: masked.nullable(),
    email_verified: z.boolean(),
    has_password: z.boolean(),
    created_at: z.iso.datetime(),
  }),
  errors: ['second_verification_required'],
  obscure: [],
  auth: 'user',
})
