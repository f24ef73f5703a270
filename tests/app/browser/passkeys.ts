import type { CreationOptions, RequestOptions } from '#contract/verification/passkey-fields'

/** A passkey of an account, as its list has it. */
export const ownPasskey = {
  passkey_id: 'a-passkey',
  label: 'Phone',
  made_at: '2026-01-02T03:04:05.000Z',
  used_at: null,
}

const challenge = Buffer.from('a challenge of 128 bits').toString('base64url')

/** What a browser makes a passkey with. */
export const newPasskey: CreationOptions = {
  rp: { id: 'localhost', name: 'Butterfly' },
  user: { id: 'Nw', name: 'ann@example.com', displayName: 'Ann' },
  challenge,
  pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
  timeout: 300_000,
  attestation: 'none',
  authenticatorSelection: { residentKey: 'preferred', requireResidentKey: false, userVerification: 'required' },
  excludeCredentials: [],
}

/** What a browser proves a passkey with. */
export const askedPasskey: RequestOptions = {
  challenge,
  timeout: 300_000,
  rpId: 'localhost',
  allowCredentials: [],
  userVerification: 'required',
}
