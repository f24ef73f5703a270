import { done } from '../../contract/server'

/** What a sign-in answers. */
export const signedIn = (isNewUser = false) =>
  done({ user_id: '1', is_new_user: isNewUser, expires_at: '2030-01-01T00:00:00.000Z' })

/** What sending a code by SMS answers. */
export const smsSent = () => done({ retry_after: 60, sms_code_key: 'key', mobile: '+86 138****0001' })

/** What sending a code by email answers. */
export const emailSent = () => done({ retry_after: 60, email: 'a***@example.com' })

/** A ticket of the account API. */
export const ticket = 'ticket-of-a-test-0001'
