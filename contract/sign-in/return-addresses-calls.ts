import { z } from 'zod'
import { call } from '#contract/call'
import { reads } from '#contract/terms/power'
import { sensitive } from '#contract/terms/sensitive'

/**
 * The path and query of a page of the web app, as a URL holds them: printable ASCII, without a backslash. At most 8 kB.
 */
const address = sensitive(
  z
    .string()
    .max(8192)
    .regex(/^\/(?!\/)[!-[\]-~]*$/),
)

/** The name of a stored return address. It is not secret: its holder may learn one path of the site. */
const handle = z.string().regex(/^[\w-]{22}$/)

/** A form that its web app has sealed. */
const form = z
  .string()
  .max(48 * 1024)
  .regex(/^[\w.-]+$/)

export const keepReturnAddress = call({
  name: 'keepReturnAddress',
  power: { proof: 'none', tells: [], undoneBy: 'nothing', limit: 'returnAddresses' },
  summary:
    'Stores, for an hour, a return address that is too long for a URL, and returns a short handle. Also stores the form that was posted there without a session, sealed by the web app. At most 100 an hour per client address.',
  path: 'return_address/keep',
  input: z.object({ address, form: form.optional() }),
  output: z.object({ handle }),
})

export const returnAddress = call({
  name: 'returnAddress',
  power: reads('none'),
  summary: 'Returns the return address of a handle, with its form, or null if the handle is unknown or expired.',
  method: 'GET',
  path: 'return_address',
  input: z.object({ handle }),
  output: z.object({ address: address.nullable(), form: form.nullable().default(null) }),
})
