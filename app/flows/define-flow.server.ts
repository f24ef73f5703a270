import type { z } from 'zod'
import { takesPathsForPages } from '~/document/small.server'
import type { Destination } from '~/navigation/flash/flash.server'
import { commonPath, fillPath, type PathParams, paramNames, pickParams } from '~/navigation/path-params'
import { redirectAndRotate, redirectTo } from '~/navigation/redirect.server'
import { withNext } from '~/navigation/returning/return-address'
import { nextToCarry, resolveNext } from '~/navigation/returning/return-address.server'
import type { Args } from '~/runtime/load-context'
import { type FlowInstance, forgetFlow, keepFlow, readFlow } from '~/session/flow-cookie.server'
import { visitor } from '~/session/visitor.server'

interface Step {
  path: string
  /** The step's data. It is sealed, so it may contain an address. It has to be small, because it is in a cookie. */
  schema: z.ZodObject
  /** Later steps from which a person may return to this one. They have all data of this one. */
  backFrom?: readonly string[]
}

interface FlowOptions<Steps extends Record<string, Step>> {
  /** Unique; the cookie is named after it. */
  name: string
  /** How long a person may take from one step to the next, in minutes. */
  minutes: number
  /** The page on which the flow begins, and restarts after its time. */
  start: string
  /** The start neither begins nor reads the flow, so only the pages of the steps get its cookie. */
  begunElsewhere?: boolean
  /** Where the flow ends, unless `?next=` was set at its start; or a function of that. */
  done: string | Destination | ((next: string | null) => Destination)
  /** The flow ends in a sign-in or a sign-out: the browser id is rotated, which ends the other identity's forms. */
  signsIn?: boolean
  steps: Steps
}

/**
 * A flow: a table of steps, each with its page and its data. The state is in a sealed cookie that is bound to the
 * browser id, so no server stores it. If the paths have `$parameters`, each of their values is a separate instance with
 * its own cookie. The account API ensures single use, by using up tickets and codes.
 */
export const defineFlow = <const Steps extends Record<string, Step>>(flow: FlowOptions<Steps>) => {
  type Name = keyof Steps & string
  type Data<N extends Name> = z.output<Steps[N]['schema']>

  const { name: flowName, minutes, begunElsewhere = false } = flow
  const steps = new Map(Object.entries<Step>(flow.steps))
  const stepPaths = [...steps.values()].map(({ path }) => path)
  const names = paramNames(stepPaths[0] ?? '')
  if (stepPaths.some((path) => String(paramNames(path)) !== String(names)))
    throw new Error(`the steps of ${flowName} have different parameters`)
  if (paramNames(flow.start).some((name) => !names.includes(name)))
    throw new Error(`the start of ${flowName} has a parameter that its steps do not have`)
  const cookiePath = commonPath([...(begunElsewhere ? [] : [flow.start]), ...stepPaths])

  /** The instance that a request's URL names, with its parameters. */
  const instanceOf = (args: Args): FlowInstance & { named: PathParams } => {
    const named = pickParams(args.params, names)
    const params = names.map((name) => named[name] ?? '')
    const path = takesPathsForPages(args.request) ? '/' : fillPath(cookiePath, named)
    return { flow: flowName, params, named, path, minutes }
  }

  const go = async <N extends Name>(
    args: Args,
    name: N,
    data: Data<N>,
    next: string | null,
    others: readonly string[] = [],
  ): Promise<Response> => {
    const instance = instanceOf(args)
    const path = fillPath(steps.get(name)?.path ?? flow.start, instance.named)
    const cookies = await keepFlow(args.request, instance, { step: name, next, data }, await visitor(args))
    return redirectTo(args, withNext(path, next), { cookies: [...others, ...cookies] })
  }

  const restart = (args: Args, next: string | null): Promise<Response> => {
    const instance = instanceOf(args)
    const start = { path: fillPath(flow.start, instance.named), next, notice: 'flow_expired' } as const
    return redirectTo(args, start, { cookies: [forgetFlow(instance)] })
  }

  /** Where an instance ends. */
  const endOf = async (args: Args, next: string | null): Promise<string | Destination> => {
    const { named } = instanceOf(args)
    const wanted = typeof flow.done !== 'function' && next ? await resolveNext(args, next) : undefined
    if (wanted !== undefined) return wanted
    const end = typeof flow.done === 'function' ? flow.done(next) : flow.done
    return typeof end === 'string' ? fillPath(end, named) : { ...end, path: fillPath(end.path, named) }
  }

  return {
    /** Starts the flow at a step; `?next=` of the request is kept until the end. */
    begin: async <N extends Name>(args: Args, name: N, data: Data<N>): Promise<Response> =>
      go(args, name, data, (await nextToCarry(args)) ?? null),

    /** Starts the flow for a request that comes from elsewhere: its return address was kept, with its own cookies. */
    beginAfter: async <N extends Name>(
      args: Args,
      name: N,
      data: Data<N>,
      { next, cookies }: { next: string | null; cookies: readonly string[] },
    ): Promise<Response> => go(args, name, data, next, cookies),

    /** The data of the current step, whichever it is. Undefined: no step. It may have any shape. */
    peek: async (args: Args): Promise<Record<string, unknown> | undefined> => {
      const state = await readFlow(args.request, instanceOf(args), await visitor(args))
      return typeof state === 'string' ? undefined : state.data
    },

    /**
     * The data of the step of this page, with its next steps. Otherwise throws a redirect to the current step, or,
     * without a flow or after its time, to the start.
     */
    require: async <N extends Name>(args: Args, name: N) => {
      const instance = instanceOf(args)
      const { named } = instance
      const state = await readFlow(args.request, instance, await visitor(args))
      if (state === 'none') throw await redirectTo(args, withNext(fillPath(flow.start, named), await nextToCarry(args)))
      if (state === 'refused') throw await restart(args, null)
      const step = steps.get(name)
      if (state.step !== name && !step?.backFrom?.includes(state.step)) {
        const at = steps.get(state.step)?.path ?? flow.start
        throw await redirectTo(args, withNext(fillPath(at, named), state.next))
      }
      const parsed = step?.schema.safeParse(state.data)
      if (!parsed?.success) throw await restart(args, state.next)
      const data = parsed.data as Data<N>
      const cookies = [forgetFlow(instance)]
      return {
        ...data,
        goTo: <To extends Name>(to: To, toData: Data<To>) => go(args, to, toData, state.next),
        /** Shows this step again, with some of its data changed. */
        stay: (changed: Partial<Data<N>>) => go(args, name, { ...data, ...changed }, state.next),
        /**
         * Ends the flow and redirects to the person's destination, or otherwise to `done`, which may be overridden.
         * @param more the page's own Set-Cookie headers
         */
        finish: async (done?: string | Destination, more: readonly string[] = []) => {
          const end = (done && !state.next ? done : undefined) ?? (await endOf(args, state.next))
          return (flow.signsIn ? redirectAndRotate : redirectTo)(args, end, { cookies: [...cookies, ...more] })
        },
        /** Ends the flow at a page that has to be seen before the person continues to their destination. */
        finishAt: async (end: Destination) => {
          const seen = { ...end, next: state.next }
          return (flow.signsIn ? redirectAndRotate : redirectTo)(args, seen, { cookies })
        },
        /**
         * Ends the flow and redirects to a page that shows the current state, because its purpose was achieved
         * elsewhere.
         */
        abandon: (to: string | Destination) => redirectTo(args, to, { cookies }),
        /** The Set-Cookie headers that end the flow, on a page outside of any flow. */
        ended: cookies,
        /** Redirects to the start with a notice, because the step's data is no longer valid. */
        restart: () => restart(args, state.next),
      }
    },
  }
}
