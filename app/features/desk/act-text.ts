import type { AnyAct } from './act'

/** The message key of a link to an act. The title of an act that ends or removes something is a question. */
export const actText = ({ call, isDanger }: Pick<AnyAct, 'call'> & { isDanger?: boolean | undefined }): string =>
  `act.${call}.${isDanger ? 'submit' : 'title'}`
