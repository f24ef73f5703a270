import { z } from 'zod'
import type { Failure } from '#contract/client'
import type { qrShown } from '#contract/sign-in/qr-fields'
import { qrPicture } from '~/features/pictures/qr-picture.server'
import { qrText } from '~/features/pictures/qr-text.server'
import { defineFlow } from '~/flows/define-flow.server'
import { readButton } from '~/forms/form-action.server'
import { readForm } from '~/forms/read-form.server'
import { reply } from '~/framework'
import { fileAnswer } from '~/navigation/file-answer'
import { type Destination, flashOf } from '~/navigation/flash/flash.server'
import { requireData } from '~/navigation/guards/guards.server'
import { fillPath, paramNames, pickParams } from '~/navigation/path-params'
import { redirectTo } from '~/navigation/redirect.server'
import { env } from '~/runtime/env.server'
import type { Args } from '~/runtime/load-context'
import { isWaiting, type QrStatus } from './qr-status'

/** A QR code that this browser shows. Only this browser has `token`. */
const shownCode = z.object({
  token: z.string(),
  url: z.string(),
  /** Null: this account API has none. */
  letters: z.string().nullable(),
  number: z.number().nullable(),
  shownAtMs: z.number(),
  /** The return address that the code was requested with. */
  next: z.string().optional(),
})
type ShownCode = z.output<typeof shownCode>

const flowOf = (name: string, start: string, path: string, end: FlowEnd) =>
  defineFlow({ name, minutes: 15, start, ...end, steps: { code: { path, schema: shownCode } } })
type Flow = ReturnType<typeof flowOf>
type Step = Awaited<ReturnType<Flow['require']>>

interface FlowEnd {
  done: string | Destination | (() => Destination)
  signsIn?: boolean
}

type AnswerOf<Data> = { ok: true; data: Data } | Failure

interface QrPage<Seen, Schema extends z.ZodType> extends FlowEnd {
  /** The name of the flow, and the page on which it begins. */
  name: string
  start: string
  /** The page of the code. Its picture, its text and its state have pages below that. */
  path: string
  /** Throws a redirect for a person who may not see a code. */
  guard?: (args: Args) => Promise<void>
  /** The return address that a code is requested with. */
  nextOf?: (args: Args) => Promise<string | undefined>
  ask: (args: Args, next: string | undefined) => Promise<AnswerOf<z.output<typeof qrShown>>>
  /** The page that scans the code, for an account API that does not return one. */
  scannedAt: string
  /** The state of the code. Changes nothing. */
  look: (args: Args, step: ShownCode) => Promise<AnswerOf<Seen>>
  /** The form of the page of the code. */
  schema: Schema
  /**
   * Continues with the code. Returns the next address, or a failure. `not_yet`: the phone has not confirmed the code.
   * `look_again`: the page has to show the end of the code.
   */
  goOn: (args: Args, step: Step, typed: z.output<Schema>) => Promise<Response | Failure | 'not_yet' | 'look_again'>
}

/** The field of the button that asks for another code. */
export const another = { another: z.string().optional() }

/**
 * The flow that shows a QR code and waits for a phone, with its pages: the form that asks for the code, the page of the
 * code, and the pages below that.
 */
export const defineQrPage = <
  Seen extends { status: QrStatus },
  Schema extends z.ZodType<{ another?: string | undefined }>,
>({
  name,
  start,
  path,
  guard = async () => {},
  nextOf = async () => undefined,
  ask,
  scannedAt,
  look,
  schema,
  goOn,
  ...end
}: QrPage<Seen, Schema>) => {
  const flow = flowOf(name, start, path, end)
  const pathOf = ({ params }: Args) => fillPath(path, pickParams(params, paramNames(path)))

  const askFor = async (args: Args, next: string | undefined) => {
    const answer = await ask(args, next)
    return answer.ok
      ? { ok: true as const, code: { ...shownAs(answer.data, scannedAt), ...(next !== undefined && { next }) } }
      : answer
  }

  const requireCode = async (args: Args): Promise<Step> => {
    await guard(args)
    return flow.require(args, 'code')
  }

  return {
    begin: flow.begin,

    /**
     * The action of the page that explains what the code needs. A form requests the code, because opening a link must
     * not.
     */
    show: async (args: Args) => {
      const form = await readButton(args)
      if (!form.ok) return form.reply()
      const asked = await askFor(args, await nextOf(args))
      return asked.ok ? flow.begin(args, 'code', asked.code) : form.reply(asked)
    },

    /**
     * The step, the state of the code, and the part of both that the page shows. The document reads `refreshSeconds`.
     */
    load: async (args: Args) => {
      const step = await requireCode(args)
      const seen = await requireData(args, await look(args, step))
      const waits = isWaiting(seen.status)
      // The island exists as long as there is something to wait for.
      if (waits) args.context.islandOrigins = []
      const view = {
        here: pathOf(args),
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
      if (end === 'not_yet')
        return redirectTo(args, { path: pathOf(args), next: step.next, notice: 'qr_not_confirmed' })
      return 'code' in end ? form.reply(end) : end
    },

    /** The loader of the picture of the code. */
    picture: async (args: Args) => fileAnswer(qrPicture((await requireCode(args)).url), { cacheControl: 'no-store' }),

    /** The loader of the code in block characters, for browsers that show no pictures. */
    text: async (args: Args) => {
      const { url, letters } = await requireCode(args)
      const onLight = new URL(args.request.url).searchParams.has('light')
      return reply({ here: pathOf(args), text: qrText(url, { onLight }), onLight, hasLetters: letters !== null })
    },

    /** The loader of the state of the code, for the island of its page. */
    status: async (args: Args) => {
      const step = await requireCode(args)
      const { status } = await requireData(args, await look(args, step))
      return reply({ status })
    },
  }
}

/** The data of a page with a code in block characters. */
export type QrText = ReturnType<typeof defineQrPage>['text']

/** The state that the flow stores of its code. */
const shownAs = (
  { token, qrcode_url: url, letters, matching_number: number }: z.output<typeof qrShown>,
  scannedAt: string,
) => ({
  token,
  url: url || new URL(`${scannedAt}?${new URLSearchParams({ token })}`, env().publicUrl).href,
  letters,
  number,
  shownAtMs: Date.now(),
})

/** How often the page of a code reloads itself without a script: less often after a while. */
const refreshing = { soonSeconds: 5, soonForMs: 60_000, laterSeconds: 15 }

/** The part of a code that its page shows. The page reloads itself unless its link forbids it. */
const viewOf = ({ request }: Args, { url, letters, number, shownAtMs }: ShownCode, waits: boolean) => {
  const { soonSeconds, soonForMs, laterSeconds } = refreshing
  const isStill = new URL(request.url).searchParams.has('still')
  const { host } = new URL(url)
  return {
    typeAt: `${host}/login/qr/confirm`,
    letters: letters?.replace(/^.{4}/, '$& ') ?? null,
    number,
    ...(waits && !isStill && { refreshSeconds: Date.now() - shownAtMs < soonForMs ? soonSeconds : laterSeconds }),
  }
}
