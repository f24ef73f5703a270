import type { VendorCaptcha } from '~/forms/step-up/step-up'
import { submitWith } from './submit-with'
import { loadVendor } from './vendor-loader'

type State = 'idle' | 'loading' | 'loaded' | 'failed'

/**
 * Shows a vendor's captcha instead of the built-in one. The built-in fields stay until it has loaded, and if it fails.
 * The form's `data-state` is the state; its `captchaerror` event has the error.
 */
export const start = (element: HTMLElement): void => {
  const form = element as HTMLFormElement
  const vendor = JSON.parse(form.dataset.vendor ?? '') as VendorCaptcha
  const embedded = form.querySelector<HTMLElement>('[data-embedded]')
  const { retry = '', failed = '' } = form.dataset
  const status = document.createElement('p')
  status.setAttribute('role', 'status')
  const retryButton = document.createElement('button')
  retryButton.type = 'button'
  retryButton.className = 'button quiet'
  retryButton.textContent = retry
  // Below the built-in captcha, so that this does not move while a person answers it.
  form.append(status, retryButton)

  const setState = (state: State) => {
    form.dataset.state = state
    if (embedded) embedded.hidden = state === 'loaded'
    status.textContent = state === 'failed' ? failed : ''
    retryButton.hidden = state === 'loading' || state === 'loaded'
  }

  let loading = new AbortController()
  const load = async () => {
    loading.abort()
    loading = new AbortController()
    setState('loading')
    const isShown = await loadVendor(vendor, loading.signal, {
      success: (vendor_token) => submitWith(form, { vendor_token }),
      error: (detail) => {
        setState('failed')
        form.dispatchEvent(new CustomEvent('captchaerror', { detail, bubbles: true }))
      },
      close: () => setState('idle'),
    })
    if (isShown && form.dataset.state === 'loading') setState('loaded')
  }
  // The built-in captcha was answered while the vendor's was loading.
  form.addEventListener('submit', () => loading.abort())
  retryButton.onclick = load
  setState('idle')
  load()
}
