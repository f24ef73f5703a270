import { type FetchPicture, pictureRule } from '#account-api/accounts/pictures/kinds'
import type { AskOutside } from '#account-api/kernel/outside/outside'
import { seconds } from '#account-api/kernel/time'

/** The time limit for fetching a picture, and how many are fetched at once. Others are not fetched. */
export const fetchingRule = { patienceMs: seconds(4), mostAtOnce: 4 }

/** Fetches pictures from addresses given by outsiders, each within 4 seconds and 5 MB. */
export const pictureFetcher = (ask: AskOutside): FetchPicture => {
  let under = 0
  return async (address) => {
    if (under >= fetchingRule.mostAtOnce) return undefined
    under += 1
    const { patienceMs } = fetchingRule
    const asked = { headers: { accept: 'image/*' }, maxBytes: pictureRule.maxBytes, patienceMs }
    try {
      const { status, body } = await ask(address, asked)
      return status === 200 ? body : undefined
    } catch {
      return undefined
    } finally {
      under -= 1
    }
  }
}
