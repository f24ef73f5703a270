import { z } from 'zod'
import { calls } from '#contract/calls'
import type { qrPurposes } from '#contract/sign-in/qr'
import { takesPathsForPages } from '~/document/small.server'
import { problem } from '~/navigation/problem'
import { isAbsent } from '~/runtime/absent-calls.server'
import type { Args } from '~/runtime/load-context'
import { logIdOf, logOf } from '~/runtime/log.server'
import { type FlowInstance, forgetFlow, keepFlow, readFlow } from '~/session/flow-cookie.server'
import { visitor } from '~/session/visitor.server'

type Purpose = (typeof qrPurposes)[number]

/** The call that reads a code before it is scanned, and the facts that the scanning call returns. */
const scans = {
  sign_in: { look: 'toScanQrcode', facts: calls.scanQrcode.output },
  change_bind: { look: 'toScanChangeBindQrcode', facts: calls.scanChangeBindQrcode.output },
  open_request: { look: 'openQrToScan', facts: calls.openQrScan.output },
} as const

/**
 * True if the account API returns nothing about a code before it is scanned (record 0098). The facts from the scan are
 * then kept in this browser until the person decides.
 */
export const isScannedBlind = (purpose: Purpose): boolean => isAbsent(scans[purpose].look)

/** A scanned code, as this browser keeps it: its facts, or the message key of its end. */
export type KeptScan = { asked: object; over?: never } | { over: string; asked?: never }

/** About as long as codes work. After that the page is as before the scan. */
const minutes = 10

/** How many bytes of facts fit into a cookie, sealed. */
const mostBytes = 2500

/** Each code has its own cookie, sealed with its token: the facts of one code never reach another. */
const instanceOf = ({ request }: Args, purpose: Purpose, token: string): FlowInstance => ({
  flow: 'scanned-qr',
  params: [purpose, token],
  path: takesPathsForPages(request) ? '/' : '/login/qr',
  minutes,
})

const over = z.object({ over: z.string() })

/**
 * The code of a token, as this browser has scanned it. A sign-in or sign-out gives the browser another id, so nobody
 * else sees it.
 * @returns undefined if the code was not scanned here by the person who is signed in now
 */
export const readScan = async (args: Args, purpose: Purpose, token: string): Promise<KeptScan | undefined> => {
  const state = await readFlow(args.request, instanceOf(args, purpose, token), await visitor(args))
  if (typeof state === 'string') return undefined
  if (state.step === 'over') return over.safeParse(state.data).data
  const asked = scans[purpose].facts.safeParse(state.data).data
  return asked && { asked }
}

/**
 * The Set-Cookie headers that keep a scanned code.
 * @throws a problem page if the account API sends more than fits into a cookie
 */
export const keepScan = async (args: Args, purpose: Purpose, token: string, scan: KeptScan): Promise<string[]> => {
  const { asked, over: end } = scan
  const data = { ...(asked ?? { over: end }) }
  if (Buffer.byteLength(JSON.stringify(data)) > mostBytes) {
    logOf(args).error({ logId: logIdOf(args), purpose }, 'the account API answered too much about a QR code')
    throw problem('unavailable')
  }
  const step = asked ? 'scanned' : 'over'
  return keepFlow(args.request, instanceOf(args, purpose, token), { step, next: null, data }, await visitor(args))
}

/** The Set-Cookie header that forgets a scanned code. */
export const forgetScan = (args: Args, purpose: Purpose, token: string): string =>
  forgetFlow(instanceOf(args, purpose, token))
