import type { AddressKind } from './address-kind'

interface AddressTexts {
  /** The title of a page that asks for a code. */
  codeTitle: string
  /** The link of a code page that leads back to enter another address. */
  useAnother: string
  /** The link that leads to bind another address. */
  another: string
}

/** Message keys that several pages need. Keys of a single page begin with the kind: `<kind>.change.title`. */
export const addressTexts: Record<AddressKind, AddressTexts> = {
  mobile: { codeTitle: 'code.title_sms', useAnother: 'resend.back_mobile', another: 'ways.other_number' },
  email: { codeTitle: 'code.title_email', useAnother: 'resend.back_email', another: 'ways.other_address' },
}
