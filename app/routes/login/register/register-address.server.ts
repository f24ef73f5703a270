import type { AddressKind } from '~/features/addresses/address-kind'
import { sendFirstCode } from '~/features/addresses/first-code.server'
import { typedBefore } from '~/features/addresses/typed-before.server'
import { continueSignIn } from '~/features/sign-in/continue-sign-in.server'
import { atNewAccount } from '~/features/sign-in/welcome'
import { registerAddress } from '~/flows/sign-in/register.server'
import { reply } from '~/framework'
import { requireSignedOut } from '~/navigation/guards/guards.server'
import type { Args } from '~/session/visitor.server'
import { loadExisting } from './existing.server'
import { loadRegisterCode, registerByCode } from './register-by-code.server'

// Registration with one address and nothing else, for both kinds.
export const loadAddress = async (args: Args, kind: AddressKind) =>
  reply({ kind, ...(await requireSignedOut(args)), ...(await typedBefore(args, kind, registerAddress[kind])) })

export const sendCode = (args: Args, kind: AddressKind) =>
  sendFirstCode(args, { kind, purpose: 'register', flow: registerAddress[kind] })

export const loadCode = async (args: Args, kind: AddressKind) =>
  loadRegisterCode(kind, await registerAddress[kind].require(args, 'code'))

export const register = async (args: Args, kind: AddressKind) => {
  const step = await registerAddress[kind].require(args, 'code')
  return registerByCode(args, kind, step, {
    register: (calls, typed) => calls.register(typed),
    finish: () => step.finish(atNewAccount),
    existing: (proven) => step.goTo('existing', proven),
  })
}

export const loadRegistered = async (args: Args, kind: AddressKind) =>
  loadExisting(kind, await registerAddress[kind].require(args, 'existing'))

export const signInInstead = async (args: Args, kind: AddressKind) =>
  continueSignIn(args, kind, await registerAddress[kind].require(args, 'existing'))
