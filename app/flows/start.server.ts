import { leave, safeNext } from '../session/leave.server'
import { type Args, visitor } from '../session/visitor.server'
import { noticeOf, type StartNotice } from './page-address'

/**
 * The loader of a page on which signing in or registering begins: what there is to say first. A person who is signed in
 * already is sent, by a thrown redirect, to where they wanted to go.
 */
export const startOfSignIn = async (args: Args): Promise<{ notice: StartNotice | null }> => {
  const { signedIn } = await visitor(args)
  if (signedIn) throw await leave(args, safeNext(args.request) ?? '/settings')
  return { notice: noticeOf(args.request) }
}
