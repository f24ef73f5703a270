import { request } from './request'

export const scriptTimeoutMs = 4_000
export const scriptTextTimeoutMs = 20_000

const tooSlow = 'LoadJSSDKMoreTan4000ms'
export const notLoaded = 'Failed to load SDK!'

/** Runs a script by an element of the page. @throws the errors of section 8 */
export const runScript = (url: string, left: AbortSignal): Promise<void> =>
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
    left.addEventListener('abort', () => end('Network request failed, aborted'))
    script.src = url
    document.head.append(script)
  })

/**
 * Loads a script from the first of its addresses that gives it. A line may be too slow for an element's four seconds, so
 * where one was, the text is asked for at last, which may take twenty. What failed is told by the last address's element.
 */
export const loadScript = async (urls: string[], left: AbortSignal, run = runScript): Promise<void> => {
  let failure: unknown
  const slow: string[] = []
  for (const url of urls)
    try {
      return await run(url, left)
    } catch (error) {
      if (left.aborted) throw error
      failure = error
      if ((error as Error).message === tooSlow) slow.push(url)
    }
  for (const url of slow)
    try {
      const text = (await request(url, left, 'text', scriptTextTimeoutMs)) as string
      return await run(URL.createObjectURL(new Blob([text], { type: 'text/javascript' })), left)
    } catch (error) {
      if (left.aborted) throw error
    }
  throw failure
}
