/** The reasons why a code page accepts no code for now. Texts: `codesOver.<notice>`. */
export const overNotices = ['code_locked', 'too_many_wrong_codes', 'undeliverable'] as const

export type OverNotice = (typeof overNotices)[number]

/** The notices of a code page about the last request for a code. Texts: `sentCode.<notice>`. */
export const resendNotices = [
  'sent_again',
  'not_sent',
  'form_old',
  'resend_too_soon',
  'code_limit_reached',
  'too_many_requests',
] as const

export type ResendNotice = (typeof resendNotices)[number]

/** A sent code for its page. `to` is spaced for reading; `waitSeconds` is 0 when another may be sent. */
export interface ShownCode {
  to: string
  notice: ResendNotice | null
  /**
   * The page accepts no code: this one has no attempts left or was not delivered, or there were too many wrong ones.
   */
  over: OverNotice | null
  waitSeconds: number
}
