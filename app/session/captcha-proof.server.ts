import { z } from 'zod'
import type { Args } from '~/runtime/load-context'
import { readBrowserId } from './browser-id.server'
import { sealedCookie } from './sealed-cookie.server'

/** The proof of a captcha before a page is shown, stored for a short time: its account API accepts it once. */
const proofCookie = sealedCookie({
  name: 'butterfly_captcha_proof',
  purpose: 'proof of a captcha',
  minutes: 1,
  schema: z.object({ ticket: z.string(), browserId: z.string() }),
})

const browserIn = ({ request }: Args): string => readBrowserId(request.headers.get('cookie') ?? '') ?? ''

/** The Set-Cookie headers that pass the ticket of a captcha, solved by this request, to the next one. */
export const keepCaptchaProof = async (args: Args): Promise<string[]> => {
  const { captchaTicket: ticket } = args.context
  return ticket === undefined ? [] : [await proofCookie.write({ ticket, browserId: browserIn(args) })]
}

/** The ticket of the captcha that the previous request has solved. */
export const captchaProof = async (args: Args): Promise<string | undefined> => {
  const proof = await proofCookie.read(args.request)
  return proof?.browserId === browserIn(args) ? proof.ticket : undefined
}
