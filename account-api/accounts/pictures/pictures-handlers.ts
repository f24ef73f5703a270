import type { Handling, UserContext } from '#account-api/accounts/call-context'
import { done, refuse } from '#contract/server'
import type { PictureKind } from './kinds'
import { defaultKeys, type NotMade, replacePicture } from './picture'

export const pictureHandlers = {
  uploadAvatar: (input, context) => replace(context, 'avatar', input.pic),
  uploadPicture: (input, context) => replace(context, 'background', input.pic),

  // They are the same for every application.
  defaultAvatars: async () => done({ items: defaultKeys('avatar').map((key) => ({ key })) }),
  defaultBackgrounds: async () => done({ items: defaultKeys('background').map((key) => ({ key })) }),
} satisfies Handling

const replace = async ({ service, account, from }: UserContext, kind: PictureKind, upload: Uint8Array) => {
  const replaced = await replacePicture(service, { account, kind, upload, from })
  return replaced.ok ? done({ key: replaced.key }) : refusePicture(replaced)
}

/** True for the refusal of an upload that gave no picture. */
export const isNotMade = <Refused extends { code: string }>(
  refused: Refused,
): refused is Extract<Refused, { code: NotMade['code'] }> & NotMade =>
  refused.code === 'picture_refused' || refused.code === 'changed_too_often' || refused.code === 'too_many_requests'

/** Answers an upload that was refused. */
export const refusePicture = (replaced: NotMade) => {
  switch (replaced.code) {
    case 'picture_refused':
      return refuse('picture_refused', { reason: replaced.reason })
    case 'changed_too_often':
      return refuse('changed_too_often', { field: 'pic', retry_after: replaced.retryAfter })
    case 'too_many_requests':
      return refuse('too_many_requests', { retry_after: replaced.retryAfter })
  }
}
