import { createHash } from 'node:crypto'
import { z } from 'zod'
import { cookie, cookieNames, readCookie } from './cookie.server'
import { sealedCookie } from './sealed-cookie.server'

/** One instance of a flow, as its cookie names it. */
export interface FlowInstance {
  flow: string
  /** The values of the parameters in the flow's paths, in order; empty for a flow with a single instance. */
  params: readonly string[]
  /** The common path of all pages of this instance. Only requests below it carry the cookie. */
  path: string
  minutes: number
}

const flowState = z.object({
  step: z.string(),
  /** The return address, as `?next=` carries it. */
  next: z.string().nullable(),
  data: z.record(z.string(), z.unknown()),
})

/** The position of a person in an instance. */
export type FlowState = z.output<typeof flowState>

/** The browser that the state belongs to. A sign-in gives a browser another id, so the state ends there. */
interface Owner {
  browserId: string | undefined
}

/** A state, its instance, and its owner. */
const schema = flowState.extend({ flow: z.string(), params: z.array(z.string()).readonly(), browserId: z.string() })

/** Instances of a flow may share a path. More than this many at once would crowd out other cookies. */
const maxInstances = 4
/** The cookie outlives its state, so a person who took too long is told. */
const afterwardsMinutes = 60

const familyOf = ({ flow }: Pick<FlowInstance, 'flow'>) => `butterfly_flow_${flow}`

/**
 * A cookie's name. It contains a hash of the parameters, because their values may have characters that a name cannot.
 */
const nameOf = (instance: Pick<FlowInstance, 'flow' | 'params'>) => {
  if (instance.params.length === 0) return familyOf(instance)
  const hash = createHash('sha256').update(JSON.stringify(instance.params)).digest('base64url').slice(0, 8)
  return `${familyOf(instance)}.${hash}`
}

const cookieOf = (instance: FlowInstance) =>
  sealedCookie({ name: nameOf(instance), purpose: 'flow', afterwardsMinutes, schema, ...instance })

/** The state of an instance. 'refused': it was changed, took too long, or belongs to another browser or instance. */
export const readFlow = async (
  request: Request,
  instance: FlowInstance,
  { browserId }: Owner,
): Promise<FlowState | 'none' | 'refused'> => {
  if (!readCookie(request, nameOf(instance), instance.path)) return 'none'
  const state = await cookieOf(instance).read(request)
  const isOwn =
    state?.browserId === browserId &&
    state?.flow === instance.flow &&
    JSON.stringify(state.params) === JSON.stringify(instance.params)
  return state && isOwn ? state : 'refused'
}

/** The Set-Cookie headers that store a state, and drop the oldest instances of the same flow if there are too many. */
export const keepFlow = async (
  request: Request,
  instance: FlowInstance,
  { step, next, data }: FlowState,
  { browserId = '' }: Owner,
): Promise<string[]> => {
  const { flow, params } = instance
  const kept = await cookieOf(instance).write({ flow, params, step, next, data, browserId })
  return [...dropOldest(request, instance), kept]
}

/** The Set-Cookie header that ends an instance. */
export const forgetFlow = (instance: Pick<FlowInstance, 'flow' | 'params' | 'path'>): string =>
  cookie(nameOf(instance), '', { maxAgeSeconds: 0, path: instance.path })

const dropOldest = (request: Request, instance: FlowInstance): string[] => {
  if (instance.params.length === 0) return []
  // Browsers send the oldest cookie of a path first (RFC 6265, section 5.4).
  const others = cookieNames(request, `${familyOf(instance)}.`, instance.path).filter(
    (name) => name !== nameOf(instance),
  )
  const tooMany = Math.max(0, others.length - (maxInstances - 1))
  return others.slice(0, tooMany).map((name) => cookie(name, '', { maxAgeSeconds: 0, path: instance.path }))
}
