import { request } from './request'

export const scriptTimeoutMs = 4_000
export const scriptTextTimeoutMs = 20_000

const tooSlow = 'LoadJSSDKMoreTan4000ms'
export const notLoaded = 'Failed to load SDK!'

/**
 * Runs a script by a script element.
 * @throws the errors of a script in section 8 of the specification
 */
export const runScript = (url: string, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const script = document.createElement('script')
    const end = (error?: string) => {
      clearTimeout(timer)
      if (!error) return resolve()
      script.remove()
      reject(new Error(error))
    }
    const timer = setTimeout(end, scriptTimeoutMs, tooSlow)
    script.onload = () => end()
    script.onerror = () => end(notLoaded)
    signal.addEventListener('abort', () => end('Network request failed, aborted'))
    script.src = url
    document.head.append(script)
  })

/**
 * Loads a script from the first of its URLs that works. When elements were too slow, with their limit of four seconds,
 * the text is requested at the end, with a limit of twenty.
 * @throws the error of the last element
 */
export const loadScript = async (urls: string[], signal: AbortSignal, run = runScript): Promise<void> => {
  let failure: unknown
  const slow: string[] = []
  for (const url of urls)
    try {
      return await run(url, signal)
    } catch (error) {
      if (signal.aborted) throw error
      failure = error
      if ((error as Error).message === tooSlow) slow.push(url)
    }
  for (const url of slow)
    try {
      const text = (await request(url, signal, 'text', scriptTextTimeoutMs)) as string
      return await run(URL.createObjectURL(new Blob([text], { type: 'text/javascript' })), signal)
    } catch (error) {
      if (signal.aborted) throw error
    }
  throw failure
}
