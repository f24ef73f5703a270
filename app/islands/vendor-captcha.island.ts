import type { VendorCaptcha } from '../step-up/step-up'
import { submitWith } from './submit-with'
import { loadVendor } from './vendor-loader'

type State = 'idle' | 'loading' | 'loaded' | 'failed'

/**
 * Shows a vendor's captcha in place of ours, whose fields serve until it is there, and where it cannot be loaded. The
 * form's `data-state` tells how far it is; a `captchaerror` event on it tells what went wrong.
 */
export const start = (element: HTMLElement): void => {
  const form = element as HTMLFormElement
  const vendor = JSON.parse(form.dataset.vendor ?? '') as VendorCaptcha
  const embedded = form.querySelector<HTMLElement>('[data-embedded]')
  const { retry = '', failed = '' } = form.dataset
  const note = document.createElement('p')
  note.setAttribute('role', 'status')
  const again = document.createElement('button')
  again.type = 'button'
  again.className = 'button quiet'
  again.textContent = retry
  form.prepend(note, again)

  const turn = (state: State) => {
    form.dataset.state = state
    if (embedded) embedded.hidden = state === 'loaded'
    note.textContent = state === 'failed' ? failed : ''
    again.hidden = state === 'loading' || state === 'loaded'
  }

  let left = new AbortController()
  const load = async () => {
    left.abort()
    left = new AbortController()
    turn('loading')
    const isShown = await loadVendor(vendor, left.signal, {
      success: (vendor_token) => submitWith(form, { vendor_token }),
      error: (detail) => {
        turn('failed')
        form.dispatchEvent(new CustomEvent('captchaerror', { detail, bubbles: true }))
      },
      close: () => turn('idle'),
    })
    if (isShown && form.dataset.state === 'loading') turn('loaded')
  }
  // Whoever answers our own captcha meanwhile waits for no other.
  form.addEventListener('submit', () => left.abort())
  again.onclick = load
  turn('idle')
  load()
}
