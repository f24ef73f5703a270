import { tidyReason } from '#contract/operator/fields'
import { type Command, failed } from './said'

/** A command that ends with `--reason` and a sentence that people read. */
export const reasoned =
  (run: Command): Command =>
  async (api, ...words) => {
    const [flag, text = ''] = words.slice(-2)
    const reason = tidyReason(text)
    if (flag !== '--reason' || reason === '')
      return failed('Give a reason; the people concerned will read it: --reason "…"')
    return run(api, ...words.slice(0, -2), reason)
  }
