import type { AddressKind } from '~/addresses/address-kind'
import { spacedAddress } from '~/codes/sent-code.server'
import { registerAddress } from '~/flows/register.server'
import { reply } from '~/framework'
import type { Args } from '~/session/visitor.server'
import { continueSignIn } from '~/sign-in/continue-sign-in.server'

// Registration, step 3, for both kinds of address: it is proven, and has an account already.
export const loadExisting = async (args: Args, kind: AddressKind) => {
  const step = await registerAddress[kind].require(args, 'existing')
  return reply({ address: spacedAddress(step.to) })
}

export const enterExisting = async (args: Args, kind: AddressKind) =>
  continueSignIn(args, kind, await registerAddress[kind].require(args, 'existing'))
