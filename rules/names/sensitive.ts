import { skeletonOf } from './skeleton'

/** Words that suggest the operator anywhere in a name. */
export const anywhere = [
  'admin',
  'butterfly',
  'customercare',
  'customerservice',
  'helpdesk',
  'hostmaster',
  'moderator',
  'official',
  'operator',
  'postmaster',
  'security',
  'support',
  'verification',
  'verified',
  'webmaster',
  '管理员',
  '管理員',
  '客服',
  '验证',
  '驗證',
  '客户服务',
  '官方',
  '系统',
  '系統',
  '运营',
  '版主',
  '站长',
  '工作人员',
  '安全中心',
]

/**
 * Words that suggest the operator only as whole words; within others (grassroots, staffan, ecosystem) they are
 * harmless.
 */
export const alone = [
  'abuse',
  'billing',
  'help',
  'mod',
  'owner',
  'passport',
  'root',
  'service',
  'staff',
  'sys',
  'system',
  'team',
]

/** Digits that are read as letters, and those letters. The letters i and l count as one. */
const readAs: Record<string, string> = { l: 'i', 3: 'e', 4: 'a', 5: 's', 7: 't' }

/** The looks of a text, with digits read as letters. */
export const folded = (text: string): string => skeletonOf(text).replace(/[l3457]/g, (sign) => readAs[sign] ?? sign)

const foldedAnywhere = anywhere.map(folded)
const foldedAlone = new Set(alone.map(folded))

/**
 * True when a username could be taken for the operator's, even with look-alike letters, with digits for letters, or
 * with . _ - in between. Such a username needs a review.
 */
export const isSensitive = (name: string): boolean => {
  const together = folded(name.replace(/[._-]/g, ''))
  if (foldedAnywhere.some((word) => together.includes(word))) return true
  const words = [...name.split(/[._-]/), ...name.split(/[._-]|\p{Nd}+/u)]
  return foldedAlone.has(together) || words.some((word) => foldedAlone.has(folded(word)))
}
