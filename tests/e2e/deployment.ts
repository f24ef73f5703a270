import { delivery } from '#settings/vendors/delivery'
import { mobileOfTesters, type Pair } from '#tests/fixtures/programs/pair'

/** The address of a deployment that others have started, where journeys are to run. Undefined: they start their own. */
export const deploymentUrl: string | undefined = process.env.BASE_URL?.replace(/\/$/, '')

const named = (): Map<string, string> =>
  new Map(delivery.shape.TEST_IDENTIFIERS.parse(process.env.TEST_IDENTIFIERS) ?? [])

/** A mobile with a known code: the pair's, or the first of the deployment's TEST_IDENTIFIERS. */
export const tester = (): { mobile: string; code: string } => {
  if (deploymentUrl === undefined) return mobileOfTesters
  const [mobile, code] = [...named()].find(([identifier]) => identifier.startsWith('+')) ?? []
  if (mobile !== undefined && code !== undefined) return { mobile, code }
  throw new Error(
    'TEST_IDENTIFIERS has to name a mobile, as +8613800000000=123456, which the deployment has there, too.',
  )
}

/** A deployment of others in the place of a pair: of it, a journey knows the address alone. */
export const deploymentAt = (url: string): Pair =>
  new Proxy({ url, newVisitor: async () => 'its own' } as Pair, {
    get: (known, part: keyof Pair) => {
      if (part in known || typeof part === 'symbol') return known[part]
      throw new Error(`A journey with the tag @any-deployment cannot have the ${part} of a deployment of others.`)
    },
  })
