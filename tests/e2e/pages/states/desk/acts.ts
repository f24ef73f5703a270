import { actCases } from '#tests/app/desk/act-cases'
import { deskAnswers } from '#tests/app/desk/samples'
import type { Reach, States } from '#tests/e2e/pages/states/state'
import { refused, sent, told, walk } from '#tests/e2e/pages/states/steps'
import { answeringOperator, type OperatorAnswers, openedAtDesk } from './at-desk'

const why = 'The address has to be spelled as clients send it: https://donaudampfschifffahrt.example/gesellschaft/'

const answered = (call: string, outcome: object): Reach => answeringOperator({ [call]: outcome } as OperatorAnswers)

/** The form of the page, and not the way out of the desk in its head. */
const own = { action: '' }

/** Every act of the desk with messages, announcements, keys, operators, applications and websites. */
export const deskActStates: States = {}

for (const { url, call, fields, data, to } of actCases) {
  const typed = Object.fromEntries(Array.isArray(fields) ? fields : Object.entries(fields)) as Record<string, string>
  const opened = openedAtDesk(url, deskAnswers)
  const add = (path: string, name: string, ...steps: Reach[]) => {
    deskActStates[path] = { ...deskActStates[path], [name]: walk(opened, ...steps) }
  }
  const refusal = answered(call, { ok: false, code: 'invalid_input', description: why })
  add(url, `desk, ${call}`)
  add(url, `desk, ${call}, refused`, refusal, sent(typed, own), refused)
  const [path = url] = to?.split('?') ?? []
  // All acts that lead to a page say there what was done in the same way.
  const name = to === null ? `desk, ${call}, done` : `desk, done, at ${path}`
  add(path, name, answered(call, { ok: true, data }), sent(typed, own), to === null ? () => undefined : told)
}
