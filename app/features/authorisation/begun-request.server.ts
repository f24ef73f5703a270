import { env } from '~/runtime/env.server'
import { requestPath } from './request-path'

interface Begun {
  request_uid: string
  browser_key: string
  resume_key: string
  resume_path: string
  expires_at: string
}

/** A parameter without a value counts as left out (RFC 6749, section 3.1). */
export const cookiesOfRequest = ({
  request_uid: uid,
  browser_key,
  resume_key,
  resume_path,
  expires_at,
}: Begun): string[] => {
  const end = `; HttpOnly; SameSite=Lax; Expires=${new Date(expires_at).toUTCString()}${env().secure ? '; Secure' : ''}`
  const page = requestPath(uid)
  return [
    `openauth=${uid}; Path=${page}${end}`,
    `openauth.sig=${browser_key}; Path=${page}${end}`,
    `openauth_resume=${uid}; Path=${resume_path}${end}`,
    `openauth_resume.sig=${resume_key}; Path=${resume_path}${end}`,
  ]
}
