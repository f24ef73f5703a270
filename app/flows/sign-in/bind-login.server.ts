import { sentCode } from '~/features/codes/sent-code.server'
import { defineFlow } from '~/flows/define-flow.server'
import { identity } from './waiting-identity'

/** Signs in with an unbound third-party identity, to an account that is proven here. */
export const bindLogin = defineFlow({
  name: 'bind-login',
  minutes: 15,
  start: '/login',
  begunElsewhere: true,
  done: '/settings',
  signsIn: true,
  steps: {
    account: { path: '/login/bind', schema: identity, backFrom: ['mobile', 'code'] },
    mobile: { path: '/login/bind/mobile', schema: identity, backFrom: ['account', 'code'] },
    code: { path: '/login/bind/code', schema: identity.extend({ code: sentCode }) },
  },
})

/** Connects a third-party identity to the account of the person who is signed in. */
export const connectPlatform = defineFlow({
  name: 'connect-platform',
  minutes: 15,
  start: '/settings/third-party',
  begunElsewhere: true,
  done: { path: '/settings/third-party', notice: 'platform_connected' },
  steps: { confirm: { path: '/settings/third-party/new', schema: identity } },
})
