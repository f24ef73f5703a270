import { z } from 'zod'
import type { Failure } from '../../contract/client'
import type { shownQrCode } from '../flows/shown-qr-code.server'
import { readForm } from '../forms/read-form.server'
import { reply } from '../framework'
import type { Args } from '../load-context'
import { fileAnswer } from '../navigation/file-answer'
import { flashOf } from '../navigation/flash.server'
import { requireData } from '../navigation/guards.server'
import { redirectTo } from '../navigation/redirect.server'
import { qrPicture } from '../pictures/qr-picture.server'
import { qrText } from '../pictures/qr-text.server'
import { isWaiting, type QrStatus } from './qr-status'

type Kept = z.output<typeof shownQrCode>

/** The step of a flow in which this browser shows a code. `next` is the return address that the code was asked for with. */
interface QrStep extends Kept {
  next?: string | undefined
  stay(changed: Partial<Kept>): Promise<Response>
}

interface QrFlow<Step extends QrStep> {
  begin(args: Args, name: 'code', code: Kept & { next?: string }): Promise<Response>
  require(args: Args, name: 'code'): Promise<Step>
}

type AnswerOf<Data> = { ok: true; data: Data } | Failure

/** A code as the account API shows it. */
interface Given {
  token: string
  qrcode_url: string
  letters: string
  matching_number: number
}

interface QrPage<Step extends QrStep, Seen, Schema extends z.ZodType> {
  flow: QrFlow<Step>
  /** The page of the code. Its picture, its text and its state have pages below that. */
  path: (args: Args) => string
  /** Throws a redirect for a person who may not see a code. */
  guard?: (args: Args) => Promise<void>
  /** The return address that a code is asked for with. */
  nextOf?: (args: Args) => Promise<string | undefined>
  /** Asks for a code. */
  ask: (args: Args, next: string | undefined) => Promise<AnswerOf<Given>>
  /** The state of the code. Changes nothing. */
  look: (args: Args, step: Step) => Promise<AnswerOf<Seen>>
  /** The form of the page of the code. */
  schema: Schema
  /**
   * Goes on with the code. Returns where that leads, or a failure; or else `not_yet`, where the phone has not confirmed
   * the code, and `look_again`, where the page has to show the end of the code.
   */
  goOn: (args: Args, step: Step, typed: z.output<Schema>) => Promise<Response | Failure | 'not_yet' | 'look_again'>
}

/** The field of the button that asks for another code. */
export const another = { another: z.string().optional() }

const Show = z.object({})

/**
 * The pages that show a QR code and wait for a phone: the form that asks for the code, the page of the code, and the
 * pages below that.
 */
export const defineQrPage = <
  Step extends QrStep,
  Seen extends { status: QrStatus },
  Schema extends z.ZodType<{ another?: string | undefined }>,
>({
  flow,
  path,
  guard = async () => {},
  nextOf = async () => undefined,
  ask,
  look,
  schema,
  goOn,
}: QrPage<Step, Seen, Schema>) => {
  const askFor = async (args: Args, next: string | undefined) => {
    const answer = await ask(args, next)
    return answer.ok ? { ok: true as const, code: kept(answer.data) } : answer
  }

  const requireCode = async (args: Args): Promise<Step> => {
    await guard(args)
    return flow.require(args, 'code')
  }

  return {
    /** The action of the page that tells what it takes. The code comes with a form: a link that is opened asks for none. */
    show: async (args: Args) => {
      const form = await readForm(args, Show)
      if (!form.ok) return form.reply()
      const next = await nextOf(args)
      const asked = await askFor(args, next)
      return asked.ok
        ? flow.begin(args, 'code', { ...asked.code, ...(next !== undefined && { next }) })
        : form.reply(asked)
    },

    /** The step, the state of the code, and the part of both that its page shows. The document reads `refreshSeconds`. */
    load: async (args: Args) => {
      const step = await requireCode(args)
      const seen = await requireData(args, await look(args, step))
      const waits = isWaiting(seen.status)
      // The island exists as long as there is something to wait for.
      if (waits) args.context.islandOrigins = []
      const view = {
        here: path(args),
        status: seen.status,
        notice: flashOf(args.request),
        ...viewOf(args, step, waits),
      }
      return { step, seen, view }
    },

    /** The action of the page of the code. */
    act: async (args: Args) => {
      const step = await requireCode(args)
      const form = await readForm(args, schema)
      if (!form.ok) return form.reply()
      if (form.value.another !== undefined) {
        const asked = await askFor(args, step.next)
        return asked.ok ? step.stay(asked.code) : form.reply(asked)
      }
      const end = await goOn(args, step, form.value)
      if (end === 'look_again') return step.stay({})
      if (end === 'not_yet') return redirectTo(args, { path: path(args), next: step.next, notice: 'qr_not_confirmed' })
      return 'code' in end ? form.reply(end) : end
    },

    /** The loader of the picture of the code. */
    picture: async (args: Args) => fileAnswer(qrPicture((await requireCode(args)).url), { cacheControl: 'no-store' }),

    /** The loader of the code in block characters, for browsers that show no pictures. */
    text: async (args: Args) => {
      const { url } = await requireCode(args)
      const onLight = new URL(args.request.url).searchParams.has('light')
      return reply({ here: path(args), text: qrText(url, { onLight }), onLight })
    },

    /** The loader of the state of the code, for the island of its page. */
    status: async (args: Args) => {
      const step = await requireCode(args)
      const { status } = await requireData(args, await look(args, step))
      return reply({ status })
    },
  }
}

/** The data of the page of a code in block characters. */
export type QrText = ReturnType<typeof defineQrPage>['text']

/** The state that the flow of a page stores of its code. */
const kept = ({ token, qrcode_url: url, letters, matching_number: number }: Given): Kept => ({
  token,
  url,
  letters,
  number,
  shownAtMs: Date.now(),
})

/** How often the page of a code reloads itself without a script: less often after a while. */
const refreshing = { soonSeconds: 5, soonForMs: 60_000, laterSeconds: 15 }

/** The part of a code that its page shows. The page reloads itself unless its link forbids it. */
const viewOf = ({ request }: Args, { url, letters, number, shownAtMs }: Kept, waits: boolean) => {
  const { soonSeconds, soonForMs, laterSeconds } = refreshing
  const isStill = new URL(request.url).searchParams.has('still')
  const { host } = new URL(url)
  return {
    typeAt: `${host}/login/qr/confirm`,
    letters: letters.replace(/^.{4}/, '$& '),
    number,
    ...(waits && !isStill && { refreshSeconds: Date.now() - shownAtMs < soonForMs ? soonSeconds : laterSeconds }),
  }
}
