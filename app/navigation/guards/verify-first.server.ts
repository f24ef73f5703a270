import { isShort, safePath, unseen, withNext, withoutLanguage } from '~/navigation/returning/return-address'
import { seeOther } from '~/navigation/see-other.server'
import type { Args } from '~/runtime/load-context'
import { seal, unseal } from '~/session/seal.server'
import { changedCookies, visitor } from '~/session/visitor.server'

/** The page for the captcha or the second verification that a page's own call requires. */
export const verifyPage = '/login/verify'

/** The failures that require a captcha or a second verification. */
const codes = ['captcha_required', 'second_verification_required'] as const

interface Asked {
  code: (typeof codes)[number]
  data: object
}

export const asksFirst = (failure: { code: string; data: object }): failure is Asked =>
  (codes as readonly string[]).includes(failure.code)

const purpose = 'failure that a page is shown after'
const longest = 3000

/** A redirect to the page for a call's requirement, which leads back to the page of this request. */
export const leadToVerify = async (args: Args, { code, data }: Asked): Promise<Response> => {
  const { browserId } = await visitor(args)
  const asked = await seal({ code, data, browserId }, { purpose, minutes: 15 })
  const here = unseen(withoutLanguage(new URL(args.request.url)))
  const next = isShort(here) ? safePath(here) : undefined
  return seeOther(args, withNext(`${verifyPage}?${new URLSearchParams({ asked })}`, next), await changedCookies(args))
}

/** The requirement of the page of this request. Undefined: none, or none any more. */
export const askedFirst = async (args: Args): Promise<Asked | undefined> => {
  const sealed = new URL(args.request.url).searchParams.get('asked') ?? ''
  const opened = await unseal<Asked & { browserId?: string }>(sealed, { purpose, maxLength: longest })
  return opened?.browserId === (await visitor(args)).browserId ? opened : undefined
}
