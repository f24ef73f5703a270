/** What an action answers about a form that has to be sent again. */
export interface FormAnswer {
  /** What was typed, by the name of its field. Never a password, a code or a file. */
  initialValue: Record<string, string | string[]>
  /** The texts of the errors by the name of their field; by an empty name, those of the form itself. */
  error: Record<string, string[]>
  /** Pages where the person can go on instead. */
  links: { path: string; text: string }[]
  /** The step-up was closed; why, in the words of the specification (section 8). */
  closed?: '' | 'SECOND_VALID'
}
