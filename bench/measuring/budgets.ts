/** The largest value of a figure that is ok. */
export interface Budget {
  most: number
  /**
   * `exact`: a count or bytes, the same in every run. `ratio`: it depends slightly on other load of the machine.
   * `wall`: elapsed time, which means nothing on a busy machine.
   */
  kind: 'exact' | 'ratio' | 'wall'
  /** The factor of a ratio on another kind of processor or Node, if such a difference was measured. */
  processors?: number
}

export const exact = (most: number): Budget => ({ most, kind: 'exact' })
const ratio = (most: number, processors = 1): Budget => ({ most, kind: 'ratio', processors })
const wall = (most: number): Budget => ({ most, kind: 'wall' })

/** The budgets of `npm run bench`, for a quiet machine with two cores. */
export const budgets = {
  firstVisitBytes: exact(6144),
  firstVisitRequests: exact(2),
  firstVisitScriptBytes: exact(0),
  pageScriptBytes: exact(0),
  bookmarkScriptBytes: exact(299),
  firstPaint: ratio(1.15),
  signedOutPage: ratio(3),
  noPage: ratio(1),
  // Much code that runs seldom, compared with little that runs often, so the size of the processor's caches decides.
  // Node 24 makes the bare server cheaper than the page: one commit measured 96 and 100 times its cost next to other work.
  signedInPage: ratio(30, 2.6),
  signIn: ratio(1.5),
  captcha: ratio(1),
  dearestCaptcha: ratio(1),
  spokenCaptcha: ratio(1.2),
  // Node 24 keeps more of the heap than Node 20 before it collects.
  memoryMb: ratio(250, 1.2),
  startSeconds: wall(3),

  overloadThroughput: ratio(1.11),
  refusedMs: wall(2000),
  otherVisitorLoginMs: wall(100),
  otherVisitorSettingsMs: wall(500),

  userinfo: ratio(2.5),
  refresh: ratio(2),
  introspection: ratio(2.5),
  // It is on the disk before it is returned, which the store in memory does not wait for.
  clientCredentials: ratio(5),
  jwks: ratio(2.5),

  waitingQrPage: ratio(0.1),
  signInBesideQrCodes: ratio(1.1),
}

/**
 * The largest value that is ok in this run. Undefined if the run cannot tell.
 * @param margin on a busy machine, how many times its budget a ratio may be. Undefined: the machine is quiet
 */
export const mostOf = ({ most, kind, processors = 1 }: Budget, margin: number | undefined): number | undefined => {
  if (margin === undefined || kind === 'exact') return most
  return kind === 'ratio' ? most * margin * processors : undefined
}
