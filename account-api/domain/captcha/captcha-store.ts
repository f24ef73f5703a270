/** A challenge as it is kept: pictures as base64 PNG, the solution as JSON. */
export interface CaptchaRecord {
  id: string
  subtype: string
  /** Whom it was opened for; nobody else may see or answer it. */
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
  /** Takes one of the tries, in one statement; undefined when there is nothing left to try. */
  takeTry(
    id: string,
    wanted: { visitor: string; at: number },
  ): Promise<{ subtype: string; solution: string; spoken: string; triesLeft: number } | undefined>
  /** True for the one who solves it first. */
  solve(id: string, at: number): Promise<boolean>
}
