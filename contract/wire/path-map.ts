import { z } from 'zod'
import { pathFields } from '#contract/call'
import { type CallName, calls } from '#contract/calls'

/**
 * A deployment's own paths of calls, by name. A path may contain `{variant}` and fields of the call's input. Null: the
 * account API lacks the call.
 */
export const pathMap = z
  .partialRecord(z.enum(Object.keys(calls) as [CallName, ...CallName[]]), z.string().startsWith('/').nullable())
  .superRefine((paths, context) => {
    for (const [name, path] of Object.entries(paths) as [CallName, string | null][])
      for (const field of pathFields(path ?? ''))
        if (field !== 'variant' && !Object.hasOwn(calls[name].input.shape, field))
          context.addIssue({ code: 'custom', path: [name], message: `the call has no field {${field}}` })
  })
export type PathMap = z.output<typeof pathMap>
