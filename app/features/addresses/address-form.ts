import { z } from 'zod'
import { code, email, withMobile } from '~/forms/field-schemas'
import type { AddressKind } from './address-kind'

/** The form that takes an address of either kind, and returns it as `to`. */
export type AddressForm = z.ZodType<{ to: string }, { mobile?: string; region?: string; email?: string }>

export const addressForms: Record<AddressKind, AddressForm> = {
  mobile: withMobile({}).transform(({ mobile }) => ({ to: mobile })),
  email: z.object({ email }).transform(({ email }) => ({ to: email })),
}

/** The address form, on a page that also takes a code. */
type AddressWithCodeForm = z.ZodType<
  { to: string; code: string },
  { code: string; mobile?: string; region?: string; email?: string }
>

export const addressWithCodeForms: Record<AddressKind, AddressWithCodeForm> = {
  mobile: withMobile({ code }).transform(({ mobile, code }) => ({ to: mobile, code })),
  email: z.object({ email, code }).transform(({ email, code }) => ({ to: email, code })),
}
