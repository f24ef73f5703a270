import { z } from 'zod'
import { call } from '#contract/call'

export const exportData = call({
  name: 'exportData',
  power: { proof: 'fresh', act: 'data', guarded: true, tells: ['data_exported'], undoneBy: 'stays', limit: 'exports' },
  summary: 'Returns all stored data of the account, by table. Needs a fresh proof, and is limited to 10 times a day.',
  path: 'account/export',
  input: z.object({}),
  output: z.object({
    exported_at: z.iso.datetime(),
    data: z.record(z.string(), z.array(z.record(z.string(), z.unknown()))),
  }),
  auth: 'user',
})
