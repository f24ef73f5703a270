import type { CreationOptions, RequestOptions } from '#contract/verification/passkey-fields'
import { submitWith } from './submit-with'

const bytesOf = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replace(/-/g, '+').replace(/_/g, '/')), (character) => character.charCodeAt(0))

const textOf = (buffer: ArrayBuffer | null): string | undefined =>
  buffer
    ? btoa(String.fromCharCode(...new Uint8Array(buffer)))
        .replace(/\+/g, '-')
        .replace(/\//g, '_')
        .replace(/=/g, '')
    : undefined

const allOf = (credentials: RequestOptions['allowCredentials']) =>
  credentials.map((each) => ({ ...each, id: bytesOf(each.id) })) as PublicKeyCredentialDescriptor[]

const create = ({ user, challenge, excludeCredentials, ...options }: CreationOptions) =>
  navigator.credentials.create({
    publicKey: {
      ...options,
      challenge: bytesOf(challenge),
      user: { ...user, id: bytesOf(user.id) },
      excludeCredentials: allOf(excludeCredentials),
    },
  })

const get = ({ challenge, allowCredentials, ...options }: RequestOptions) =>
  navigator.credentials.get({
    publicKey: { ...options, challenge: bytesOf(challenge), allowCredentials: allOf(allowCredentials) },
  })

/**
 * The JSON of a credential. Its own `toJSON` is missing in some browsers, and wrong in some password managers, that are
 * still in use.
 */
const jsonOf = ({ id, rawId, type, response }: PublicKeyCredential): string => {
  const parts = response as AuthenticatorAssertionResponse & AuthenticatorAttestationResponse
  return JSON.stringify({
    id,
    rawId: textOf(rawId),
    type,
    response: {
      clientDataJSON: textOf(parts.clientDataJSON),
      attestationObject: textOf(parts.attestationObject),
      transports: parts.getTransports?.(),
      authenticatorData: parts.authenticatorData && textOf(parts.authenticatorData),
      signature: textOf(parts.signature),
      userHandle: textOf(parts.userHandle),
    },
  })
}

/**
 * Replaces the sentence that the browser has no passkeys by a button. With options, the button makes or proves a
 * passkey, and sends the form with it. Without options, it sends the form by its name.
 */
export const start = (element: HTMLElement): void => {
  const form = element.closest('form')
  if (!form || !window.PublicKeyCredential) return
  const { name, button = '', quiet, options, failed = '', known = '' } = element.dataset
  const pressed = document.createElement('input')
  pressed.type = options ? 'button' : 'submit'
  pressed.className = quiet === undefined ? 'button' : 'button quiet'
  pressed.value = button
  if (name) pressed.name = name
  const status = document.createElement('p')
  status.setAttribute('role', 'status')
  element.append(pressed)
  document.getElementById('no-passkeys')?.remove()
  if (!options) return
  element.append(status)
  pressed.onclick = async () => {
    pressed.disabled = true
    status.textContent = ''
    try {
      const given = JSON.parse(options)
      const credential = (await (given.user ? create(given) : get(given))) as PublicKeyCredential
      submitWith(form, { credential: jsonOf(credential) })
    } catch (error) {
      status.textContent = (error as Error).name === 'InvalidStateError' ? known : failed
    }
    pressed.disabled = false
  }
}
