import { z } from 'zod'
import { call } from '../call'
import { reads } from '../terms/power'
import { sensitive } from '../terms/sensitive'

/** The path and query of a page of the web app, as a URL holds them: printable ASCII, without a backslash. At most 8 kB. */
const address = sensitive(
  z
    .string()
    .max(8192)
    .regex(/^\/(?!\/)[!-[\]-~]*$/),
)

/** Names a return address that is kept, and is no secret: its holder may learn a path of ours. */
const handle = z.string().regex(/^[\w-]{22}$/)

export const keepReturnAddress = call({
  name: 'keepReturnAddress',
  power: { proof: 'none', tells: [], undoneBy: 'nothing', limit: 'returnAddresses' },
  summary:
    'Keeps a return address that is too long for a URL for an hour, and answers a short handle for it. At most 100 an hour for each client address.',
  path: 'return_address/keep',
  input: z.object({ address }),
  output: z.object({ handle }),
})

export const returnAddress = call({
  name: 'returnAddress',
  power: reads('none'),
  summary: 'The return address that a handle names; null when there is none, or no longer.',
  method: 'GET',
  path: 'return_address',
  input: z.object({ handle }),
  output: z.object({ address: address.nullable() }),
})
