import type { VendorCaptcha } from '~/forms/step-up/step-up'
import { loadScript, notLoaded } from './load-script'
import { request } from './request'

const version = '3.8.7 beta'
const sdkVersion = '2.0.0-beta.0'
const cookieName = 's_v_web_id'
const defaultCode = 10_000
/** How long the loader waits for the vendor's web id, a fingerprint of the browser (spec section 9). */
export const webIdTimeoutMs = 1_000

interface Result {
  token: string
  code?: number
}

export interface Callbacks {
  success: (token: string) => void
  /** The vendor's captcha could not be loaded, or reported an error. */
  error: (failure: { type: 'loadJSSDK'; msg: string }) => void
  close: () => void
}

interface Sdk {
  init?: (options: object) => unknown
}

/**
 * Loads and shows a vendor's captcha: web id, settings, script, then `init` of the script's global object.
 * @returns whether it is shown; if not, `error` was called
 */
export const loadVendor = async (
  vendor: VendorCaptcha,
  signal: AbortSignal,
  { success, error, close }: Callbacks,
): Promise<boolean> => {
  const { code = defaultCode, subtype, region, language, mode } = vendor
  const report = (event: object) => sendEvents(vendor, [{ code, ...event }])
  const fail = (reason: unknown) => {
    const msg = reason instanceof Error ? reason.message : String(reason)
    report({ event: 'failed', msg })
    error({ type: 'loadJSSDK', msg })
  }
  try {
    const webId = await webIdOf(vendor, signal)
    const options = {
      code,
      subtype,
      region,
      language,
      mode,
      sideSlide: vendor.side_slide,
      version,
      sdkVersion,
      checkVersion: vendor.close_decision_check ? '0.0.0' : version,
      webId,
    }
    const settings = await requestTwice(withQuery(vendor.settings_url, options), signal)
    await loadScript([vendor.script_url, ...vendor.script_backup_urls], signal)
    const sdk = (window as unknown as Record<string, Sdk | undefined>)[vendor.global]
    if (!sdk?.init) throw new Error(notLoaded)
    await sdk.init({
      ...options,
      settings,
      success: (result: Result) => {
        report({ event: 'success', code: result.code ?? defaultCode })
        success(result.token)
      },
      error: fail,
      close,
    })
    report({ event: 'loaded' })
    return true
  } catch (reason) {
    fail(reason)
    return false
  }
}

const withQuery = (url: string, values: object): string => {
  const full = new URL(url)
  for (const [name, value] of Object.entries(values)) full.searchParams.set(name, value)
  return full.href
}

const requestTwice = async (url: string, signal: AbortSignal): Promise<unknown> => {
  try {
    return await request(url, signal, 'json')
  } catch (error) {
    if (signal.aborted) throw error
    return request(url, signal, 'json')
  }
}

/**
 * The web id: how the vendor recognises this browser, stored in a cookie. If the vendor gives none in time, it is made
 * here.
 */
const webIdOf = async ({ web_id_url }: VendorCaptcha, signal: AbortSignal): Promise<string> => {
  const known = new RegExp(`${cookieName}=(verify_\\w+)`).exec(document.cookie)?.[1]
  if (known) return known
  const given = web_id_url ? await request(web_id_url, signal, 'json', webIdTimeoutMs).catch(() => null) : null
  const word = (given as { web_id?: unknown } | null)?.web_id
  const own = () => Array.from(crypto.getRandomValues(new Uint32Array(4)), (number) => number.toString(36)).join('')
  const webId = `verify_${typeof word === 'string' && /^\w{1,64}$/.test(word) ? word.replace(/^verify_/, '') : own()}`
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in browsers that are still in use.
  document.cookie = `${cookieName}=${webId}; path=/; SameSite=Lax${secure}`
  return webId
}

/** Sends events to the vendor. A failure is ignored. */
const sendEvents = ({ event_list_url, region }: VendorCaptcha, events: object[]): void => {
  if (!event_list_url) return
  const body = JSON.stringify({ aid: region === 'cn' ? 2018 : 2740, events })
  fetch(event_list_url, { method: 'POST', keepalive: true, body }).catch(() => undefined)
}
