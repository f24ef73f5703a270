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

export interface CaptchaStore {
  insert(captcha: CaptchaRecord & { at: number; tries: number }): Promise<void>
  find(id: string, wanted: { visitor: string; at: number }): Promise<CaptchaRecord | undefined>
  /** Uses up one try, in one statement. Undefined when no try is left. */
  takeTry(
    id: string,
    wanted: { visitor: string; at: number },
  ): Promise<{ subtype: string; solution: string; spoken: string; triesLeft: number } | undefined>
  /** True only for the first call that solves it. */
  solve(id: string, at: number): Promise<boolean>
}
