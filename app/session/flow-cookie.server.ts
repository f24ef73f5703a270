import { createHash } from 'node:crypto'
import { cookie, cookieNames, readCookie } from './cookie.server'
import { seal, unseal } from './seal.server'

/** One instance of a flow, as its cookie names it. */
export interface FlowInstance {
  /** The flow's name. */
  flow: string
  /** The values of the parameters in the flow's paths, in order; none for a flow that has one instance. */
  params: readonly string[]
  /** The path that all pages of this instance stand below. Only requests there carry the cookie. */
  path: string
  minutes: number
  /**
   * Whether the state goes on when a signed-out browser signs in. The request that signs in has to carry the cookie, so
   * its path is `/`.
   */
  survivesSignIn: boolean
}

/** Where a person is in an instance. */
export interface FlowState {
  step: string
  /** The return address, as `?next=` carries it. */
  next: string | null
  data: Record<string, unknown>
}

/** Whose browser the state belongs to. */
interface Owner {
  browserId: string | undefined
  signedIn: boolean
}

/** What is sealed: a state, the instance that it is of, and its owner. */
interface Sealed extends FlowState {
  flow: string
  params: readonly string[]
  minutes: number
  browserId: string
  signedIn: boolean
}

const [prefix, survivorPrefix] = ['butterfly_flow_', 'butterfly_surviving_flow_']
/** A state of the one kind means nothing to the other. */
const purposeOf = (survivesSignIn: boolean) => (survivesSignIn ? 'surviving flow' : 'flow')

/** Instances of a flow may share a path. More than this many at once would crowd out other cookies. */
const maxInstances = 4
/** The cookie outlives its state, so that a person who took too long is told so. */
const afterwardsMinutes = 60

const familyOf = ({ flow, survivesSignIn }: Pick<FlowInstance, 'flow' | 'survivesSignIn'>) =>
  `${survivesSignIn ? survivorPrefix : prefix}${flow}`

/** A cookie's name. Parameters stand in it as a hash: their values may hold what a name cannot. */
const nameOf = (instance: Pick<FlowInstance, 'flow' | 'params' | 'survivesSignIn'>) => {
  if (instance.params.length === 0) return familyOf(instance)
  const hash = createHash('sha256').update(JSON.stringify(instance.params)).digest('base64url').slice(0, 8)
  return `${familyOf(instance)}.${hash}`
}

/** The state of an instance. 'refused': it was changed, took too long, or belongs to another browser or instance. */
export const readFlow = async (
  request: Request,
  instance: FlowInstance,
  { browserId }: Pick<Owner, 'browserId'>,
): Promise<FlowState | 'none' | 'refused'> => {
  const sealed = readCookie(request, nameOf(instance), instance)
  if (!sealed) return 'none'
  const state = await unseal<Sealed>(sealed, { purpose: purposeOf(instance.survivesSignIn) })
  const isOwn =
    state?.browserId === browserId &&
    state?.flow === instance.flow &&
    JSON.stringify(state.params) === JSON.stringify(instance.params)
  return state && isOwn ? state : 'refused'
}

/** The Set-Cookie headers that keep a state, and drop the oldest instances of the same flow where there are too many. */
export const keepFlow = async (
  request: Request,
  instance: FlowInstance,
  { step, next, data }: FlowState,
  { browserId = '', signedIn }: Owner,
): Promise<string[]> => {
  const { flow, params, minutes } = instance
  const state: Sealed = { flow, params, minutes, step, next, data, browserId, signedIn }
  return [...dropOldest(request, instance), await setFlow(instance, state)]
}

/** The Set-Cookie header that ends an instance. */
export const forgetFlow = (instance: Pick<FlowInstance, 'flow' | 'params' | 'survivesSignIn' | 'path'>): string =>
  cookie(nameOf(instance), '', { maxAgeSeconds: 0, path: instance.path })

const setFlow = async (instance: FlowInstance, state: Sealed): Promise<string> => {
  const { minutes, path, survivesSignIn } = instance
  const sealed = await seal(state, { purpose: purposeOf(survivesSignIn), minutes })
  return cookie(nameOf(instance), sealed, { maxAgeSeconds: (minutes + afterwardsMinutes) * 60, path })
}

const dropOldest = (request: Request, instance: FlowInstance): string[] => {
  if (instance.params.length === 0) return []
  // Browsers send the oldest cookie of a path first (RFC 6265, section 5.4).
  const others = cookieNames(request, `${familyOf(instance)}.`, instance).filter((name) => name !== nameOf(instance))
  const tooMany = Math.max(0, others.length - (maxInstances - 1))
  return others.slice(0, tooMany).map((name) => cookie(name, '', { maxAgeSeconds: 0, path: instance.path }))
}

/**
 * The Set-Cookie headers that hand the surviving flows of a request over to a new browser id, after a sign-in: those that
 * were the old browser id's and began signed out. Every other one ends: another browser's, which somebody planted here;
 * that of whoever was signed in before; and all of them after a sign-out.
 */
export const carryFlowsOver = async (
  request: Request,
  from: Pick<Owner, 'browserId'>,
  to: { browserId: string; signedIn: boolean },
): Promise<string[]> =>
  Promise.all(
    cookieNames(request, survivorPrefix).map(async (name) => {
      const state = await unseal<Sealed>(readCookie(request, name) ?? '', { purpose: purposeOf(true) })
      const instance = state && { ...state, path: '/', survivesSignIn: true }
      const survives =
        to.signedIn && from.browserId !== undefined && state?.browserId === from.browserId && !state.signedIn
      return instance && survives && nameOf(instance) === name
        ? setFlow(instance, { ...state, ...to })
        : cookie(name, '', { maxAgeSeconds: 0 })
    }),
  )
