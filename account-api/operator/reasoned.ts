import type { Service } from '../closing/service'
import { failed, type Said } from './said'

type Command = (service: Service, ...words: string[]) => Promise<Said>

/** A reason goes into SMS. */
const longest = 150

/** A command whose last two words are `--reason` and the reason, which people read as a sentence. */
export const reasoned =
  (run: Command): Command =>
  async (service, ...words) => {
    const [flag, text = ''] = words.slice(-2)
    const reason = text.trim().replace(/[\s.。]+$/u, '')
    if (flag !== '--reason' || reason === '') return failed('Say why, in words for the people to read: --reason "…"')
    if ([...reason].length > longest) return failed(`A reason has at most ${longest} characters.`)
    return run(service, ...words.slice(0, -2), reason)
  }
