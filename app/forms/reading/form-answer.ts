/** The answer of an action whose form has to be sent again. */
export interface FormAnswer {
  /**
   * The typed values by field name, without passwords and files. A password is included if its person wants to read it.
   */
  initialValue: Record<string, string | string[]>
  /** The errors by field name; an empty name stands for the form itself. */
  error: Record<string, string[]>
  /** Pages on which the person can continue instead. `isOnlyWay`: the form would fail again. */
  links: { path: string; text: string; isOnlyWay?: boolean; newTab?: boolean }[]
  /** True when nothing failed: the act has begun, and takes time. */
  isProgress?: true
  /** The errors, sealed, for the same page in another language. */
  lines: string
  /** The person closed the step-up: the value with which the closed dialog rejects (spec section 8). */
  closed?: '' | 'SECOND_VALID'
}
