/** A username as typed and as it is stored. */
export const usernames: readonly (readonly [typed: string, stored: string])[] = [
  ...[
    'ann',
    'josé',
    '王小明',
    '李雷',
    '張偉',
    'たなか',
    '김철수',
    '민수',
    'анна',
    'สมชาย',
    'राधिका',
    'محمد٣',
    '𠮷野家',
    '𠮷'.repeat(32),
    '小明lee99',
  ].map((name) => [name, name] as const),
  ...['badminton_king', 'cooperator', '小站长征', 'straße1', 'o.neill', 'x-y_z', 'a1b2c3', 'łukasz', 'ñandú'].map(
    (name) => [name, name] as const,
  ),
  ['İstanbul', 'istanbul'],
  ['ANN', 'ann'],
  ['ａｎｎ９９', 'ann99'],
  ['  Ann.Lee-2_x ', 'ann.lee-2_x'],
  ['an\u200bn', 'ann'],
  ['\ufeffann', 'ann'],
  ['jose\u0301', 'josé'],
]

export const refusedUsernames: Record<string, readonly string[]> = {
  too_short: ['an', '王', 'a', 'あ'],
  too_long: ['x'.repeat(33)],
  characters: ['ann lee', 'ann!', '.ann', 'ann-', 'a..b', '🦋🦋🦋', "o'neill", 'ann\u3164', 'ọ̀ṣun1'],
  mixed_scripts: ['аnn', 'jοhn', 'ann٣٤', 'محمد٣3', 'ᚠᚢᚦ'],
  looks_like_address: ['ann@example', '13800138000', '138-0013-8000', '٠٥٠١٢٣٤٥٦٧', '1234567'],
}

/** Usernames that wait for a review, and ordinary ones that do not. */
export const reviewed =
  'admin the.admin2 adm1n a.d.m.i.n adminjane administrators supp0rt root r00t my_root 在线客服01 官方小明 butterfly-news bu77erfly админ админ2 관리자 soporte1 管理者'.split(
    ' ',
  )
export const ordinary =
  'badminton_king cooperator 小站长征 administracion supporter grassroots helen ecosystem 游客服务 unofficial.ann insecurity cybersecurity администрация ann'.split(
    ' ',
  )
