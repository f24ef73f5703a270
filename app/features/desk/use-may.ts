import { mayMakeNamed, type OperatorCallName } from '#contract/operator/operator-calls'
import { useDocument } from '~/document/document-context'

/** Whether the operator of a page of the desk may make a call. */
export const useMay = (): ((call: OperatorCallName) => boolean) => {
  const scopes = useDocument().desk?.operator?.scopes ?? []
  return (call) => mayMakeNamed(scopes, call)
}
