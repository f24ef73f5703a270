import { tidyReason } from '#contract/operator/fields'
import { type Command, failed } from './said'

/** A command whose last two words are `--reason` and the reason, which people read as a sentence. */
export const reasoned =
  (run: Command): Command =>
  async (api, ...words) => {
    const [flag, text = ''] = words.slice(-2)
    const reason = tidyReason(text)
    if (flag !== '--reason' || reason === '') return failed('Say why, in words for the people to read: --reason "…"')
    return run(api, ...words.slice(0, -2), reason)
  }
