/** A challenge in its stored form: pictures as base64 PNG, the solution as JSON. */
export interface CaptchaRecord {
  id: string
  subtype: string
  /** The browser that it was opened for. No other browser may see or answer it. */
  visitor: string
  solution: string
  spoken: string
  scene: string
  piece: string | null
  expiresAt: number
}

/** A try at a challenge, with what its answer is judged by. */
export interface CaptchaTry extends Pick<CaptchaRecord, 'subtype' | 'solution' | 'spoken'> {
  /** The hash of the ticket of its decision. */
  decision: string
  triesLeft: number
}

export interface CaptchaStore {
  insert(captcha: CaptchaRecord & { decision: string; at: number; tries: number }): Promise<void>
  find(id: string, wanted: { visitor: string; at: number }): Promise<CaptchaRecord | undefined>
  /** Uses up one try, in one statement. Undefined when no try is left. */
  takeTry(id: string, wanted: { visitor: string; at: number }): Promise<CaptchaTry | undefined>
  /** True only for the first call that solves it. */
  solve(id: string, at: number): Promise<boolean>
}
