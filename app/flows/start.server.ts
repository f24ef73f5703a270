import { leave, safeNext } from '../session/leave.server'
import type { PageNotice } from '../session/page-address'
import { noticeOf } from '../session/told.server'
import { type Args, visitor } from '../session/visitor.server'

/**
 * The loader of a page on which signing in or registering begins: what there is to say first. A person who is signed in
 * already is sent, by a thrown redirect, to where they wanted to go.
 */
export const startOfSignIn = async (args: Args): Promise<{ notice: PageNotice | null }> => {
  const { signedIn } = await visitor(args)
  if (signedIn) throw await leave(args, safeNext(args.request) ?? '/settings')
  return { notice: noticeOf(args.request) }
}
