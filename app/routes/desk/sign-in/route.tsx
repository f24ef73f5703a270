import { createHash, randomBytes } from 'node:crypto'
import type { LoaderFunctionArgs } from '~/framework'
import { pathAtDesk } from '~/navigation/guards/desk-sign-in.server'
import { leaveToOtherDoor } from '~/navigation/returning/leave.server'
import { withQuery } from '~/navigation/returning/return-address'
import { requireDesk } from '~/runtime/operator.server'
import { deskVerifierIn, setDeskVerifier } from '~/session/desk-cookies.server'

// Begins to let an operator in: sets the secret that the ticket will be bound to, and redirects to the public site,
// where people sign in.
export const loader = async (args: LoaderFunctionArgs) => {
  requireDesk(args)
  const { request } = args
  const verifier = deskVerifierIn(request) ?? randomBytes(32).toString('base64url')
  const challenge = createHash('sha256').update(verifier).digest('base64url')
  const to = pathAtDesk(new URL(request.url).searchParams.get('to'))
  return leaveToOtherDoor(args, withQuery('/login/desk', { challenge, to }), { cookies: [setDeskVerifier(verifier)] })
}
