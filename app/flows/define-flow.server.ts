import type { z } from 'zod'
import type { Destination } from '../navigation/flash.server'
import { redirectAndRotate, redirectTo } from '../navigation/redirect.server'
import { returnAddressOf, withNext } from '../navigation/return-address'
import { cookie, readCookie } from '../session/cookie.server'
import { seal, unseal } from '../session/seal.server'
import { type Args, visitor } from '../session/visitor.server'

interface Step {
  /** The page of this step. */
  path: string
  /** What the step knows. It is sealed, so it may hold an address; it must stay small, for it travels in a cookie. */
  schema: z.ZodObject
  /** Later steps, knowing all that this one does, from which a person may come back to it. */
  backFrom?: readonly string[]
}

interface FlowOptions<Steps extends Record<string, Step>> {
  /** Names the cookie too, so it is unique. */
  name: string
  /** How long a person may take from one step to the next. */
  minutes: number
  /** The page on which the flow begins, and begins again when it took too long. */
  start: string
  /** Where the flow ends, unless `?next=` at its start said otherwise; or what the end makes of that. */
  done: string | Destination | ((next: string | null) => Destination)
  /** True when it ends in a sign-in: the browser id is rotated, which ends the forms of the signed-out browser. */
  signsIn?: boolean
  steps: Steps
}

/** The state of a flow, as it is sealed into its cookie. */
interface State {
  step: string
  browserId: string
  next: string | null
  data: Record<string, unknown>
}

/**
 * A flow: a table of steps, each with its page and with what it knows. The state travels in a sealed cookie that is bound
 * to the browser id, so no server remembers it. Single use is not the cookie's business: tickets and codes are used up by the
 * account API.
 */
export const defineFlow = <const Steps extends Record<string, Step>>(flow: FlowOptions<Steps>) => {
  type Name = keyof Steps & string
  type Data<N extends Name> = z.output<Steps[N]['schema']>

  const cookieName = `butterfly_flow_${flow.name}`
  const purpose = `flow ${flow.name}`
  const forget = () => cookie(cookieName, '', { maxAgeSeconds: 0 })

  const pathOf = (name: string): string | undefined =>
    Object.hasOwn(flow.steps, name) ? flow.steps[name]?.path : undefined

  const go = async <N extends Name>(args: Args, name: N, data: Data<N>, next: string | null): Promise<Response> => {
    const { browserId } = await visitor(args)
    // readForm has refused a browser without cookies, so there is an id to bind to.
    const state: State = { step: name, browserId: browserId ?? '', next, data }
    const sealed = await seal(state, { purpose, minutes: flow.minutes })
    return redirectTo(args, withNext(flow.steps[name]?.path ?? flow.start, next), {
      cookies: [cookie(cookieName, sealed, {})],
    })
  }

  const restart = (args: Args, next: string | null): Promise<Response> =>
    redirectTo(args, { path: flow.start, next, notice: 'flow_expired' }, { cookies: [forget()] })

  return {
    /** Starts the flow at a step; `?next=` of the request is kept until the end. */
    begin: <N extends Name>(args: Args, name: N, data: Data<N>): Promise<Response> =>
      go(args, name, data, returnAddressOf(args.request) ?? null),

    /**
     * The data of the step whose page this is, with the ways on. Anybody else is sent, by a thrown redirect, to the step
     * that they are really at; with no flow, or one that took too long, to its start.
     */
    require: async <N extends Name>(args: Args, name: N) => {
      const sealed = readCookie(args.request, cookieName)
      if (!sealed) throw await redirectTo(args, withNext(flow.start, returnAddressOf(args.request)))
      const state = await unseal<State>(sealed, { purpose })
      const { browserId } = await visitor(args)
      if (!state || state.browserId !== browserId) throw await restart(args, null)
      const step = flow.steps[name]
      if (state.step !== name && !step?.backFrom?.includes(state.step))
        throw await redirectTo(args, withNext(pathOf(state.step) ?? flow.start, state.next))
      const data = step?.schema.safeParse(state.data)
      if (!data?.success) throw await restart(args, state.next)
      return {
        ...(data.data as Data<N>),
        goTo: <To extends Name>(to: To, toData: Data<To>) => go(args, to, toData, state.next),
        /** Again to this step, with some of its data changed. */
        stay: (changed: Partial<Data<N>>) => go(args, name, { ...(data.data as Data<N>), ...changed }, state.next),
        /** The end: on to where the person wanted to go. */
        finish: () => {
          const end = flow.signsIn ? redirectAndRotate : redirectTo
          const to = typeof flow.done === 'function' ? flow.done(state.next) : (state.next ?? flow.done)
          return end(args, to, { cookies: [forget()] })
        },
        /** Away from the flow, to a page that shows how things are: what it was for has been settled elsewhere. */
        abandon: (to: string | Destination) => redirectTo(args, to, { cookies: [forget()] }),
        /** Back to the start with a plain note, because what the step holds is no longer good. */
        restart: () => restart(args, state.next),
      }
    },
  }
}
