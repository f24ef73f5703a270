import type { CallContext } from '../call-context'
import type { Asker } from './sending'

/** Who asks for a code. A session stays the same when its token is renewed; a browser without one has its form token. */
export const askerOf = ({ session, visitor, ...context }: CallContext): Asker => ({
  ...context,
  id: session?.id ?? visitor,
})
